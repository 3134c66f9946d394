import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import { WaitingCalls } from '../auth/waiting/waiting-calls.js';
import { LiveChanges } from '../dashboard/live/live-changes.service.js';
import type { Settings } from '../platform/config/settings.js';
import type { Database } from '../platform/database/database.js';
import { OperationsPort } from '../platform/http/operations-port.js';
import { HealthService } from '../platform/observability/health.service.js';
import { closeTracing } from '../platform/observability/tracing/tracing.js';
import { stopListening } from './stop-listening.js';

/** Time that callers may keep open connections. Each connection is closed with its next response. */
const FAREWELL_MS = 2_000;
/** Time limit for the first request of a connection that was just accepted. */
const GRACE_MS = 300;
const CHECK_MS = 50;
/** Time limit of a shutdown after the notice. */
const HARD_EXIT_MS = 23_000;

/** Time limits of the phases of a shutdown, in milliseconds. */
interface Pace {
  noticeMs: number;
  farewellMs: number;
}

/**
 * Shuts down after SIGTERM. Ctrl-C skips the wait for load balancers and their connections.
 * 1. reports not ready, but works normally until load balancers have noticed
 * 2. accepts no new connections, and closes each open one with its next response
 * 3. finishes every accepted request, and exits
 */
export function shutDownOnSignal(
  app: NestExpressApplication,
  database: Database,
  logger: Logger,
  { noticeSeconds }: Pick<Settings, 'noticeSeconds'>,
): void {
  let isShuttingDown = false;
  const shutDown = async ({ noticeMs, farewellMs }: Pace): Promise<void> => {
    if (isShuttingDown) return;
    isShuttingDown = true;
    logger.info('shutting down');
    setTimeout(() => process.exit(1), noticeMs + HARD_EXIT_MS).unref();
    const health = app.get(HealthService);
    health.startDraining();
    void app.get(WaitingCalls).beforeApplicationShutdown();
    app.get(LiveChanges).beforeApplicationShutdown();
    await sleep(noticeMs);
    // Close the socket only now: callers that receive `Connection: close` reconnect as long as the socket accepts them.
    app.get(OperationsPort).stopListening();
    await stopListening(app.getHttpServer());
    health.startLeaving();
    await farewell(app.getHttpServer(), farewellMs);
    await finishConnections(app, health);
    await Promise.all([database.stop(), closeTracing()]);
    process.exit(0);
  };
  process.on(
    'SIGTERM',
    () => void shutDown({ noticeMs: noticeSeconds * 1000, farewellMs: FAREWELL_MS }),
  );
  process.on('SIGINT', () => void shutDown({ noticeMs: 0, farewellMs: GRACE_MS }));
}

/** Waits until no connection is left, for at most `limitMs`. */
async function farewell(server: Server, limitMs: number): Promise<void> {
  const connections = promisify(server.getConnections.bind(server));
  const until = performance.now() + limitMs;
  while (performance.now() < until && (await connections()) > 0) await sleep(CHECK_MS);
}

async function finishConnections(
  app: NestExpressApplication,
  health: HealthService,
): Promise<void> {
  const server: Server = app.getHttpServer();
  // Repeatedly: a connection is idle only after its last response. Node does not treat one that was never
  // used as idle, so with no request in flight it is closed here.
  const idleCheck = setInterval(() => {
    if (health.inFlight === 0) server.closeAllConnections();
    else server.closeIdleConnections();
  }, CHECK_MS);
  await app.close();
  clearInterval(idleCheck);
}
