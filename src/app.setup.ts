import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import helmet from 'helmet';
import { AppModule, type AppParts } from './app.module.js';
import { serveDocs } from './docs/docs.js';
import { accessLog } from './http/access-log.js';
import { NestLogger } from './http/logger.js';
import { answerRefusedConnections } from './http/refused-connections.js';
import { openRequestContext } from './http/request-context.js';

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 15_000;
/** Longer than a load balancer keeps its idle connections, so that it is the one to close them. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;

/** The application as it is shipped: what main.ts listens with and the tests call. */
export async function createApp(parts: AppParts): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(AppModule.of(parts), {
    bodyParser: false,
    logger: new NestLogger(parts.logger),
    abortOnError: false,
  });
  app.set('etag', false);
  app.set('query parser', 'simple');
  app.use(openRequestContext, accessLog(parts.logger));
  app.use(
    // Swagger UI is served by plain http too, where its assets must not be upgraded to https.
    helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } }),
  );
  serveDocs(app);
  const server = app.getHttpServer();
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  answerRefusedConnections(server);
  await app.init();
  return app;
}
