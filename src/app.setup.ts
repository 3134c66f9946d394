import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { AppModule, type AppParts } from './app.module.js';
import { servePages } from './dashboard/pages/serve-pages.js';
import { RequestFailuresService } from './dashboard/store-requests/failures/request-failures.service.js';
import { RecentRequestsService } from './dashboard/store-requests/recent/recent-requests.service.js';
import { SETTINGS, type Settings } from './platform/config/settings.js';
import { assertEveryRouteHasAccess } from './platform/http/access/declared-access.js';
import { addressMatcher, untrustedForwardingLog } from './platform/http/client-address.js';
import { guardConnections } from './platform/http/connections/connection-guard.js';
import { hostRefusal } from './platform/http/connections/host-header.js';
import { requestEntry } from './platform/http/connections/request-entry.js';
import type { RequestFollower } from './platform/http/connections/request-follower.js';
import { ServiceAdapter } from './platform/http/connections/service-adapter.js';
import { queryParser } from './platform/http/connections/query-parser.js';
import { allowLocalPictures } from './platform/http/input/https-url.js';
import { OperationsPort } from './platform/http/operations-port.js';
import { PublicUrl } from './platform/http/public-url.js';
import { securityHeaders } from './platform/http/security-headers.js';
import { startJobs } from './platform/jobs/start-jobs.js';
import { accessLog } from './platform/observability/access-log.js';
import { HealthService } from './platform/observability/health.service.js';
import { NestLogger } from './platform/observability/logger.js';
import { MetricsAccess } from './platform/observability/metrics-access.js';
import { Metrics } from './platform/observability/metrics.js';
import { endRequestSpan } from './platform/observability/tracing/tracing.js';
import { serveDemoPictures } from './start/demo/demo-pictures.js';
import { serveDocs } from './start/docs/serve-docs.js';

/** Makes the application as it is shipped: main.ts listens with it, and the tests call it. */
export async function createApp(parts: AppParts): Promise<NestExpressApplication> {
  const app = await assembleApp(AppModule.of(parts), parts.logger);
  await initApp(app);
  return app;
}

/** Makes the core alone: the Store API, and the Admin API for what it serves. */
export async function createCore(parts: AppParts): Promise<NestExpressApplication> {
  const app = await assemble(AppModule.of(parts, null), parts.logger);
  await initApp(app);
  return app;
}

/** Makes the modules' controllers and services. Callers may add more to the application before {@link initApp}. */
export async function assembleApp(
  module: DynamicModule,
  logger: Logger,
): Promise<NestExpressApplication> {
  const app = await assemble(module, logger, (made) => {
    const [failures, recent] = [made.get(RequestFailuresService), made.get(RecentRequestsService)];
    return (request, end) => {
      failures.note(request);
      recent.note(request, end);
    };
  });
  serveDocs(app);
  servePages(app);
  serveDemoPictures(app);
  return app;
}

/** Makes the routes and starts the jobs. */
export async function initApp(app: NestExpressApplication): Promise<void> {
  await app.init();
  assertEveryRouteHasAccess(app);
  startJobs(app);
}

/** @param noteEndIn finds the function that is called with every request that ended */
async function assemble(
  module: DynamicModule,
  logger: Logger,
  noteEndIn: (app: NestExpressApplication) => RequestFollower['end'] = () => () => undefined,
): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(module, new ServiceAdapter(), {
    bodyParser: false,
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', queryParser());
  const settings = app.get<Settings>(SETTINGS);
  allowLocalPictures(!settings.isProduction);
  const { maxConnectionsPerAddress: maxPerAddress, trustedProxies } = settings;
  const isTrusted = addressMatcher(trustedProxies);
  guardConnections(app.getHttpServer(), { maxPerAddress, isTrusted }, logger);
  const health = app.get(HealthService);
  const noteForwarding = untrustedForwardingLog(trustedProxies, logger);
  const log = accessLog(logger, app.get(Metrics));
  const noteEnd = noteEndIn(app);
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
  const [operations, metrics] = [app.get(OperationsPort), app.get(MetricsAccess)];
  app.use(
    requestEntry({
      follower,
      isLeaving: () => health.isLeaving,
      hides: (request) => operations.hides(request) || metrics.hides(request),
      refusesHost: hostRefusal(settings, logger),
      secure: securityHeaders(app.get(PublicUrl).isHttps),
    }),
  );
  return app;
}
