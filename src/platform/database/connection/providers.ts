import { DatabaseContractError } from './contract.js';
import { IS_AURORA, type Storage } from './storage.js';

/** Facts that reveal a database that only speaks PostgreSQL's protocol or stores data in its own way. */
export interface Provider {
  version: string;
  isAurora: boolean;
  hasCitus: boolean;
}

/** Reads the {@link Provider}, in SQL that all of them understand. */
export const PROVIDER = `SELECT version() AS version, ${IS_AURORA} AS "isAurora",
  EXISTS (SELECT 1 FROM pg_catalog.pg_class WHERE relname = 'pg_dist_partition') AS "hasCitus"`;

/** Finds one of the service's tables that Citus has distributed; null: none. Only for a database with Citus. */
export const DISTRIBUTED = `SELECT min(logicalrelid::text) AS "table" FROM pg_catalog.pg_dist_partition
  WHERE logicalrelid IN (SELECT oid FROM pg_catalog.pg_class WHERE relnamespace = to_regnamespace('public'))`;

/**
 * Databases that cannot keep the promises of the service, each with the reason. A connection cannot find this out: the
 * difference appears at the first crash, or between two instances.
 */
const REFUSED: readonly [
  name: string,
  is: (provider: Provider, storage: Storage) => boolean,
  reason: string,
][] = [
  [
    'Amazon Aurora',
    ({ isAurora }, storage) => isAurora && storage !== 'aurora',
    'replaces the storage of PostgreSQL and was never tested; vouch for it by DATABASE_STORAGE=aurora, or',
  ],
  [
    'CockroachDB',
    ({ version }) => version.startsWith('CockroachDB'),
    'accepts advisory locks without locking anything, and has no snapshots of transactions;',
  ],
  [
    'YugabyteDB',
    ({ version }) => version.includes('-YB-'),
    'has no snapshots of transactions that hold for all of its nodes;',
  ],
];

/** @throws DatabaseContractError with one line if the database is known not to work */
export function assertProvider(provider: Provider, storage: Storage): void {
  for (const [name, is, reason] of REFUSED) {
    if (!is(provider, storage)) continue;
    throw new DatabaseContractError(
      `the database is ${name}, which ${reason} use PostgreSQL itself: docs/scaling.md lists providers`,
    );
  }
}

/** @throws DatabaseContractError if Citus has distributed a table */
export function assertNotDistributed(table: string | null): void {
  if (table === null) return;
  throw new DatabaseContractError(
    `Citus has distributed the table ${table}, so its triggers, foreign keys and unique keys do not hold over all nodes; ` +
      `run SELECT undistribute_table('${table}') for it and all others: docs/scaling.md lists what works`,
  );
}
