import { dataSourceOptions } from '../../../ormconfig.js';
import { openDatabase } from '../../platform/database/database.js';
import { withSetupLock } from '../../platform/database/setup-lock.js';
import { environmentSettings, setupWait } from '../foundation.js';
import { migrateSchema, revertSchema } from '../../schema/migrate-schema.js';
import { COMMAND_EVENTS } from './with-app.js';

/** Brings the schema up to date, regardless of MIGRATE. */
export async function updateSchema(): Promise<void> {
  const settings = environmentSettings();
  const database = await openDatabase(settings, COMMAND_EVENTS, { joinRunning: true });
  try {
    const options = dataSourceOptions(database.connection);
    await withSetupLock(options, migrateSchema, setupWait(settings, COMMAND_EVENTS));
    process.stdout.write('The schema is up to date\n');
  } finally {
    await database.stop();
  }
}

/**
 * Reverts the latest migration and its functions, so that the previous version can run on the database again. Instances of this
 * version must have stopped, because the next one that starts repeats the migration.
 */
export async function revertMigration(): Promise<void> {
  const settings = environmentSettings();
  const database = await openDatabase(settings, COMMAND_EVENTS, { joinRunning: true });
  try {
    const options = dataSourceOptions(database.connection);
    const name = await withSetupLock(options, revertSchema, setupWait(settings, COMMAND_EVENTS));
    process.stdout.write(`Reverted: ${name}\n`);
  } finally {
    await database.stop();
  }
}
