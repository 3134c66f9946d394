import { rm } from 'node:fs/promises';
import pg from 'pg';
import { dataSourceOptions } from '../../../ormconfig.js';
import { withSetupLock } from '../../../src/platform/database/setup-lock.js';
import { migrateSchema } from '../../../src/schema/migrate-schema.js';
import { PostgresServer } from '../../faults/support/servers/postgres-server.js';
import { execute, inDatabase } from '../../support/database/database.js';
import { scratchFolder } from '../../support/processes/scratch.js';

/**
 * Nothing that PostgreSQL does of its own accord: what it has not written to disk for anybody's sake is lost in a crash. Sessions that
 * wait for each other are found at once.
 */
const SETTINGS = {
  autovacuum: 'off',
  deadlock_timeout: '20ms',
  max_wal_senders: '0',
  wal_level: 'minimal',
  wal_writer_delay: '10s',
};
const TEMPLATE = 'simulation_template';

/** A PostgreSQL server of its own, which a simulation crashes, and a database for each schedule. */
export class SimulatedServer {
  private databases = 0;

  private constructor(
    private readonly server: PostgresServer,
    private readonly folder: string,
  ) {}

  static async start(): Promise<SimulatedServer> {
    const folder = await scratchFolder();
    const server = await PostgresServer.embedded(folder);
    await server.start(SETTINGS);
    await execute(server.connection, `CREATE DATABASE ${TEMPLATE}`);
    const template = inDatabase(server.connection, TEMPLATE);
    await withSetupLock(dataSourceOptions(template), migrateSchema);
    return new SimulatedServer(server, folder);
  }

  /** Returns a new database with the current schema, changed by `statements`. */
  async database(statements: readonly string[]): Promise<{ url: string }> {
    this.databases += 1;
    const name = `simulation_${this.databases}`;
    // Copied as files: a crash has nothing of it to repeat.
    const create = `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY file_copy`;
    await execute(this.server.connection, create);
    const connection = inDatabase(this.server.connection, name) as { url: string };
    await execute(connection, ...statements);
    return connection;
  }

  async drop({ url }: { url: string }): Promise<void> {
    const name = new URL(url).pathname.slice(1);
    await execute(this.server.connection, `DROP DATABASE ${name} WITH (FORCE)`);
  }

  /** Ends it without a word to anybody, and starts it again. */
  async crash(): Promise<void> {
    await this.server.stopImmediately();
    await this.server.start(SETTINGS);
  }

  async stop(): Promise<void> {
    await this.server.end();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** Returns a session of the simulation itself. Its loss in a crash is no surprise. */
export async function connected(connection: { url: string }): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: connection.url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
