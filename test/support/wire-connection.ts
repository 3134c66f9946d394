import { connect, type Socket } from 'node:net';

/** An answer as it was received: the names and values of its headers in turn, and the bytes of its body. */
export interface RawAnswer {
  status: number;
  headers: [name: string, value: string][];
  body: Buffer;
}

const NOTHING = Buffer.alloc(0);
const HEAD_END = '\r\n\r\n';

/** A connection of HTTP/1.1 that sends one request at a time. It needs a quarter of the time of `node:http`. */
export class WireConnection {
  isUsed = false;
  private readonly socket: Socket;
  private received = NOTHING;
  private asked: {
    method: string;
    resolve: (answer: RawAnswer) => void;
    reject: (reason: Error) => void;
  } | null = null;

  constructor(port: number) {
    this.socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.socket.on('data', (chunk) => {
      this.received = this.received.length === 0 ? chunk : Buffer.concat([this.received, chunk]);
      this.read(false);
    });
    this.socket.on('error', (error) => this.asked?.reject(error));
    this.socket.on('close', () => {
      this.read(true);
      this.asked?.reject(Object.assign(new Error('no answer came'), { code: 'ECONNRESET' }));
    });
  }

  get isOpen(): boolean {
    return !this.socket.destroyed && !this.socket.readableEnded;
  }

  close(): void {
    this.socket.destroy();
  }

  /** Sends a request: its head, and its body if it has one. Returns the answer. */
  async ask(method: string, head: string, body: Buffer): Promise<RawAnswer> {
    const answer = new Promise<RawAnswer>((resolve, reject) => {
      this.asked = { method, resolve, reject };
    });
    if (body.length === 0) this.socket.write(head, 'latin1');
    else this.socket.write(Buffer.concat([Buffer.from(head, 'latin1'), body]));
    try {
      return await answer;
    } finally {
      this.asked = null;
      this.isUsed = true;
    }
  }

  private read(isEnd: boolean): void {
    const { asked, received } = this;
    const answer = asked && readAnswer(received, asked.method, isEnd);
    if (answer === null) return;
    this.received = NOTHING;
    if (answer.headers.some(([name, value]) => /^connection$/i.test(name) && value === 'close'))
      this.close();
    asked!.resolve(answer);
  }
}

/** Reads an answer. Returns null if it is incomplete. */
function readAnswer(bytes: Buffer, method: string, isEnd: boolean): RawAnswer | null {
  const end = bytes.indexOf(HEAD_END);
  if (end === -1) return null;
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  const status = Number(first.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
  const start = end + HEAD_END.length;
  const isEmpty = method === 'HEAD' || status === 204 || status === 304;
  const body = isEmpty ? NOTHING : bodyOf(bytes.subarray(start), headers, isEnd);
  return body && { status, headers, body };
}

function bodyOf(bytes: Buffer, headers: RawAnswer['headers'], isEnd: boolean): Buffer | null {
  const valueOf = (sought: string) => headers.find(([name]) => name.toLowerCase() === sought)?.[1];
  const length = valueOf('content-length');
  if (length !== undefined) return bytes.length < Number(length) ? null : bytes;
  if (valueOf('transfer-encoding') !== 'chunked') return isEnd ? bytes : null;
  const chunks: Buffer[] = [];
  for (let at = 0; ;) {
    const line = bytes.indexOf('\r\n', at);
    if (line === -1) return null;
    const size = parseInt(bytes.toString('latin1', at, line), 16);
    at = line + 2 + size + 2;
    if (bytes.length < at) return null;
    if (size === 0) return Buffer.concat(chunks);
    chunks.push(bytes.subarray(line + 2, line + 2 + size));
  }
}
