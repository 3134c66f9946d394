import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
// Runs on the build, as the service does.
import { dataSourceOptions } from '../../dist/ormconfig.js';
import { withSetupLock } from '../../dist/src/platform/database/setup-lock.js';
import { startEmbeddedPostgres } from '../../dist/src/platform/database/embedded/embedded-postgres.js';
import { migrateSchema } from '../../dist/src/schema/migrate-schema.js';

/** Maximum size of a run's scratch folder. In memory it must leave the same amount for everything else. */
const SCRATCH_BYTES = 4 * 2 ** 30;

/** Provides one server for all suites (that of DATABASE_URL, else an embedded one), with a template of the schema. */
export async function openTestDatabases() {
  const { server, database, close } = await openMigratedDatabase();
  process.env.TEST_DATABASE_SERVER = JSON.stringify(server);
  process.env.TEST_TEMPLATE_DATABASE = database;
  globalThis.endTestRun = async () => {
    await execute(server, `DROP DATABASE IF EXISTS ${database}_demo WITH (FORCE)`);
    await close();
  };
}

/** Makes a database with the schema of this version; `close` removes it, with the server if that is an embedded one. */
export async function openMigratedDatabase() {
  const scratch = await scratchFolder();
  const removeScratch = () => rm(scratch, { recursive: true, force: true });
  const started = testServer(join(scratch, 'postgres'));
  await started.catch(removeScratch);
  const { server, stop } = await started;
  const database = `wso_test_${randomBytes(6).toString('hex')}`;
  const close = async () => {
    await execute(server, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    await stop();
    await removeScratch();
  };
  try {
    await execute(server, `CREATE DATABASE ${database}`);
    await withSetupLock(dataSourceOptions(inDatabase(server, database)), migrateSchema);
  } catch (error) {
    await close();
    throw error;
  }
  return { server, database, close };
}

/**
 * Makes a folder for everything that the tests write, in memory if there is room. Most suites make a database, and each is a
 * thousand small files.
 */
async function scratchFolder() {
  const inMemory = '/dev/shm';
  const { bavail, bsize } = await statfs(inMemory).catch(() => ({ bavail: 0, bsize: 0 }));
  const room = Math.min(bavail * bsize, process.availableMemory());
  const folder = await mkdtemp(join(room > 2 * SCRATCH_BYTES ? inMemory : tmpdir(), 'wso-test-'));
  // As /tmp is: the embedded database runs as a user of its own when the tests run as root.
  await chmod(folder, 0o1777);
  process.env.TMPDIR = folder;
  return folder;
}

async function testServer(dataDir) {
  const url = process.env.DATABASE_URL;
  if (url) return { server: { url }, stop: () => Promise.resolve() };
  await mkdir(dataDir, { mode: 0o755 });
  const embedded = await startEmbeddedPostgres({
    dataDir,
    // The service refuses a database that is not durable. In memory, where the files are, it costs nothing.
    settings: { max_connections: '200', max_prepared_transactions: '10' },
  });
  return { server: embedded.connection, stop: () => embedded.stop() };
}

/** Names a database of a server. */
export function inDatabase(server, database) {
  if (!('url' in server)) return { ...server, database };
  const url = new URL(server.url);
  url.pathname = `/${database}`;
  return { url: url.href };
}

async function execute(server, statement) {
  const client = new pg.Client('url' in server ? { connectionString: server.url } : server);
  await client.connect();
  await client.query(statement);
  await client.end();
}
