import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseConnection } from '../../../../ormconfig.js';
import { databaseAccount } from '../../../../src/platform/database/embedded/os-user.js';
import { afterwards, stagedFolder } from '../stage.js';
import { accepts } from './postgres-server.js';
import { eventually } from '../../../support/eventually.js';
import { freePort } from '../../../support/processes/run.js';

export const HAS_PGBOUNCER = spawnSync('pgbouncer', ['--version']).status === 0;

interface PgBouncerOptions {
  mode: 'session' | 'transaction';
  /** The connections to PostgreSQL. */
  poolSize?: number;
  lines?: readonly string[];
}

/**
 * Starts PgBouncer with the shipped configuration in front of a database, for one test.
 *
 * @returns the database, through PgBouncer, and a function that ends it before the test ends
 */
export async function stagedPgBouncer(
  upstream: DatabaseConnection,
  { mode, poolSize = 20, lines = [] }: PgBouncerOptions,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = await stagedFolder();
  const port = await freePort();
  const { host, port: serverPort, user, database } = placeOf(upstream);
  const shipped = await readFile('deploy/pooler/pgbouncer.ini', 'utf8');
  // The last of two lines counts.
  const configuration = [
    shipped.replace(/^orders = .*$/m, `${database} = host=${host} port=${serverPort} user=${user}`),
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'server_tls_sslmode = disable',
    `pool_mode = ${mode}`,
    `default_pool_size = ${poolSize}`,
    ...lines,
  ];
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, `${configuration.join('\n')}\n`);
  await chmod(folder, 0o755);
  // It refuses to run as root, like PostgreSQL.
  const account = await databaseAccount(folder);
  const child = spawn('pgbouncer', ['-q', file], {
    stdio: 'ignore',
    ...(account && { uid: account.uid, gid: account.gid }),
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
  afterwards(stop);
  const url = `postgres://${user}@127.0.0.1:${port}/${database}`;
  await eventually(() => accepts(url));
  return { url, stop };
}

function placeOf(connection: DatabaseConnection) {
  if (!('url' in connection)) return connection;
  const { hostname, port, username, pathname } = new URL(connection.url);
  return { host: hostname, port: Number(port), user: username, database: pathname.slice(1) };
}
