import { existsSync } from 'node:fs';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../ormconfig.js';
import { keptOperatorToken } from '../auth/operator-token.js';
import { withSecretFiles } from '../platform/config/secret-files.js';
import { readSettings, type Settings } from '../platform/config/settings.js';
import { checkLines } from '../platform/database/connection/start-check.js';
import { openDatabase, type Database, type DatabaseEvents } from '../platform/database/database.js';
import { withSetupLock, type SetupWait } from '../platform/database/setup-lock.js';
import { assertSchema, migrateSchema } from '../schema/migrate-schema.js';

/** What the service and its command line stand on; the schema is current. */
interface Foundation {
  settings: Settings;
  database: Database;
  dataSource: DataSource;
}

/** Returns the settings of the environment, of a file `.env`, and of the files of secrets that they name. @throws SettingsError */
export function environmentSettings(): Settings {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readSettings(withSecretFiles(process.env));
}

/**
 * Opens the database, verifies that it can keep the promises of the service, brings its schema up to date (or
 * verifies that it is), connects.
 *
 * @throws DatabaseContractError, SetupLockError, SchemaError
 */
export async function openFoundation(
  read: Settings,
  events: DatabaseEvents,
  { joinRunning = false } = {},
): Promise<Foundation> {
  const database = await openDatabase(read, events, { joinRunning });
  const isEmbedded = read.databaseUrl === null;
  const adminApiToken =
    read.adminApiToken ?? (isEmbedded ? await keptOperatorToken(read.dataDir) : null);
  const options = dataSourceOptions(database.connection, read.databasePoolSize);
  await checkLines(options);
  const prepare = read.migrate ? migrateSchema : assertSchema;
  await withSetupLock(options, prepare, setupWait(read, events));
  const dataSource = await new DataSource(options).initialize();
  return { settings: { ...read, adminApiToken }, database, dataSource };
}

/** How long to wait for other processes, and where to say so. */
export function setupWait(
  { migrationWaitSeconds: seconds }: Settings,
  { waiting: report }: Pick<DatabaseEvents, 'waiting'>,
): SetupWait {
  return { seconds, report };
}

/** Where a service on this machine is reached. */
export function baseUrlAt(port: number): string {
  return `http://localhost:${port}`;
}
