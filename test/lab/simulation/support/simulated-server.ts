import { rm } from 'node:fs/promises';
import pg from 'pg';
import type { PostgresServer } from '../../../faults/support/servers/postgres-server.js';
import { serverWithSchema } from '../../../faults/support/servers/staged-servers.js';
import { SHIFTED_CLOCK } from '../../../support/shifted-clock.js';
import { execute, inDatabase } from '../../../support/database/database.js';
import { scratchFolder } from '../../../support/processes/run.js';

/**
 * Settings that prevent work of PostgreSQL's own accord, so that a crash loses everything that no session has written to disk.
 * Sessions that wait for each other are found at once.
 */
const SETTINGS = {
  autovacuum: 'off',
  deadlock_timeout: '20ms',
  max_wal_senders: '0',
  wal_level: 'minimal',
  wal_writer_delay: '10s',
};

/** A PostgreSQL server of its own, which a simulation crashes, and a database for each schedule. */
export class SimulatedServer {
  private databases = 0;
  /** A server that never runs, for the files of an earlier moment; null if none were saved. */
  private older: PostgresServer | null = null;
  private hasOlder = false;

  private constructor(
    private readonly server: PostgresServer,
    private readonly folder: string,
  ) {}

  static async start(): Promise<SimulatedServer> {
    const folder = await scratchFolder();
    const server = await serverWithSchema('service', () => Promise.resolve(folder));
    await server.start(SETTINGS);
    return new SimulatedServer(server, folder);
  }

  /** Makes a new database with the current schema, changed by `statements`. */
  async database(statements: readonly string[]): Promise<{ url: string }> {
    this.databases += 1;
    const name = `simulation_${this.databases}`;
    await execute(
      this.server.connection,
      'ALTER SYSTEM RESET ALL',
      'SELECT pg_reload_conf()',
      // Copied as files: a crash has nothing of it to repeat.
      `CREATE DATABASE ${name} TEMPLATE postgres STRATEGY file_copy`,
    );
    const connection = inDatabase(this.server.connection, name) as { url: string };
    await execute(connection, ...SHIFTED_CLOCK, ...statements);
    this.hasOlder = false;
    return connection;
  }

  async drop({ url }: { url: string }): Promise<void> {
    const name = new URL(url).pathname.slice(1);
    await execute(this.server.connection, `DROP DATABASE ${name} WITH (FORCE)`);
  }

  /** Ends the server without a message, and starts it again. */
  async crash(): Promise<void> {
    await this.server.stopImmediately();
    await this.server.start(SETTINGS);
  }

  /** Keeps a copy of the files that remain after a {@link crash}. */
  async crashAndSave(): Promise<void> {
    await this.server.stopImmediately();
    if (this.older === null) this.older = await this.server.copy(this.folder);
    else await this.older.takeFiles(this.server);
    this.hasOlder = true;
    await this.server.start(SETTINGS);
  }

  /** True if there is something to restore. */
  get canRestore(): boolean {
    return this.hasOlder;
  }

  /** Starts it after a {@link crash} with the files that {@link crashAndSave} kept. */
  async restore(): Promise<void> {
    await this.server.stopImmediately();
    await this.server.takeFiles(this.older!);
    await this.server.start(SETTINGS);
  }

  async stop(): Promise<void> {
    await this.server.end();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** Opens a session of the simulation itself. It may be lost in a crash. */
export async function connected(connection: { url: string }): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: connection.url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
