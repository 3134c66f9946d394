import { connect } from 'node:net';

const HEAD_END = '\r\n\r\n';

/**
 * A connection that sends one GET or POST at a time. It reads and writes the socket directly: with node:http the sender would
 * take as much processor time as the service and distort the figures.
 */
export class Connection {
  #socket;
  #chunks = [];
  #expected = null;
  #receive;

  /**
   * @param {number} port
   * @param {(answer: { status: number, head: string, body: Buffer }) => void} receive called for each answer
   */
  constructor(port, receive) {
    this.#receive = receive;
    this.#socket = connect({ host: '127.0.0.1', port, noDelay: true });
    this.#socket.on('data', (chunk) => this.#read(chunk));
    this.#socket.on('error', ({ message }) => {
      throw new Error(`a connection was lost: ${message}`);
    });
    this.#socket.on('end', () => {
      throw new Error('a connection was closed');
    });
    this.opened = new Promise((resolve) => {
      this.#socket.once('connect', resolve);
    });
  }

  /** @param {string} text of a request: see requestText() */
  send(text) {
    this.#socket.write(text);
  }

  close() {
    this.#socket.destroy();
  }

  #read(chunk) {
    this.#chunks.push(chunk);
    const received = this.#chunks.reduce((sum, { length }) => sum + length, 0);
    if (this.#expected === null) {
      const head = Buffer.concat(this.#chunks).toString('latin1');
      const end = head.indexOf(HEAD_END);
      if (end === -1) return;
      this.#expected = end + HEAD_END.length + bodyLength(head.slice(0, end));
    }
    if (received < this.#expected) return;
    const answer = Buffer.concat(this.#chunks);
    this.#chunks = [];
    this.#expected = null;
    const end = answer.indexOf(HEAD_END);
    const head = answer.subarray(0, end).toString('latin1');
    const body = answer.subarray(end + HEAD_END.length);
    this.#receive({ status: Number(head.slice(9, 12)), head, body });
  }
}

/** Writes the lines of some headers. */
export function headerLines(headers) {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
}

function bodyLength(head) {
  if (head.startsWith('HTTP/1.1 304')) return 0;
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`an answer of unknown length: ${head}`);
  return Number(length);
}
