import { DataSource, type DataSourceOptions } from 'typeorm';
import type { Settings } from '../config/settings.js';
import { ResilientClient } from './resilient-client.js';

/** Where the database is: a URL, or the socket of the embedded one. */
export type DatabaseConnection =
  { url: string } | { host: string; port: number; user: string; database: string };

/** TypeORM's options for PostgreSQL. */
export type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

/** The database that the settings name. */
export interface Database {
  readonly connection: DatabaseConnection;
  /** Ends what was started for it. */
  stop(): Promise<void>;
}

/** What a person at the terminal should see of an embedded database. */
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
 * A queued ALTER TABLE blocks every later statement on the table for as long as the current ones take. Less than
 * PostgreSQL's deadlock_timeout, so that no other transaction is canceled because of it.
 */
const LOCK_TIMEOUT_MS = 500;

/** Any constant: the same in every instance. */
const SETUP_LOCK = 7_746_001;

/**
 * Runs `work` while no other process runs its own. It has connections of its own without a limit on statements: it
 * waits for the others, and a long migration is not canceled.
 */
export async function withSetupLock<T>(
  options: PostgresOptions,
  work: (dataSource: DataSource) => Promise<T>,
): Promise<T> {
  const dataSource = new DataSource({
    ...options,
    poolSize: 2,
    // A start may wait for a busy server longer than a request may.
    connectTimeoutMS: START_TIMEOUT_MS,
    extra: {
      Client: ResilientClient,
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
    // Ends the locking connection, and with it the lock, on success and on failure.
    await dataSource.destroy();
  }
}
