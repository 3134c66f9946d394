import { once } from 'node:events';
import { connect } from 'node:net';

const HEAD_END = '\r\n\r\n';
const WAIT_SECONDS = 30;
const OPENED_AT_ONCE = 100;

/** Calls that wait for changed orders, each on a connection of its own. Each call is followed by the next one at once. */
export class Waiters {
  #latenciesMs = [];
  #placedAt = new Map();
  #sockets = [];

  /**
   * Opens connections to each instance in turn.
   *
   * @param {number[]} ports of the instances
   * @param {import('../load/requests.js').Request[]} polls of the clients, with a cursor
   * @param {number} count
   */
  static async open(ports, polls, count) {
    const waiters = new Waiters();
    let opening = [];
    for (let number = 0; number < count; number += 1) {
      const socket = waiters.#wait(ports[number % ports.length], polls[number % polls.length]);
      opening.push(once(socket, 'connect'));
      if (opening.length < OPENED_AT_ONCE) continue;
      await Promise.all(opening);
      opening = [];
      // Answered once the service has taken these connections: those beyond its backlog would be reset.
      await fetch(`http://127.0.0.1:${ports[number % ports.length]}/health/live`);
    }
    return waiters;
  }

  close() {
    for (const socket of this.#sockets.splice(0)) socket.destroy();
  }

  /** Notes that an order of a client is about to be placed. */
  expect({ headers }) {
    this.#placedAt.set(headers.Authorization, performance.now());
  }

  /** Takes the milliseconds from an order's request to each answer that has it. */
  takeLatenciesMs() {
    return this.#latenciesMs.splice(0);
  }

  #wait(port, { path, headers }) {
    const lines = Object.entries({ Host: `127.0.0.1:${port}`, ...headers });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    // As calls of stores that began at any time, they do not end at once.
    let seconds = 1 + (this.#sockets.length % WAIT_SECONDS);
    const send = (address) => {
      socket.write(`GET ${address}&wait=${seconds} HTTP/1.1\r\n${head}\r\n`);
      seconds = WAIT_SECONDS;
    };
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      const end = received.indexOf(HEAD_END);
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1]);
      if (end === -1 || received.length < end + HEAD_END.length + length) return;
      // As clients do on a machine that others keep busy.
      if (received.startsWith('HTTP/1.1 503')) {
        received = '';
        setTimeout(() => send(path), 1_000);
        return;
      }
      if (!received.startsWith('HTTP/1.1 200')) throw new Error(received.slice(0, end));
      if (!received.includes('"data":[]')) {
        this.#latenciesMs.push(performance.now() - this.#placedAt.get(headers.Authorization));
      }
      const cursor = /"next_cursor":"([^"]*)"/.exec(received)[1];
      received = '';
      send(path.replace(/cursor=.*/, `cursor=${cursor}`));
    });
    socket.on('error', ({ message }) => {
      throw new Error(`a waiting call of ${this.#sockets.length} lost its connection: ${message}`);
    });
    this.#sockets.push(socket);
    send(path);
    return socket;
  }
}
