import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataSourceOptions, type DatabaseConnection } from '../../../../ormconfig.js';
import { withSetupLock } from '../../../../src/platform/database/setup-lock.js';
import { migrateSchema } from '../../../../src/schema/migrate-schema.js';
import { afterwards, stagedFolder } from '../stage.js';
import { DatabaseProxy } from './database-proxy.js';
import { PostgresServer, systemPrograms } from './postgres-server.js';

/** The folder of the system's programs of PostgreSQL. */
export const PROGRAMS = (await systemPrograms()) ?? '';

/** Defines a test that needs the system's programs of PostgreSQL. */
export const itWithPrograms = PROGRAMS === '' ? it.skip : it;

/** Starts a server, which ends after the test at the latest. */
export async function started(server: PostgresServer, settings?: Record<string, string>) {
  await server.start(settings);
  afterwards(() => server.end());
  return server;
}

const PROGRAMS_OF = {
  service: (folder: string) => PostgresServer.embedded(folder),
  system: (folder: string) => PostgresServer.installed(folder, PROGRAMS),
};
type Origin = keyof typeof PROGRAMS_OF;

const models = new Map<Origin, Promise<PostgresServer>>();

/** Makes the model for copies with the schema, unless a suite of this run has made it. The model itself never runs. */
async function makeModel(origin: Origin): Promise<PostgresServer> {
  const model = join(tmpdir(), `server-of-${origin}`);
  if (!existsSync(model)) {
    const folder = await stagedFolder();
    const server = await PROGRAMS_OF[origin](folder);
    await server.start();
    await withSetupLock(dataSourceOptions(server.connection), migrateSchema);
    await server.end();
    await rename(folder, model).catch((error: unknown) => {
      // Another worker was faster.
      if (!existsSync(model)) throw error;
    });
  }
  return PROGRAMS_OF[origin](model);
}

/**
 * Makes a server with the current schema, of the shipped programs or of the system's. It is not started yet; all have one
 * identity.
 */
export async function serverWithSchema(
  origin: Origin,
  folder = stagedFolder,
): Promise<PostgresServer> {
  const model = models.get(origin) ?? makeModel(origin);
  models.set(origin, model);
  return (await model).copy(await folder());
}

/** Starts a server with the current schema, for one test. */
export async function stagedServer(
  settings?: Record<string, string>,
  origin: Origin = 'service',
): Promise<PostgresServer> {
  return started(await serverWithSchema(origin), settings);
}

/** Starts a proxy before a database, for one test. */
export async function stagedProxy(connection: DatabaseConnection): Promise<DatabaseProxy> {
  const proxy = await DatabaseProxy.before(connection);
  afterwards(() => proxy.close());
  return proxy;
}
