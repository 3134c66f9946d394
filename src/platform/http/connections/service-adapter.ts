import { createServer, type ServerResponse } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express } from 'express';
import { PolledAnswer } from '../representation/representation.js';
import { sendPolled } from '../representation/send-polled.js';
import { answerRefusedConnections } from './refused-connections.js';

const SERVER_OPTIONS = {
  headersTimeout: 10_000,
  /** Enough to upload a large file on a slow line. JSON bodies have a limit of their own. */
  requestTimeout: 5 * 60_000,
  /** Longer than a load balancer keeps idle connections, so that the load balancer closes them. */
  keepAliveTimeout: 75_000,
  /** Interval for checking timeouts. Node's default is 30 s, for which slow senders would stay longer. */
  connectionsCheckingInterval: 1_000,
  /** Node's own refusal has no body, so the middleware in request-entry.ts refuses these requests. */
  requireHostHeader: false,
};

/** Time limit for a caller that stops reading its answer. It is cut off after one to two such times. */
const STALLED_MS = 60_000;

/** Nest's adapter for Express, on a server with these limits. Some of them can only be set when the server is created. */
export class ServiceAdapter extends ExpressAdapter {
  override initHttpServer(): void {
    const server = createServer(SERVER_OPTIONS, this.getInstance<Express>());
    server.timeout = STALLED_MS;
    answerRefusedConnections(server);
    this.setHttpServer(server);
  }

  override reply(response: ServerResponse, body: unknown, status?: number): unknown {
    if (body instanceof PolledAnswer) return sendPolled(body as PolledAnswer<object>, response);
    // Express would answer `If-None-Match: *` with 304, although there is no tag to compare.
    if (!response.hasHeader('ETag')) delete response.req.headers['if-none-match'];
    return super.reply(response, body, status);
  }
}
