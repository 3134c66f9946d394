import { DatabaseContractError } from './contract.js';

/** Facts by which a database is recognized that only speaks PostgreSQL's protocol or stores data in its own way. */
export interface Provider {
  version: string;
  isAurora: boolean;
  hasCitus: boolean;
}

/** Reads the {@link Provider}, in SQL that all of them understand. */
export const PROVIDER = `SELECT version() AS version,
  EXISTS (SELECT 1 FROM pg_catalog.pg_proc WHERE proname = 'aurora_version') AS "isAurora",
  EXISTS (SELECT 1 FROM pg_catalog.pg_extension WHERE extname = 'citus') AS "hasCitus"`;

/**
 * Databases that cannot keep the promises of the service, with the reason. Nothing that a connection can verify would
 * show it: the difference appears at the first crash, or between two instances.
 */
const REFUSED: readonly [name: string, is: (provider: Provider) => boolean, reason: string][] = [
  [
    'Amazon Aurora',
    ({ isAurora }) => isAurora,
    'keeps unlogged tables over a crash, so the service would not notice the crash and sell at outdated prices',
  ],
  [
    'CockroachDB',
    ({ version }) => version.startsWith('CockroachDB'),
    'accepts advisory locks without locking anything, and has no snapshots of transactions',
  ],
  [
    'YugabyteDB',
    ({ version }) => version.includes('-YB-'),
    'has no snapshots of transactions that hold for all of its nodes',
  ],
  [
    'Citus',
    ({ hasCitus }) => hasCitus,
    'has a clock and transaction ids for each node, so changes of other nodes would be missed',
  ],
];

/** @throws DatabaseContractError with one line if the database is known not to work */
export function assertProvider(provider: Provider): void {
  for (const [name, is, reason] of REFUSED) {
    if (!is(provider)) continue;
    throw new DatabaseContractError(
      `the database is ${name}, which ${reason}; use PostgreSQL itself: docs/scaling.md lists providers`,
    );
  }
}
