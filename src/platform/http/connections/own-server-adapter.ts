import type { RequestListener } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express } from 'express';
import { handlersOf } from '../fast-lane/express-stack.js';
import { FastServer } from '../fast-lane/fast-server.js';
import { answerRefusedConnections } from './refused-connections.js';

const SERVER_OPTIONS = {
  headersTimeout: 10_000,
  /** For the upload of a large file on a slow line; JSON bodies have a limit of their own. */
  requestTimeout: 5 * 60_000,
  /** Longer than a load balancer keeps its idle connections, so that it is the one to close them. */
  keepAliveTimeout: 75_000,
  /** Interval at which timeouts are checked. With Node's default of 30 s, slow senders would stay up to 30 s longer. */
  connectionsCheckingInterval: 1_000,
  /** Node's own refusal has no body; {@link requestEntry} refuses such requests. */
  requireHostHeader: false,
};

/** Express behind a server of our own, so that something can stand between the two. */
export class OwnServerAdapter extends ExpressAdapter {
  /** Handlers that the adapter registers with Express itself: the hooks below, which cannot be set. */
  readonly ownHandlers: ReadonlySet<unknown>;
  private listener: RequestListener;

  constructor() {
    super();
    this.ownHandlers = handlersOf(this.express);
    this.listener = this.express;
  }

  get express(): Express {
    return this.getInstance<Express>();
  }

  get server(): FastServer {
    return this.getHttpServer() as FastServer;
  }

  override initHttpServer(): void {
    const server = new FastServer(SERVER_OPTIONS, (request, response) =>
      this.listener(request, response),
    );
    // A caller that has sent its request and shut its side still waits for the answer. Node has no option for it;
    // "a caller that shuts its side" in the tests of the Store API fails when this does nothing any more.
    Object.assign(server, { httpAllowHalfOpen: true });
    answerRefusedConnections(server);
    this.setHttpServer(server);
  }

  /** Sends all requests to `listener`, which forwards those it does not answer to Express. */
  putInFront(listener: RequestListener): void {
    this.listener = listener;
  }

  /** @throws Error always: a hook would not run for the requests that something in front of Express answers */
  override setOnRequestHook(): never {
    throw new Error('request hooks do not run on lane routes; use a guard or an interceptor');
  }

  /** @throws Error always, as {@link setOnRequestHook} */
  override setOnResponseHook(): never {
    throw new Error('response hooks do not run on lane routes; use a guard or an interceptor');
  }
}
