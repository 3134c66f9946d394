import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { HookEvent, SentEvent } from './wso-program.js';

/** Program of a store that receives events. */
export class EventReceiver {
  readonly events: HookEvent[] = [];
  readonly requests: SentEvent[] = [];
  /** Answers to the next events: a status, or none. */
  readonly answers: (204 | 301 | 404 | 'none')[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<EventReceiver> {
    const server = createServer((request, response) => {
      // A followed redirect, which has no event.
      if (request.method === 'GET') {
        response.end();
        return;
      }
      void text(request).then((body) => {
        receiver.requests.push({ headers: request.headers, body });
        const answer = receiver.answers.shift() ?? 204;
        if (answer === 'none') return;
        if (answer === 204) receiver.events.push(JSON.parse(body) as HookEvent);
        response.writeHead(answer, answer === 301 ? { Location: '/moved' } : {}).end();
      });
    });
    const receiver = new EventReceiver(server);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  get ofOrders(): HookEvent[] {
    return this.events.filter(({ data }) => data.order_number !== undefined);
  }

  get names(): string[] {
    return this.events.map(({ type, data }) => `${type} ${data.sku ?? data.order_number ?? ''}`);
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}
