import { once } from 'node:events';
import {
  connect,
  createServer,
  type AddressInfo,
  type NetConnectOpts,
  type Server,
  type Socket,
} from 'node:net';
import type { DatabaseConnection } from '../../../../ormconfig.js';

/** Direction in which bytes go. */
export type Direction = 'to database' | 'to service';

/** Condition of a connection. It calls `write` with all bytes in order, or throws to cut the connection. */
export type Weather = (
  bytes: Buffer,
  write: (bytes: Buffer) => void,
  direction: Direction,
) => Promise<void>;

/** A TCP proxy before PostgreSQL that delays, changes or drops data as a test needs. */
export class DatabaseProxy {
  private readonly fromService = new Set<Socket>();
  private weather: Weather = clear;
  private isClosedToNew = false;

  private constructor(
    private readonly server: Server,
    private upstream: DatabaseConnection,
  ) {}

  static async before(upstream: DatabaseConnection): Promise<DatabaseProxy> {
    const server = createServer({ noDelay: true });
    const proxy = new DatabaseProxy(server, upstream);
    server.on('connection', (socket) => proxy.accept(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get connection(): { url: string } {
    const { port } = this.server.address() as AddressInfo;
    if (!('url' in this.upstream)) {
      const { user, database } = this.upstream;
      return { url: `postgres://${user}@127.0.0.1:${port}/${database}` };
    }
    const url = new URL(this.upstream.url);
    url.hostname = '127.0.0.1';
    url.port = String(port);
    return { url: url.href };
  }

  /** Connects to another server from now on, and cuts open connections. */
  redirect(upstream: DatabaseConnection): void {
    this.upstream = upstream;
    this.reset();
  }

  /** Changes the condition of all connections, also of open ones. */
  turn(weather: Weather): void {
    this.weather = weather;
  }

  /** Cuts every connection with a reset; with `refuse` new ones too, until {@link admit}. */
  reset({ refuse = false } = {}): void {
    this.isClosedToNew = refuse;
    for (const socket of this.fromService) socket.resetAndDestroy();
  }

  admit(): void {
    this.isClosedToNew = false;
  }

  async close(): Promise<void> {
    this.server.close();
    this.reset({ refuse: true });
    await once(this.server, 'close');
  }

  private accept(service: Socket): void {
    if (this.isClosedToNew) {
      service.resetAndDestroy();
      return;
    }
    const database = connect({ ...placeOf(this.upstream), noDelay: true });
    this.fromService.add(service);
    service.once('close', () => this.fromService.delete(service));
    for (const [socket, other] of [
      [service, database],
      [database, service],
    ] as const) {
      socket.on('error', () => undefined);
      socket.once('close', () => other.destroy());
    }
    void this.carry(service, database, 'to database');
    void this.carry(database, service, 'to service');
  }

  private async carry(from: Socket, to: Socket, direction: Direction): Promise<void> {
    try {
      for await (const bytes of from) {
        await this.weather(bytes as Buffer, (part) => to.write(part), direction);
      }
      to.end();
    } catch {
      to.destroy();
    }
  }
}

/** Passes everything on. */
export const clear: Weather = (bytes, write) => {
  write(bytes);
  return Promise.resolve();
};

/** Holds all data back without an error until it is lifted. Then the data arrives. */
export function blackHole(): { weather: Weather; lift: () => void } {
  let lift = (): void => undefined;
  const lifted = new Promise<void>((resolve) => (lift = resolve));
  return {
    weather: async (bytes, write) => {
      await lifted;
      write(bytes);
    },
    lift: () => lift(),
  };
}

function placeOf(connection: DatabaseConnection): NetConnectOpts {
  if (!('url' in connection)) return { path: `${connection.host}/.s.PGSQL.${connection.port}` };
  const { hostname, port } = new URL(connection.url);
  return { host: hostname, port: Number(port || 5432) };
}
