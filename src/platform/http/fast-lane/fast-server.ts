import { Server } from 'node:http';
import type { Socket } from 'node:net';
import { FastConnection, type ConnectionParts } from './fast-connection.js';

const CHECK_MS = 1_000;

/**
 * An HTTP server that answers requests of lane routes before `node:http` sees them, whose own objects for a request and its response
 * cost more than these answers. What is not plainly such a request is Node's.
 */
export class FastServer extends Server {
  private readonly fast = new Set<FastConnection>();

  /** Handles new connections in the fast lane first. */
  recognizeWith(parts: Omit<ConnectionParts, 'toNode' | 'onGone' | 'keepAliveMs'>): void {
    // Node's own listener was registered first, when the server was made.
    const [toNode] = this.listeners('connection') as ((socket: Socket) => void)[];
    if (toNode === undefined)
      throw new Error(
        'The server has no connection listener: expected the one that node:http registers',
      );
    const shared: ConnectionParts = {
      ...parts,
      keepAliveMs: this.keepAliveTimeout,
      toNode: (socket) => toNode.call(this, socket),
      onGone: (connection) => this.fast.delete(connection),
    };
    this.removeListener('connection', toNode);
    this.prependListener('connection', (socket: Socket) => {
      this.fast.add(new FastConnection(socket, shared));
    });
    const check = setInterval(() => this.closeLate(performance.now()), CHECK_MS).unref();
    this.once('close', () => clearInterval(check));
  }

  override closeIdleConnections(): void {
    super.closeIdleConnections();
    // Node's method keeps connections that never sent a request, too.
    this.destroyWhere(({ isUsed, idleSinceMs }) => isUsed && idleSinceMs !== null);
  }

  override closeAllConnections(): void {
    super.closeAllConnections();
    this.destroyWhere(() => true);
  }

  /** Closes idle connections. */
  private closeLate(nowMs: number): void {
    this.destroyWhere(
      ({ isUsed, idleSinceMs }) =>
        idleSinceMs !== null &&
        nowMs - idleSinceMs > (isUsed ? this.keepAliveTimeout : this.headersTimeout),
    );
  }

  private destroyWhere(isMeant: (connection: FastConnection) => boolean): void {
    for (const connection of this.fast) if (isMeant(connection)) connection.destroy();
  }
}
