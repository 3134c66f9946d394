import pg from 'pg';
import type { DataSource } from 'typeorm';

/** A connection, and what gives it back. */
export type Taken = [connection: pg.PoolClient, release: (error?: Error | boolean) => void];

type Callback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: Taken[1],
) => void;

/** Holds the pool that TypeORM's options create, because TypeORM offers no other way to its pool. */
export interface PoolHolder {
  pool?: ServicePool;
}

/** pg's pool as TypeORM uses it. A read may get a connection to another server. */
export class ServicePool extends pg.Pool {
  /** Takes a connection to another server for the current work; null: one of this pool has to do it. */
  takeElsewhere: () => Promise<Taken | null> = () => Promise.resolve(null);

  constructor({ holder, ...config }: pg.PoolConfig & { holder?: PoolHolder } = {}) {
    super(config);
    if (holder !== undefined) holder.pool = this;
  }

  /** Takes a connection of this pool. */
  async takeOwn(): Promise<Taken> {
    const client = await super.connect();
    return [client, (error) => client.release(error)];
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    const taking = this.takeElsewhere().then((taken) => taken ?? this.takeOwn());
    if (callback === undefined) return taking.then(([client]) => client);
    taking.then(
      ([client, release]) => callback(undefined, client, release),
      (error: Error) => callback(error, undefined, () => undefined),
    );
    return undefined;
  }
}

/** pg with this pool, for TypeORM's option `driver`. In a bundle, TypeORM would find another instance of pg by its name. */
export const SERVICE_DRIVER: typeof pg = Object.create(pg, {
  Pool: { value: ServicePool, enumerable: true },
}) as typeof pg;

/** Finds the pool of a connected data source. @throws Error if it has none: its options have no {@link PoolHolder} */
export function poolOf({ options }: DataSource): ServicePool {
  const { pool } = (options as { extra: { holder: PoolHolder } }).extra.holder;
  if (pool === undefined) throw new Error('the data source is not connected');
  return pool;
}
