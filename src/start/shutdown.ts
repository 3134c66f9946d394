import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import type { Database } from '../platform/database/database.js';
import { HealthService } from '../platform/observability/health.service.js';

/** How long a load balancer may take to see that the instance is not ready any more. */
const NOTICE_MS = 2_000;
/** How long callers keep the connections they have: each is closed with its next answer. */
const FAREWELL_MS = 2_000;
/** How long a connection that was just accepted may take to send its request. */
const GRACE_MS = 300;
const CHECK_MS = 50;
const HARD_EXIT_MS = 25_000;
/** A turn of the loop in which nothing was done. */
const QUIET_TURN_MS = 0.01;
/** For so long a quiet turn is waited for at most. */
const QUIET_WAIT_MS = 1_000;

/** How long the phases of an end may take, in milliseconds. */
interface Pace {
  noticeMs: number;
  farewellMs: number;
}

/**
 * SIGTERM: not ready, but going on as before until load balancers have noticed; then no new connection is
 * accepted, each one there is closed with its next answer, every request that was accepted is finished, and the
 * process ends. Ctrl-C does the same without waiting for balancers and their connections.
 */
export function shutDownOnSignal(
  app: NestExpressApplication,
  database: Database,
  logger: Logger,
): void {
  let isShuttingDown = false;
  const shutDown = async ({ noticeMs, farewellMs }: Pace): Promise<void> => {
    if (isShuttingDown) return;
    isShuttingDown = true;
    logger.info('shutting down');
    setTimeout(() => process.exit(1), HARD_EXIT_MS).unref();
    const health = app.get(HealthService);
    health.startDraining();
    await sleep(noticeMs);
    // Not before: whoever is told to go comes back on a new connection while there is a socket to take it.
    await stopListening(app.getHttpServer());
    health.startLeaving();
    await farewell(app.getHttpServer(), farewellMs);
    await finishConnections(app, health);
    await database.stop();
    process.exit(0);
  };
  process.on('SIGTERM', () => void shutDown({ noticeMs: NOTICE_MS, farewellMs: FAREWELL_MS }));
  process.on('SIGINT', () => void shutDown({ noticeMs: 0, farewellMs: GRACE_MS }));
}

/**
 * Closes the listening socket right after a turn of the loop that was short and brought no connection. A connection
 * that the system has made but nobody has accepted yet is reset with the socket, its request perhaps sent: a
 * balancer can't tell whether that may be repeated. Once the socket is closed, others are refused, and go elsewhere.
 */
async function stopListening(server: Server): Promise<void> {
  let accepted = 0;
  const count = (): void => {
    accepted += 1;
  };
  server.on('connection', count);
  // Code that never ran takes a tenth of a millisecond: time enough for a connection.
  const rehearsal = new NetServer().listen(0, '127.0.0.1');
  await once(rehearsal, 'listening');
  closeSocket(rehearsal);
  const lateAt = performance.now() + QUIET_WAIT_MS;
  await new Promise<void>((resolve) => {
    // In the callback itself, a few microseconds after the loop has looked for connections.
    const next = (acceptedBefore: number, begunAt: number): void => {
      const now = performance.now();
      const isQuiet = accepted === acceptedBefore && now - begunAt < QUIET_TURN_MS;
      if (!isQuiet && now < lateAt) {
        setImmediate(next, accepted, now);
        return;
      }
      closeSocket(server);
      resolve();
    };
    setImmediate(next, accepted, performance.now());
  });
  server.off('connection', count);
}

/** The listening one only: http's own close() would also cut connections that are about to ask. */
function closeSocket(server: NetServer): void {
  NetServer.prototype.close.call(server);
}

/** Until nobody is connected any more, or for so long. */
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
  // Again and again: a connection is idle only after its last answer. One that was opened and never used
  // is not idle to Node, but when nothing is in flight it holds up the end for nothing.
  const idleCheck = setInterval(() => {
    if (health.inFlight === 0) server.closeAllConnections();
    else server.closeIdleConnections();
  }, CHECK_MS);
  await app.close();
  clearInterval(idleCheck);
}
