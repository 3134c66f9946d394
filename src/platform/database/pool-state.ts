import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';

/** Counts of pg's pool. */
export interface PoolState {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

/**
 * Reads the counts of a data source's pool. TypeORM has no public access to the pool that it creates, so this file alone
 * takes it from TypeORM's driver.
 *
 * @throws Error when it is not there any more
 */
export function poolStateOf(dataSource: DataSource): PoolState {
  const pool = (dataSource.driver as PostgresDriver).master as Partial<PoolState> | undefined;
  if (typeof pool?.waitingCount !== 'number') throw new Error('TypeORM has no pool of pg');
  return pool as PoolState;
}
