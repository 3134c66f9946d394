import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { networkOf } from '../network.js';

export interface ConnectionLimits {
  /** Connections from one address, or one /64 of IPv6; 0: any number. */
  maxPerAddress: number;
  /** True if an address, such as that of a proxy, may have any number of connections. */
  isTrusted: (address: string) => boolean;
}

const REPORT_MS = 60_000;

/** Closes the connections that an address opens beyond its limit. */
export function guardConnections(server: Server, limits: ConnectionLimits, logger: Logger): void {
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
    socket.once('close', () => {
      const left = (counts.get(network) ?? 1) - 1;
      if (left === 0) counts.delete(network);
      else counts.set(network, left);
    });
  });
}
