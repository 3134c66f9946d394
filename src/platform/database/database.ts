import type { DataSourceOptions } from 'typeorm';
import type { Settings } from '../config/settings.js';

/**
 * Address of the database: a URL, which may name several servers, or the socket of the embedded one. The pool may use another
 * address, that of a pooler in transaction mode.
 */
export type DatabaseConnection =
  | {
      url: string;
      /** Secret file with the URL. Each new connection takes the password from it. */
      urlFile?: string | null;
      pooledUrl?: string | null;
      pooledUrlFile?: string | null;
    }
  | { host: string; port: number; user: string; database: string };

/** TypeORM's options for PostgreSQL. */
export type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

/** The database that the settings name. */
export interface Database {
  readonly connection: DatabaseConnection;
  /** Stops what was started for it. */
  stop(): Promise<void>;
}

/** Events of an embedded database that are shown in the terminal. */
export interface DatabaseEvents {
  notice: (line: string) => void;
  /** Another process has to finish first. */
  waiting: (line: string) => void;
  /** It ended unexpectedly, and is started again. */
  onRestart: (line: string) => void;
  /** It ended, and is not started again. */
  onUnexpectedExit: (line: string) => void;
}

/**
 * Finds the database: DATABASE_URL, else an embedded one in DATA_DIR. A second process (the command line) may join the embedded
 * one of a running service.
 *
 * @throws EmbeddedPostgresError with a one-line message for a person
 */
export async function openDatabase(
  settings: Pick<Settings, 'databaseUrl' | 'databasePooledUrl' | 'databaseUrlFiles' | 'dataDir'>,
  events: DatabaseEvents,
  { joinRunning = false } = {},
): Promise<Database> {
  const { databaseUrl: url, databasePooledUrl: pooledUrl } = settings;
  const [urlFile, pooledUrlFile] = settings.databaseUrlFiles;
  if (url !== null) {
    const connection = { url, urlFile, pooledUrl, pooledUrlFile };
    return { connection, stop: () => Promise.resolve() };
  }
  const { startEmbeddedPostgres } = await import('./embedded/embedded-postgres.js');
  const embedded = await startEmbeddedPostgres({
    dataDir: settings.dataDir,
    joinRunning,
    ...events,
  });
  return { connection: embedded.connection, stop: () => embedded.stop() };
}
