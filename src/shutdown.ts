import { Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import type { Database } from './database/database.js';
import { HealthService } from './health/health.service.js';

/** How long a load balancer may take to see that the instance is not ready any more. */
const NOTICE_MS = 2_000;
/** How long a connection that was just accepted may take to send its request. */
const GRACE_MS = 300;
const IDLE_CHECK_MS = 50;
const HARD_EXIT_MS = 25_000;

/**
 * SIGTERM: not ready, but still answering until load balancers have noticed; then no new connection is
 * accepted, every request that was accepted is finished, and the process ends. Ctrl-C does the same
 * without waiting for balancers.
 */
export function shutDownOnSignal(
  app: NestExpressApplication,
  database: Database,
  logger: Logger,
): void {
  let isShuttingDown = false;
  const shutDown = async (noticeMs: number): Promise<void> => {
    if (isShuttingDown) return;
    isShuttingDown = true;
    logger.info('shutting down');
    setTimeout(() => process.exit(1), HARD_EXIT_MS).unref();
    app.get(HealthService).startDraining();
    await sleep(noticeMs);
    await finishConnections(app);
    await database.stop();
    process.exit(0);
  };
  process.on('SIGTERM', () => void shutDown(NOTICE_MS));
  process.on('SIGINT', () => void shutDown(0));
}

async function finishConnections(app: NestExpressApplication): Promise<void> {
  const server = app.getHttpServer();
  // The listening socket only: http's own close() would also cut connections that are about to ask.
  NetServer.prototype.close.call(server);
  await sleep(GRACE_MS);
  const health = app.get(HealthService);
  // Again and again: a connection is idle only after its last answer. One that was opened and never used
  // is not idle to Node, but when nothing is in flight it holds up the end for nothing.
  const idleCheck = setInterval(() => {
    if (health.inFlight === 0) server.closeAllConnections();
    else server.closeIdleConnections();
  }, IDLE_CHECK_MS);
  await app.close();
  clearInterval(idleCheck);
}
