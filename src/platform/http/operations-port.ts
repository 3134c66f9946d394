import type { Server } from 'node:http';
import { createServer, type Server as NetServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { SETTINGS, type Settings } from '../config/settings.js';
import { SettingsError } from '../config/variables.js';
import type { RequestHead } from './request-context.js';

/** Paths that only operators use, in lower case. */
const OPERATORS_PATH = /^\/+(?:(?:admin|metrics)(?:[/?#;]|$)|docs\/+admin|health\/+operations)/;

/**
 * The second port of an installation that keeps operators apart. With OPERATIONS_PORT, only this port serves the Admin API, the
 * metrics and operators' sessions.
 * - it serves everything else as well, because pages and API must share an origin
 */
@Injectable()
export class OperationsPort implements BeforeApplicationShutdown {
  private readonly sockets = new WeakSet<Socket>();
  private listener: NetServer | null = null;

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** Opens the port, and passes its connections to the service's only HTTP server. @throws SettingsError when the port is taken */
  async listen(server: Server): Promise<void> {
    const { operationsPort, listenAddress } = this.settings;
    if (operationsPort === null) return;
    // As the HTTP server opens its own.
    const options = { allowHalfOpen: true, noDelay: true };
    const listener = createServer(options, (socket) => {
      this.sockets.add(socket);
      server.emit('connection', socket);
    });
    this.listener = listener.listen({ port: operationsPort, host: listenAddress ?? undefined });
    await once(listener, 'listening').catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EADDRINUSE'
        ? new SettingsError(`the port in OPERATIONS_PORT (${operationsPort}) is in use`)
        : error;
    });
  }

  /** The port that it listens on; null: none. */
  get port(): number | null {
    const address = this.listener?.address() ?? null;
    return typeof address === 'object' && address !== null ? address.port : null;
  }

  /** Returns true if operators may work through the port of a request. */
  isOpenTo({ socket }: Pick<RequestHead, 'socket'>): boolean {
    return this.settings.operationsPort === null || this.sockets.has(socket);
  }

  /** Returns true if a request came to the operators' port, which has an address of its own. */
  hasReceived({ socket }: Pick<RequestHead, 'socket'>): boolean {
    return this.sockets.has(socket);
  }

  /** Returns true if the port of a request does not serve its path. */
  hides(request: Pick<RequestHead, 'url' | 'socket'>): boolean {
    return !this.isOpenTo(request) && OPERATORS_PATH.test(pathIn(request.url ?? ''));
  }

  /** Stops listening. Open connections end like all others. */
  beforeApplicationShutdown(): void {
    this.stopListening();
  }

  stopListening(): void {
    this.listener?.close();
  }
}

/** Reads the path of a request in a form that can be compared. A request target from a proxy begins with the host. */
function pathIn(url: string): string {
  const plain = url.toLowerCase().replaceAll('\\', '/');
  return plain.startsWith('/') ? plain : plain.replace(/^[a-z][a-z0-9+.-]*:(\/\/[^/?#]*)?/, '');
}
