import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { networkOf } from '../network.js';
import { LOOK_MS, SlowReaders } from './slow-readers.js';

export interface ConnectionLimits {
  /** Connections from one address, or one /64 of IPv6; 0: any number. */
  maxPerAddress: number;
  /** True if an address may have any number of connections, as a proxy does. */
  isTrusted: (address: string) => boolean;
}

const REPORT_MS = 60_000;

/** Function that calls another one at an interval. @returns a function that ends it */
type Scheduler = (ms: number, work: () => Promise<void>) => () => void;

const onTimer: Scheduler = (ms, work) => {
  const timer = setInterval(() => void work(), ms).unref();
  return () => clearInterval(timer);
};

/**
 * Keeps callers from holding the server's connections: closes those that an address opens beyond its limit, and those
 * whose caller takes an answer too slowly.
 */
export function guardConnections(
  server: Server,
  limits: ConnectionLimits,
  logger: Logger,
  every: Scheduler = onTimer,
): void {
  const readers = new SlowReaders();
  const open = new Set<Socket>();
  const counts = new Map<string, number>();
  let reportedAtMs = -Infinity;
  const report = (address: string): void => {
    const nowMs = performance.now();
    if (nowMs - reportedAtMs < REPORT_MS) return;
    reportedAtMs = nowMs;
    logger.warn({ address, max: limits.maxPerAddress }, 'too many connections from one address');
  };
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const network = networkOf(address);
    const count = (counts.get(network) ?? 0) + 1;
    if (limits.maxPerAddress > 0 && count > limits.maxPerAddress && !limits.isTrusted(address)) {
      socket.destroy();
      report(address);
      return;
    }
    counts.set(network, count);
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      readers.forget(socket);
      const left = (counts.get(network) ?? 1) - 1;
      if (left === 0) counts.delete(network);
      else counts.set(network, left);
    });
  });
  const stop = every(LOOK_MS, () => readers.look(open));
  server.once('close', stop);
}
