import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
// Jest does not map modules for this file: it runs on the build, as the service does.
import { dataSourceOptions } from '../../dist/ormconfig.js';
import { withSetupLock } from '../../dist/src/platform/database/database.js';
import { startEmbeddedPostgres } from '../../dist/src/platform/database/embedded/embedded-postgres.js';
import { migrateSchema } from '../../dist/src/schema/migrate-schema.js';

/** One server for all suites (DATABASE_URL's, else an embedded one), with a template of the schema. */
export default async function setUp() {
  const { server, stop } = await testServer();
  const template = `wso_test_${randomBytes(6).toString('hex')}`;
  await execute(server, `CREATE DATABASE ${template}`);
  await withSetupLock(dataSourceOptions(inDatabase(server, template)), migrateSchema);
  process.env.TEST_DATABASE_SERVER = JSON.stringify(server);
  process.env.TEST_TEMPLATE_DATABASE = template;
  globalThis.endTestRun = async () => {
    await execute(server, `DROP DATABASE ${template} WITH (FORCE)`);
    await stop();
  };
}

async function testServer() {
  const url = process.env.DATABASE_URL;
  if (url) return { server: { url }, stop: () => Promise.resolve() };
  const dataDir = await mkdtemp(join(tmpdir(), 'wso-test-'));
  // The embedded database's user has to enter it when the tests run as root.
  await chmod(dataDir, 0o755);
  const embedded = await startEmbeddedPostgres({
    dataDir,
    // Nothing in a test outlives its run; durability has tests of its own.
    settings: { fsync: 'off', max_connections: '200' },
  });
  return {
    server: embedded.connection,
    stop: async () => {
      await embedded.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function inDatabase(server, database) {
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
