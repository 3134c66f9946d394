import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { atEndOfSuite } from '../native/end-of-suite.js';

/**
 * Fault of a request.
 * - `lost`: the service answers, and the whole answer is dropped
 * - `cut`: a part of the answer is dropped
 * - `silent`: the request is never answered
 * - `slow headers`, `slow body`: the answer arrives byte by byte, and has no end
 * - otherwise the proxy answers instead, with a status, a Retry-After in seconds, or a page of some type, in Latin-1
 */
export type Fault =
  | 'lost'
  | 'cut'
  | 'silent'
  | 'slow headers'
  | 'slow body'
  | { status: number; retryAfter?: number; location?: string; page?: string; type?: string };

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n';

/** Sends the beginning of a response, and a byte from time to time until the caller leaves. */
function trickle(socket: Socket, beginning: string): void {
  socket.write(beginning);
  const timer = setInterval(() => socket.write(' '), 50);
  socket.once('close', () => clearInterval(timer));
}

/** A proxy before a service. It passes everything on, except for the faults of a test. */
export class FlakyProxy {
  /** The requests that came, in their order. */
  readonly seen: IncomingMessage[] = [];
  private faults: Fault[] = [];
  private method: string | undefined;
  private readonly server: Server;

  private constructor(public target: string) {
    this.server = createServer((incoming, outgoing) => {
      this.seen.push(incoming);
      const isMeant = this.method === undefined || this.method === incoming.method;
      const fault = isMeant ? this.faults.shift() : undefined;
      if (fault === 'silent') return;
      if (typeof fault === 'object') {
        const { status, retryAfter, location, page = '{}', type = 'text/html' } = fault;
        if (retryAfter !== undefined) outgoing.setHeader('Retry-After', retryAfter);
        if (location !== undefined) outgoing.setHeader('Location', location);
        outgoing.writeHead(status, { 'Content-Type': type }).end(page, 'latin1');
        return;
      }
      if (fault === 'slow headers' || fault === 'slow body') {
        trickle(incoming.socket, fault === 'slow body' ? `${HEAD}\r\n` : `${HEAD}X-Endless: `);
        return;
      }
      const { method, headers, url = '' } = incoming;
      const passed = request(new URL(url, this.target), { method, headers }, (answer) => {
        if (fault === 'lost') {
          answer.resume().on('end', () => outgoing.destroy());
        } else if (fault === 'cut') {
          outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
          answer.once('data', (data: Buffer) => {
            outgoing.write(data.subarray(0, data.length / 2), () => outgoing.destroy());
          });
        } else {
          answer.pipe(outgoing.writeHead(answer.statusCode ?? 0, answer.headers));
        }
      });
      passed.on('error', () => outgoing.destroy());
      incoming.pipe(passed);
    });
  }

  static async before(target: string): Promise<FlakyProxy> {
    const proxy = new FlakyProxy(target);
    atEndOfSuite(() => proxy.stop());
    await new Promise<void>((listening) => proxy.server.listen(0, '127.0.0.1', listening));
    return proxy;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Sets the faults of the next requests, one each, and forgets the earlier ones. */
  next(...faults: Fault[]): void {
    this.faults = faults;
    this.method = undefined;
    this.seen.length = 0;
  }

  /** Sets the faults of the next orders, one each. Everything else passes. */
  nextOrders(...faults: Fault[]): void {
    this.nextOf('POST', ...faults);
  }

  /** Sets the faults of the next requests with a method, one each. Everything else passes. */
  nextOf(method: string, ...faults: Fault[]): void {
    this.next(...faults);
    this.method = method;
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}
