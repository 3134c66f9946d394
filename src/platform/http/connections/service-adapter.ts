import { createServer, type ServerResponse } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express } from 'express';
import { ContentBody, sendContent } from '../representation/content-body.js';
import { answerRefusedConnections } from './refused-connections.js';

const SERVER_OPTIONS = {
  headersTimeout: 10_000,
  /** For the upload of a large file on a slow line; JSON bodies have a limit of their own. */
  requestTimeout: 5 * 60_000,
  /** Longer than a load balancer keeps its idle connections, so that it is the one to close them. */
  keepAliveTimeout: 75_000,
  /** Interval at which timeouts are checked. With Node's default of 30 s, slow senders would stay up to 30 s longer. */
  connectionsCheckingInterval: 1_000,
  /** Node's own refusal has no body; the middleware in request-entry.ts refuses such requests. */
  requireHostHeader: false,
};

/** For a caller that takes nothing of its answer, which is cut off after one to two such times. */
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
    if (body instanceof ContentBody) return sendContent(body.content, response);
    return super.reply(response, body, status);
  }
}
