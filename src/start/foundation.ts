import { existsSync } from 'node:fs';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../ormconfig.js';
import { findSecretsKey, keepSecretsKey } from '../platform/config/secrets/kept-secrets-key.js';
import { keptAdminToken } from '../auth/admin-token/admin-token.js';
import type { Settings } from '../platform/config/settings.js';
import { misspelledNames } from '../platform/config/variables.js';
import { assertPublishable } from '../platform/database/connection/publications.js';
import { checkLines } from '../platform/database/connection/start-check.js';
import { openDatabase, type Database, type DatabaseEvents } from '../platform/database/database.js';
import { withSetupLock, type SetupWait } from '../platform/database/setup-lock.js';
import { readSettings, SCHEMA } from '../settings.js';
import { assertSchema, migrateSchema } from '../schema/migrate-schema.js';

/** Resources of the service and its command line. The schema is up to date. */
interface Foundation {
  settings: Settings;
  database: Database;
  dataSource: DataSource;
}

/**
 * Reads the settings of the environment, of a file `.env`, and of the files that contain secrets. Before it does, it warns of
 * variables that are misspelled settings.
 *
 * @throws SettingsError
 */
export function environmentSettings(warn?: (line: string) => void): Settings {
  if (existsSync('.env')) process.loadEnvFile('.env');
  if (warn !== undefined) for (const line of misspelledNames(SCHEMA, process.env)) warn(line);
  return readSettings(process.env);
}

/**
 * Opens the database, verifies that it can keep the promises of the service, updates or verifies its schema, and
 * connects.
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
    read.adminApiToken ??
    (isEmbedded && read.adminApiTokenEnabled ? await keptAdminToken(read.dataDir) : null);
  // In production, instances with a database URL share their key, and may have no folder of their own.
  const keepsKey = isEmbedded || !read.isProduction;
  // Only a service creates it: a command runs in any folder.
  const keptKey = joinRunning ? findSecretsKey : keepSecretsKey;
  const secretsKey = read.secretsKey ?? (keepsKey ? await keptKey(read.dataDir) : null);
  const options = dataSourceOptions(database.connection, read.databasePoolSize);
  await checkLines(options, read.databaseStorage);
  const prepare = read.migrate ? migrateSchema : assertSchema;
  await withSetupLock(options, prepare, setupWait(read, events));
  const dataSource = await new DataSource(options).initialize();
  await assertPublishable(dataSource);
  return { settings: { ...read, adminApiToken, secretsKey }, database, dataSource };
}

/** Makes the time limit for waiting for other processes, and the log that reports the wait. */
export function setupWait(
  { migrationWaitSeconds: seconds }: Settings,
  { waiting: report }: Pick<DatabaseEvents, 'waiting'>,
): SetupWait {
  return { seconds, report };
}

/** Makes the address of the service on this machine. */
export function baseUrlAt(port: number): string {
  return `http://localhost:${port}`;
}
