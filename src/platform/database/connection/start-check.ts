import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { PostgresOptions } from '../database.js';
import { ResilientClient } from '../resilient-client.js';
import { DatabaseContractError, sessionNotKept } from './contract.js';
import { keptLineConfig, pooledLineConfig } from './lines.js';
import { PooledClient } from './pooled-client.js';
import {
  assertNotDistributed,
  assertProvider,
  DISTRIBUTED,
  PROVIDER,
  type Provider,
} from './providers.js';
import { DEDICATED_SETTINGS, setStatements } from './session-settings.js';
import type { Storage } from './storage.js';

/** A pooler that uses its connections in turn may return the same one by chance. */
const ROUNDS = 3;

/** Equal for two connections to the same database, and different for all others. */
const IDENTITY = `SELECT concat_ws('/', (SELECT system_identifier FROM pg_control_system()),
  (SELECT oid FROM pg_database WHERE datname = current_database())) AS identity`;
const READ_MARK = `SELECT current_setting('wholesale.session', true) AS mark`;

/**
 * Verifies what a single connection cannot:
 * - the database is PostgreSQL itself
 * - sessions are kept while other connections are busy
 * - the pool reaches the same database as the dedicated connections
 *
 * @param storage what the operator says that the server stores in
 * @throws DatabaseContractError with one line that says what is wrong and what to do
 */
export async function checkLines(options: PostgresOptions, storage: Storage): Promise<void> {
  await checkProvider(options, storage);
  const config = { ...keptLineConfig({ options }), settings: DEDICATED_SETTINGS };
  const client = new ResilientClient(config);
  const other = new ResilientClient(config);
  const pooledConfig = pooledLineConfig({ options });
  const pooled = pooledConfig === null ? null : new PooledClient(pooledConfig);
  try {
    await client.connect();
    if (client.isPooled(await client.verify())) {
      await other.connect();
      for (let round = 1; round <= ROUNDS; round += 1) await assertKept(client, other);
    }
    if (pooled !== null) await assertSameDatabase(client, pooled);
  } finally {
    for (const used of [client, other, pooled]) used?.cut();
  }
}

/** Asks on a connection without the service's settings, because other databases may not have them. */
async function checkProvider(options: PostgresOptions, storage: Storage): Promise<void> {
  const client = new ResilientClient(keptLineConfig({ options }));
  try {
    await client.connect();
    const [provider] = await askBriefly<Provider>(client, PROVIDER);
    if (provider === undefined) return;
    assertProvider(provider, storage);
    if (!provider.hasCitus) return;
    const [distributed] = await askBriefly<{ table: string | null }>(client, DISTRIBUTED);
    assertNotDistributed(distributed?.table ?? null);
  } finally {
    client.cut();
  }
}

async function askBriefly<Row>(client: ResilientClient, statement: string): Promise<Row[]> {
  const limit = setStatements({ statement_timeout: '5s' }, 'LOCAL');
  const results: unknown = await client.query(`BEGIN; ${limit}; ${statement}; COMMIT`);
  return (results as pg.QueryResult[]).find(({ command }) => command === 'SELECT')!.rows as Row[];
}

/** Marks a session, and looks for the mark while another client keeps a connection of the pooler busy. */
async function assertKept(client: ResilientClient, other: ResilientClient): Promise<void> {
  const mark = randomUUID();
  await client.query(`SET wholesale.session = '${mark}'`);
  await other.query('BEGIN');
  const seen = [await readMark(other), await readMark(client)];
  await other.query('ROLLBACK');
  if (seen[0] === mark || seen[1] !== mark) throw sessionNotKept();
}

async function readMark(client: ResilientClient): Promise<string | null | undefined> {
  const { rows } = await client.query<{ mark: string | null }>(READ_MARK);
  return rows[0]?.mark;
}

async function assertSameDatabase(client: ResilientClient, pooled: PooledClient): Promise<void> {
  await pooled.connect().catch((error: Error) => {
    throw new DatabaseContractError(
      `the database in DATABASE_POOLED_URL does not answer as it should (${error.message})`,
      { cause: error },
    );
  });
  const [one, other] = await Promise.all(
    [client, pooled].map(async (asked) => (await asked.query<{ identity: string }>(IDENTITY)).rows),
  );
  if (one?.[0]?.identity === other?.[0]?.identity) return;
  throw new DatabaseContractError(
    'DATABASE_POOLED_URL leads to another database than DATABASE_URL; let the pooler connect to the same server and database',
  );
}
