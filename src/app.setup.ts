import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule, type AppParts } from './app.module.js';
import { servePages } from './desk/pages/serve-pages.js';
import { RequestFailuresService } from './desk/store-requests/failures/request-failures.service.js';
import { RecentRequestsService } from './desk/store-requests/recent/recent-requests.service.js';
import { SETTINGS, type Settings } from './platform/config/settings.js';
import { assertEveryRouteHasAccess } from './platform/http/access/declared-access.js';
import { addressMatcher, untrustedForwardingLog } from './platform/http/client-address.js';
import { guardConnections } from './platform/http/connections/connection-guard.js';
import { OwnServerAdapter } from './platform/http/connections/own-server-adapter.js';
import { requestEntry, type EntryParts } from './platform/http/connections/request-entry.js';
import type { RequestFollower } from './platform/http/connections/request-follower.js';
import { FastLane } from './platform/http/fast-lane/fast-lane.js';
import { verifiedRoutes } from './platform/http/fast-lane/verified-routes.js';
import { OperationsPort } from './platform/http/operations-port.js';
import { PublicUrl } from './platform/http/public-url.js';
import { SecurityHeaders } from './platform/http/security-headers.js';
import { startJobs } from './platform/jobs/start-jobs.js';
import { accessLog } from './platform/observability/access-log.js';
import { HealthService } from './platform/observability/health.service.js';
import { NestLogger, type Log } from './platform/observability/logger.js';
import { Metrics } from './platform/observability/metrics.js';
import { endRequestSpan } from './platform/observability/tracing/tracing.js';
import { serveDemoPictures } from './start/demo/demo-pictures.js';
import { serveDocs } from './start/docs/serve-docs.js';

/** Makes the application as it is shipped: what main.ts listens with and the tests call. */
export async function createApp(parts: AppParts): Promise<NestExpressApplication> {
  const app = await assembleApp(AppModule.of(parts), parts.log);
  await initApp(app, parts.log);
  return app;
}

/** Makes the core alone: the Store API, and the Admin API of what it serves. */
export async function createCore(parts: AppParts): Promise<NestExpressApplication> {
  const app = await assemble(AppModule.of(parts, null), parts.log);
  await init(app, parts.log);
  return app;
}

/** Makes the modules' controllers and services; more may be added to the application before {@link initApp}. */
export async function assembleApp(
  module: DynamicModule,
  log: Log,
): Promise<NestExpressApplication> {
  const app = await assemble(module, log);
  serveDocs(app);
  servePages(app);
  serveDemoPictures(app);
  return app;
}

/**
 * Makes the routes and starts the jobs.
 *
 * @throws FastLaneError when something applies to a lane route that the fast lane does not run
 */
export async function initApp(app: NestExpressApplication, log: Log): Promise<void> {
  const failures = app.get(RequestFailuresService);
  const recent = app.get(RecentRequestsService);
  await init(app, log, (request, end) => {
    failures.note(request);
    recent.note(request, end);
  });
}

async function assemble(module: DynamicModule, { logger }: Log): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(module, new OwnServerAdapter(), {
    bodyParser: false,
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', 'simple');
  return app;
}

/** @param noteEnd receives every request that ended */
async function init(
  app: NestExpressApplication,
  { logger, output }: Log,
  noteEnd: RequestFollower['end'] = () => undefined,
): Promise<void> {
  await app.init();
  assertEveryRouteHasAccess(app);
  const adapter = app.getHttpAdapter() as OwnServerAdapter;
  const { express } = adapter;
  const settings = app.get<Settings>(SETTINGS);
  const { maxConnectionsPerAddress: maxPerAddress, trustedProxies, fastLane } = settings;
  const isTrusted = addressMatcher(trustedProxies);
  guardConnections(app.getHttpServer(), { maxPerAddress, isTrusted }, logger);
  const health = app.get(HealthService);
  const isLeaving = (): boolean => health.isLeaving;
  const noteForwarding = untrustedForwardingLog(trustedProxies, logger);
  const log = accessLog(logger, output, app.get(Metrics));
  const follower: RequestFollower = {
    begin: () => health.begin(),
    end: (request, end) => {
      noteEnd(request, end);
      noteForwarding(request);
      health.end();
      log(request, end);
      endRequestSpan(request, end);
    },
  };
  const security = new SecurityHeaders(app.get(PublicUrl).isHttps);
  const lane = fastLane
    ? new FastLane(verifiedRoutes(app, express, adapter.ownHandlers), security)
    : null;
  const operations = app.get(OperationsPort);
  const hides: EntryParts['hides'] = (request) => operations.hides(request);
  adapter.putInFront(requestEntry({ follower, isLeaving, lane, hides, security, express }));
  if (lane !== null) adapter.server.recognizeWith({ lane, follower, isLeaving });
  startJobs(app);
}
