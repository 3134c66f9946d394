import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { userInfo } from 'node:os';
import { createConnection, type Connection } from 'mysql2/promise';
import { atEndOfSuite } from '../native/end-of-suite.js';
import { freePort, run } from '../processes/run.js';
import { connectionUrl, givenEmptyDatabase, openClient } from './database.js';

const START_LIMIT_MS = 120_000;

export const HAS_MARIADB = spawnSync('mariadbd', ['--version']).status === 0;

/** A row with its values as the drivers return them: large numbers and amounts are text. */
export type MerchantRow = Record<string, string | number | Date | object | null>;

/** A database of a merchant, on a server of a supported kind. */
export interface MerchantDatabase {
  /** URL for the option `--to`. */
  url: string;
  query(sql: string): Promise<MerchantRow[]>;
  /** Makes an empty schema on the same server. Returns its URL. */
  schema(name: string): Promise<string>;
  /** Ends the connections of other programs. */
  breakConnections(): Promise<unknown>;
}

/** Makes an empty PostgreSQL database. */
export async function givenPostgres(): Promise<MerchantDatabase> {
  const { connection } = await givenEmptyDatabase();
  const client = await openClient(connection);
  return {
    url: connectionUrl(connection),
    query: async (sql) => (await client.query<MerchantRow>(sql)).rows,
    schema: async (name) => {
      await client.query(`CREATE SCHEMA ${name}`);
      const url = connectionUrl(connection);
      return `${url}${url.includes('?') ? '&' : '?'}schema=${name}`;
    },
    breakConnections: () =>
      client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`),
  };
}

/** Makes an empty database on a separate MariaDB server, whose files are in a folder. */
export async function givenMariaDb(folder: string): Promise<MerchantDatabase> {
  const data = join(folder, 'mariadb');
  const user = `--user=${userInfo().username}`;
  // A server that starts removes all temporary tables from its folder, also those of others.
  const env = { ...process.env, TMPDIR: folder };
  const install = ['--no-defaults', '--skip-test-db', `--datadir=${data}`, user];
  await run('mariadb-install-db', install, { env });
  const port = await freePort();
  const server = spawn(
    'mariadbd',
    [
      ...['--no-defaults', `--datadir=${data}`, user, '--skip-grant-tables'],
      ...['--bind-address=127.0.0.1', `--port=${port}`, `--socket=${join(folder, 'sock')}`],
      // Local time, and a mode in which backslashes do not escape: the mirror must not rely on the server's settings.
      ...['--default-time-zone=+05:30', '--sql-mode=NO_BACKSLASH_ESCAPES'],
      ...['--innodb-flush-log-at-trx-commit=0', '--innodb-buffer-pool-size=64M'],
    ],
    { env, stdio: 'ignore' },
  );
  const connection = await connectedTo(server, port);
  atEndOfSuite(async () => {
    await connection.end();
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  });
  await connection.query('CREATE DATABASE shop');
  await connection.query('USE shop');
  return {
    url: `mysql://shop@127.0.0.1:${port}/shop`,
    query: async (sql) => {
      const [rows] = await connection.query(sql);
      return Array.isArray(rows) ? (rows as MerchantRow[]) : [];
    },
    schema: async (name) => {
      await connection.query(`CREATE SCHEMA ${name}`);
      return `mariadb://shop@127.0.0.1:${port}/${name}`;
    },
    breakConnections: async () => {
      const [others] = await connection.query(`SELECT id FROM information_schema.processlist
        WHERE db = 'shop' AND id <> connection_id()`);
      for (const { id } of others as { id: number }[]) await connection.query(`KILL ${id}`);
    },
  };
}

async function connectedTo(server: ChildProcess, port: number): Promise<Connection> {
  for (const until = Date.now() + START_LIMIT_MS; ; await sleep(50)) {
    try {
      return await createConnection({ host: '127.0.0.1', port, user: 'shop', timezone: 'Z' });
    } catch (error) {
      if (Date.now() > until || server.exitCode !== null) throw error;
    }
  }
}
