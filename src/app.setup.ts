import type { Server, ServerResponse } from 'node:http';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import onHeaders from 'on-headers';
import { AppModule, type AppParts } from './app.module.js';
import { AccessGuard } from './auth/access.guard.js';
import { servePages } from './dashboard/pages/serve-pages.js';
import { ChangeLogJob } from './platform/live-cache/change-log.job.js';
import { serveDocs } from './docs/serve-docs.js';
import { HealthService } from './platform/observability/health.service.js';
import { accessLog } from './platform/observability/access-log.js';
import { ErrorFilter } from './platform/http/error.filter.js';
import { headersOf, openFastLane } from './platform/http/fast-lane/fast-lane.js';
import { NestLogger } from './platform/observability/logger.js';
import { Metrics } from './platform/observability/metrics.js';
import { answerRefusedConnections } from './platform/http/refused-connections.js';
import { openRequestContext, type TrackedRequest } from './platform/http/request-context.js';
import { OrderExpiryJob } from './orders/fulfillment/order-expiry.job.js';
import { TestModeJob } from './orders/test-mode/test-mode.job.js';
import { polledRoutes } from './polled-routes.js';

const HEADERS_TIMEOUT_MS = 10_000;
/** For the upload of a large file on a slow line; JSON bodies have a limit of their own. */
const REQUEST_TIMEOUT_MS = 5 * 60_000;
const TIMEOUT_CHECK_MS = 1_000;
/** Longer than a load balancer keeps its idle connections, so that it is the one to close them. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;

/** The application as it is shipped: what main.ts listens with and the tests call. */
export async function createApp(
  parts: AppParts,
  { hasFastLane = true } = {},
): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(AppModule.of(parts), {
    bodyParser: false,
    logger: new NestLogger(parts.logger),
    abortOnError: false,
  });
  app.set('etag', false);
  app.set('query parser', 'simple');
  const health = app.get(HealthService);
  const log = accessLog(parts.logger, app.get(Metrics), () => health.end());
  const follow = (request: TrackedRequest, response: ServerResponse): void => {
    health.begin();
    log(request, response);
  };
  // Swagger UI is served by plain http too, where its assets must not be upgraded to https.
  const secure = helmet({
    contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } },
  });
  app.use(
    openRequestContext,
    (request: Request, response: Response, next: NextFunction) => {
      follow(request, response);
      // Callers turn to another instance before this one closes their connection; decided when the answer
      // is written, which may be long after the request came.
      onHeaders(response, () => {
        if (health.isLeaving) response.setHeader('Connection', 'close');
      });
      next();
    },
    secure,
  );
  serveDocs(app);
  servePages(app);
  const server: Server = app.getHttpServer();
  limitConnections(server);
  await app.init();
  for (const job of [ChangeLogJob, OrderExpiryJob, TestModeJob]) app.get(job).start();
  if (hasFastLane) {
    const guard = app.get(AccessGuard);
    const errors = app.get(ErrorFilter);
    openFastLane(server, {
      routes: polledRoutes(app),
      headers: headersOf(secure),
      admit: (request, headers) => guard.admitClient(request, headers, { isOrder: false }),
      follow,
      refuse: (thrown, request, response) => errors.answer(thrown, request, response),
      isLeaving: () => health.isLeaving,
    });
  }
  return app;
}

function limitConnections(server: Server): void {
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  // Read when it begins to listen; Node's own 30 s would let slow senders stay that much longer.
  Object.assign(server, { connectionsCheckingInterval: TIMEOUT_CHECK_MS });
  // A caller that has sent its request and shut its side still waits for the answer.
  Object.assign(server, { httpAllowHalfOpen: true });
  answerRefusedConnections(server);
}
