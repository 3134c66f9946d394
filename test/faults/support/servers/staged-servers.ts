import type { DatabaseConnection } from '../../../../ormconfig.js';
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

/** Starts a server of the programs that come with the service, for one test. */
export async function stagedServer(settings?: Record<string, string>): Promise<PostgresServer> {
  return started(await PostgresServer.embedded(await stagedFolder()), settings);
}

/** Starts a proxy before a database, for one test. */
export async function stagedProxy(connection: DatabaseConnection): Promise<DatabaseProxy> {
  const proxy = await DatabaseProxy.before(connection);
  afterwards(() => proxy.close());
  return proxy;
}
