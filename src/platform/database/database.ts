import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { dataSourceOptions, type DatabaseConnection } from '../../../ormconfig.js';
import type { Settings } from '../config/settings.js';
import { adoptChangeLog } from '../live-cache/change-log.js';
import { databaseError } from './database-errors.js';
import { SteadyClient } from './steady-client.js';

/** The database that the settings name. */
export interface Database {
  readonly connection: DatabaseConnection;
  /** Ends what was started for it. */
  stop(): Promise<void>;
}

/** What a person should be told of an embedded database. */
export interface DatabaseEvents {
  notice: (line: string) => void;
  onUnexpectedExit: (line: string) => void;
}

/**
 * Finds the database: DATABASE_URL, else an embedded one in DATA_DIR. A second process (the command
 * line) may join the embedded one of a running service.
 *
 * @throws EmbeddedPostgresError with the one line a person needs
 */
export async function openDatabase(
  settings: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  events: DatabaseEvents,
  { joinRunning = false } = {},
): Promise<Database> {
  if (settings.databaseUrl !== null) {
    return { connection: { url: settings.databaseUrl }, stop: () => Promise.resolve() };
  }
  const { startEmbeddedPostgres } = await import('./embedded/embedded-postgres.js');
  const embedded = await startEmbeddedPostgres({
    dataDir: settings.dataDir,
    joinRunning,
    ...events,
  });
  return { connection: embedded.connection, stop: () => embedded.stop() };
}

const START_TIMEOUT_MS = 20_000;
/**
 * What waits to change a table makes all others wait, for as long as who has it takes; less than the time after
 * which PostgreSQL looks for a circle of waiters, so that nobody else is broken off for it.
 */
const LOCK_TIMEOUT_MS = 500;
const MIGRATION_TRIES = 100;
const BETWEEN_TRIES_MS = 2_000;
/** lock_not_available, deadlock_detected */
const IN_THE_WAY = new Set(['55P03', '40P01']);

/** Any constant: the same in every instance. */
const SETUP_LOCK = 7_746_001;

/**
 * Runs `work` while no other process runs its own: on connections of its own, whose statements may take as
 * long as they do, so that it waits for the others, and a long migration is not cut off.
 */
export async function withSetupLock<T>(
  connection: DatabaseConnection,
  work: (dataSource: DataSource) => Promise<T>,
): Promise<T> {
  const dataSource = new DataSource({
    ...dataSourceOptions(connection, 2),
    // A start may wait for a busy server longer than a request may.
    connectTimeoutMS: START_TIMEOUT_MS,
    extra: {
      Client: SteadyClient,
      application_name: 'wholesale-store-orders setup',
      lock_timeout: LOCK_TIMEOUT_MS,
    },
  });
  await dataSource.initialize();
  try {
    const lock = dataSource.createQueryRunner();
    await lock.query('SET lock_timeout = 0');
    await lock.query('SELECT pg_advisory_lock($1)', [SETUP_LOCK]);
    return await work(dataSource);
  } finally {
    // Ends the locking connection, and with it the lock, whatever happened.
    await dataSource.destroy();
  }
}

/**
 * Brings the schema up to date, and what is stored into agreement with the cluster it is in. A migration that
 * somebody is in the way of is tried again, for some minutes.
 */
export async function migrate(dataSource: DataSource): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      await dataSource.runMigrations({ transaction: 'each' });
      await adoptChangeLog(dataSource);
      return;
    } catch (error) {
      if (!IN_THE_WAY.has(databaseError(error)?.code ?? '') || tried === MIGRATION_TRIES)
        throw error;
      await sleep(BETWEEN_TRIES_MS);
    }
  }
}

/** True when this version's newest migration has run (newer ones may have run too). */
export async function isSchemaCurrent(dataSource: DataSource): Promise<boolean> {
  const newest = dataSource.migrations.at(-1)?.name;
  const [row] = await dataSource.query<{ present: boolean }[]>(
    'SELECT EXISTS (SELECT FROM schema_migrations WHERE name = $1) AS present',
    [newest],
  );
  return row?.present ?? false;
}
