import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { dataSourceOptions } from '../../dist/ormconfig.js';
import { withSetupLock } from '../../dist/src/platform/database/setup-lock.js';
import { startEmbeddedPostgres } from '../../dist/src/platform/database/embedded/embedded-postgres.js';
import { migrateSchema } from '../../dist/src/schema/migrate-schema.js';
import { giveClients, makeLines, seedCatalog } from './catalog-seed.js';
import { PLACE_ORDERS, seedOrders } from './order-sql.js';
import { parentOf } from './processor-time.js';
import { inScope, Scope } from './scope.js';
import { startService } from './service.js';

/** Default numbers of products, plans, clients and stored orders of a database; clients get the plans in turn. */
const SIZE = { products: 1_000, plans: 2, clients: 20, orders: 0 };

/** A scratch folder and a PostgreSQL server: that of BENCH_DATABASE_URL, by default an embedded one. */
export class Workspace {
  #scope = new Scope();
  /** True if no more rows should start. */
  isClosing = false;
  /** @type {Map<string, Promise<object>>} */
  #templates = new Map();

  /** @throws Error if the server does not keep what it acknowledges, because its figures would be meaningless */
  async open() {
    this.folder = await mkdtemp(join(tmpdir(), 'wso-bench-'));
    this.#scope.defer(() => rm(this.folder, { recursive: true, force: true }));
    // When this runs as root, the embedded database has a user of its own, which needs access.
    await chmod(this.folder, 0o755);
    this.server = process.env.BENCH_DATABASE_URL ?? (await this.#startEmbedded());
    this.postmaster = await withClient(this.server, async (client) => {
      const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
      return parentOf(rows[0].pid);
    });
    for (const setting of ['fsync', 'synchronous_commit']) {
      const value = await this.#show(setting);
      if (value !== 'on') throw new Error(`PostgreSQL has ${setting} ${value}: it has to be on.`);
    }
  }

  async close() {
    this.isClosing = true;
    await this.#scope.close();
  }

  /** @returns {Promise<string>} such as `18.4` */
  async postgresVersion() {
    return (await this.#show('server_version')).split(' ')[0];
  }

  /**
   * Creates a database with a catalog, stock, clients and orders, until `scope` ends. The first of a size is a template
   * for the others.
   *
   * @param {Scope} scope
   * @param {Partial<typeof SIZE>} [size]
   * @returns {Promise<{ url: string, clients: import('./catalog-seed.js').StoreClient[] }>}
   */
  async shop(scope, size = {}) {
    const whole = { ...SIZE, ...size };
    const key = JSON.stringify(whole);
    if (!this.#templates.has(key)) this.#templates.set(key, this.#makeTemplate(whole));
    const template = await this.#templates.get(key);
    const url = await this.#createDatabase(scope, template.name);
    // A copy's first connection may take longer than the service waits: its files are read from disk.
    await query(url, 'SELECT count(*) FROM order_items');
    return { ...template, url };
  }

  async #makeTemplate({ products, plans, clients: count, orders }) {
    const url = await this.#createDatabase(this.#scope, 'template1');
    await withSetupLock(dataSourceOptions({ url }), migrateSchema);
    await withClient(url, (client) => seedCatalog(client, { products, plans }));
    const clients = await inScope(async (scope) => {
      const service = await startService(scope, this.folder, { env: { DATABASE_URL: url } });
      return giveClients(service, { plans, count });
    });
    const [owner] = clients;
    await withClient(url, async (client) => {
      await makeLines(client, owner.planId);
      for (const statement of PLACE_ORDERS) await client.query(statement);
      if (orders > 0) await seedOrders(client, clients, orders);
      // PostgreSQL analyzes only tables that were written to. Without orders, leave the others without statistics, as in
      // a new shop.
      const counted = orders > 0 ? '' : 'products, plan_prices, stock_levels';
      await client.query(`VACUUM (ANALYZE) ${counted}`);
    });
    return { name: databaseOf(url), clients };
  }

  async #createDatabase(scope, template) {
    const name = `wso_bench_${randomBytes(6).toString('hex')}`;
    await query(this.server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
    scope.defer(() => query(this.server, `DROP DATABASE ${name} WITH (FORCE)`));
    return this.server.replace(DATABASE, `$1${name}`);
  }

  async #startEmbedded() {
    const dataDir = join(this.folder, 'postgres');
    const embedded = await startEmbeddedPostgres({ dataDir });
    this.#scope.defer(() => embedded.stop());
    const { user, host, port, database } = embedded.connection;
    return `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  }

  async #show(setting) {
    const [row] = await query(this.server, `SHOW ${setting}`);
    return row[setting];
  }
}

/** Opens a workspace; a signal that ends the process closes it too. */
export async function openWorkspace() {
  const workspace = new Workspace();
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => void workspace.close().finally(() => process.exit(130)));
  }
  try {
    await workspace.open();
    return workspace;
  } catch (error) {
    await workspace.close();
    throw error;
  }
}

/** A URL, also one without a host: the part before the name of the database, and the name. */
const DATABASE = /^(\w+:\/\/[^/]*\/)([^?]*)/;

function databaseOf(url) {
  return DATABASE.exec(url)[2];
}

/** Runs a statement on a new connection and returns its rows. */
export async function query(url, statement) {
  return withClient(url, async (client) => (await client.query(statement)).rows);
}

async function withClient(url, work) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
