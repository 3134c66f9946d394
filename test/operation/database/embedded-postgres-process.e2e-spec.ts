import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { chmod, chown, cp, mkdir, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isAllowed } from '../../../src/platform/database/embedded/os-user.js';
import { eventually } from '../../support/eventually.js';
import {
  MODULES,
  PACKAGE,
  UNPRIVILEGED,
  query,
  answer,
  unprivilegedUserCanRun,
  exit,
  kill,
} from '../../support/processes/embedded-program.js';
import { embeddedSuite } from '../../support/processes/embedded-suite.js';

const SYSTEM_DIR = '/var/lib/wholesale-store-orders';

const NAMELESS = { uid: 54321, gid: 54321 };

const isRoot = process.getuid?.() === 0;

/** True if root can run programs as an unprivileged user here, who can then read this checkout. */
const canRunUnprivileged =
  isRoot && unprivilegedUserCanRun(`require(${JSON.stringify(`${MODULES}/pg`)})`);

const { scratch, dataDir, start, expectRefusal, postmasterPid, makeApp, run } = embeddedSuite();

describe('the process of the service', () => {
  it('stops the server when it is killed; committed data is there at the next start', async () => {
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
    await eventually(() => !existsSync(connection.host));
  });

  it('leaves no half-made database when it is killed during the first start', async () => {
    const half = join(scratch, 'half');
    const { child } = run({ dataDir: half });
    const files = (): string[] =>
      existsSync(half) ? readdirSync(half).flatMap((name) => readdirSync(join(half, name))) : [];
    await eventually(() => files().includes('PG_VERSION'));
    await kill(child);
    // Busy processors may have let it finish before the kill: then it is whole.
    const isWhole = existsSync(join(half, 'postgres'));
    await eventually(() => isWhole || files().length === 0);
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
    expect(await exit(service.child)).toBe(0);
  });
});

describe('the programs of PostgreSQL', () => {
  it('get the library links that "npm ci --ignore-scripts" leaves out', async () => {
    const { home, links } = await makeAppWithoutLinks('unlinked');
    expect((await run({ dataDir }, { home }).next()).error).toBeUndefined();
    expect(links.filter((link) => !existsSync(link))).toEqual([]);
  });

  const elsewhere = isRoot && !canRunUnprivileged ? it.skip : it;
  elsewhere('are copied where the links can be made when node_modules is read-only', async () => {
    const { home, links } = await makeAppWithoutLinks('read-only');
    const lib = dirname(links[0] ?? '');
    await chmod(lib, 0o555);
    const parent = join(scratch, 'own');
    await mkdir(parent);
    if (isRoot) await chown(parent, UNPRIVILEGED.uid, UNPRIVILEGED.gid);
    const copyDir = join(parent, 'data');

    const service = run({ dataDir: copyDir }, { home, ...(isRoot && UNPRIVILEGED) });
    const { error, notice } = await service.next();
    expect(error).toBeUndefined();
    expect(notice).toMatch(/^PostgreSQL's programs cannot be run in \S+ and were copied to \S+\.$/);
    const copy = expect.stringMatching(/^postgresql-18[^-]+/);
    expect(readdirSync(copyDir).sort()).toEqual(['postgres', copy]);
    expect(links.filter((link) => existsSync(link))).toEqual([]);
    await chmod(lib, 0o755);
  });

  it('are requested in one line if they are not installed', async () => {
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
  const onlyRoot = isRoot ? it : it.skip;

  (canRunUnprivileged ? it : it.skip)('is asked for when it has no name', async () => {
    const parent = join(scratch, 'nameless');
    await mkdir(parent);
    await chown(parent, NAMELESS.uid, NAMELESS.gid);
    const { error } = await run({ dataDir: join(parent, 'data') }, NAMELESS).next();
    expect(error).toMatch(/add an entry for uid 54321 to \/etc\/passwd, or set DATABASE_URL\.$/);
  });

  onlyRoot('owns its data in an empty folder of root, and not the folder', async () => {
    const mounted = join(scratch, 'mounted');
    await mkdir(mounted, { mode: 0o700 });
    await start({ dataDir: mounted });
    expect(lstatSync(join(mounted, 'postgres')).isDirectory()).toBe(true);
    await expectOnlyDataOwned(mounted);
  });

  onlyRoot('leaves no socket folder where it cannot remove one', async () => {
    const TMPDIR = join(scratch, 'of-root');
    await mkdir(TMPDIR);
    const service = run({ dataDir }, { env: { ...process.env, TMPDIR } });
    const { connection } = await service.next();
    await kill(service.child);
    await eventually(() => !existsSync(join(connection.host, '.s.PGSQL.5432')));
    expect(readdirSync(TMPDIR)).toEqual([]);
  });

  onlyRoot('is not root, even where only root can enter', async () => {
    const before = existsSync(SYSTEM_DIR) ? readdirSync(SYSTEM_DIR) : [];
    const closed = join(scratch, 'closed');
    await mkdir(closed, { mode: 0o700 });
    const home = await makeApp('closed/app', await copyPackage('closed/package'));
    const closedData = join(closed, 'data');
    try {
      const first = run({ dataDir: closedData }, { home });
      const { connection, notice, error } = await first.next();
      expect(error).toBeUndefined();
      const link =
        /\S+\/postgres is a link to the data in \/var\/lib\/\S+, which a backup has to copy\.$/;
      expect(notice).toMatch(link);
      await query(connection, 'CREATE TABLE kept AS SELECT 42 AS answer');
      await kill(first.child);

      const second = run({ dataDir: closedData }, { home });
      const again = await second.next();
      expect(again.notice).toMatch(link);
      expect(await query(again.connection, 'SELECT * FROM kept')).toEqual([{ answer: 42 }]);
      expect(statSync(again.connection.host).uid).not.toBe(0);
      expect(statSync(closed).mode & 0o777).toBe(0o700);
      await kill(second.child);
      await eventually(() => !existsSync(again.connection.host));
    } finally {
      await rm(readlinkSync(join(closedData, 'postgres')), { recursive: true });
      for (const name of readdirSync(SYSTEM_DIR)) {
        if (before.includes(name) || !name.startsWith('postgresql-')) continue;
        await rm(join(SYSTEM_DIR, name), { recursive: true });
      }
      await rmdir(SYSTEM_DIR).catch(() => undefined); // not empty: another program uses it
    }
  });
});

/** Expects that the database's user owns its folder in DATA_DIR, and can write nowhere else in it. */
async function expectOnlyDataOwned(folder: string): Promise<void> {
  const { uid, gid } = statSync(join(folder, 'postgres'));
  const account = { name: 'the database', uid, gid };
  expect(uid).not.toBe(0);
  expect(statSync(folder).uid).toBe(0);
  expect(await isAllowed(account, '-w', join(folder, 'postgres'))).toBe(true);
  expect(await isAllowed(account, '-w', folder)).toBe(false);
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
