import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';

/** What pg's pool tells of itself. */
export interface PoolState {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

/**
 * The counts of a data source's pool. TypeORM creates the pool and publishes no way to reach it, and pg tells its counts
 * nowhere else; this file alone takes it from TypeORM's driver.
 *
 * @throws Error when it is not there any more
 */
export function poolStateOf(dataSource: DataSource): PoolState {
  const pool = (dataSource.driver as PostgresDriver).master as Partial<PoolState> | undefined;
  if (typeof pool?.waitingCount !== 'number') throw new Error('TypeORM has no pool of pg');
  return pool as PoolState;
}
