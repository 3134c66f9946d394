import { setTimeout as sleep } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import type { Database } from './database/database.js';
import { HealthService } from './health/health.service.js';

/** How long a load balancer may take to see that the instance is not ready any more. */
const NOTICE_MS = 2_000;
const HARD_EXIT_MS = 25_000;

/**
 * SIGTERM: not ready, but still answering until load balancers have noticed; then every request that
 * was accepted is finished, and the process ends. Ctrl-C does the same without waiting for balancers.
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
    await app.close();
    await database.stop();
    process.exit(0);
  };
  process.on('SIGTERM', () => void shutDown(NOTICE_MS));
  process.on('SIGINT', () => void shutDown(0));
}
