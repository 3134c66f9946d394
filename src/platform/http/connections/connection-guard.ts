import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';

/** Limits of the connections of a server. */
export interface ConnectionLimits {
  /** Connections from one address; 0: any number. */
  maxPerAddress: number;
  /** True if an address may have any number of connections, as a proxy does. */
  isTrusted: (address: string) => boolean;
  /** A caller that takes nothing of its answer for so long is cut off. */
  stallMs: number;
}

/** Time after which a caller that reads nothing of its answer is disconnected. */
export const STALL_MS = 30_000;

/** Longest interval between two checks for such callers. */
const CHECK_MS = 5_000;
const REPORT_MS = 60_000;

/**
 * Keeps callers from holding the server's connections: closes those that an address opens beyond its limit, and those
 * whose caller takes nothing of an answer. Slow callers that do take something are left alone.
 */
export function guardConnections(server: Server, limits: ConnectionLimits, logger: Logger): void {
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
    const count = (counts.get(address) ?? 0) + 1;
    if (limits.maxPerAddress > 0 && count > limits.maxPerAddress && !limits.isTrusted(address)) {
      socket.destroy();
      report(address);
      return;
    }
    counts.set(address, count);
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      const left = (counts.get(address) ?? 1) - 1;
      if (left === 0) counts.delete(address);
      else counts.set(address, left);
    });
  });
  // The socket's own timeout notices when the system takes more of an answer. It is only set where an answer could not
  // be handed over at once, because it would also end the wait for a handler; Node replaces it after the answer.
  const check = setInterval(
    () => {
      for (const socket of open) {
        if (socket.writableLength > 0 && socket.timeout !== limits.stallMs) {
          socket.setTimeout(limits.stallMs);
        }
      }
    },
    Math.min(CHECK_MS, limits.stallMs),
  ).unref();
  server.once('close', () => clearInterval(check));
}
