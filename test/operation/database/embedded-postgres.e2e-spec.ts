import { jest } from '@jest/globals';
import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { chmod, mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { eventually } from '../../support/eventually.js';
import { query, answer, backgroundWriter } from '../../support/processes/embedded-program.js';
import { embeddedSuite } from '../../support/processes/embedded-suite.js';

const { scratch, dataDir, servers, start, expectRefusal, postmasterPid, run } = embeddedSuite();

describe('a data folder', () => {
  it('keeps its data over a restart, and does not report a requested end', async () => {
    const report = jest.fn();
    const first = await start({ dataDir, onRestart: report, onUnexpectedExit: report });
    await query(first.connection, 'INSERT INTO kept VALUES (43)');
    await first.stop();
    await first.stop();
    expect(report).not.toHaveBeenCalled();

    const second = await start({ dataDir });
    expect(await query(second.connection, 'SELECT answer FROM kept')).toEqual([
      { answer: 42 },
      { answer: 43 },
    ]);
    await query(second.connection, 'DELETE FROM kept WHERE answer = 43');
  });

  it('contains a UTF-8 database that is reachable only through a private socket', async () => {
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

  it.each(['absent/folder', 'a "quoted", name'])(
    'has its socket where TMPDIR=%s allows it',
    async (name) => {
      const TMPDIR = join(scratch, name);
      if (!name.startsWith('absent')) {
        await mkdir(TMPDIR);
        await chmod(TMPDIR, 0o1777); // as /tmp is
      }
      const { connection, error } = await run(
        { dataDir },
        { env: { ...process.env, TMPDIR } },
      ).next();
      expect(error).toBeUndefined();
      expect(dirname(connection.host)).toBe(name.startsWith('a "quoted') ? TMPDIR : '/tmp');
      expect(await answer({ connection })).toBe(1);
    },
  );

  it('is refused in one line if it cannot be created', async () => {
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
  it('reports in one line why it does not start', async () => {
    await expectRefusal(
      { dataDir, settings: { no_such_setting: '1' } },
      /FATAL: unrecognized configuration parameter "no_such_setting"$/,
    );
  });

  it('is started again under its address when it was killed', async () => {
    const lines: string[] = [];
    const server = await start({ dataDir, onRestart: (line) => lines.push(line) });
    const writer = await backgroundWriter(server);
    process.kill(writer, 'SIGSTOP'); // one of its processes may be slow to follow
    process.kill(postmasterPid(), 'SIGKILL');
    setTimeout(() => process.kill(writer, 'SIGKILL'), 300);
    await eventually(() => lines.length > 0);
    expect(lines).toEqual(['PostgreSQL ended unexpectedly, and was started again']);
    expect(await query(server.connection, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it('is given up with one line when it cannot start again', async () => {
    const ends: string[] = [];
    const server = await start({ dataDir, onUnexpectedExit: (line) => ends.push(line) });
    const version = join(dataDir, 'postgres/PG_VERSION');
    const pid = postmasterPid();
    await rename(version, `${version}-away`);
    process.kill(pid, 'SIGKILL');
    await eventually(() => ends.length > 0);
    await rename(`${version}-away`, version);
    const line =
      /^PostgreSQL ended unexpectedly: PostgreSQL did not start on \S+: FATAL: .*not a valid data directory$/;
    expect(ends).toEqual([expect.stringMatching(line)]);
    await server.stop();
  });

  it('ends with the service, also while it is started again', async () => {
    const server = await start({ dataDir });
    const one = () => answer(server).catch(() => null);
    const pid = postmasterPid();
    process.kill(pid, 'SIGKILL');
    await eventually(async () => !(await one()) || postmasterPid() !== pid);
    await server.stop();
    expect(await one()).toBeNull();
    expect(existsSync(server.connection.host)).toBe(false);
  });
});

describe('a second service on the same folder', () => {
  it('is refused', async () => {
    await start({ dataDir });
    await expectRefusal(
      { dataDir },
      new RegExp(`in use by another running service \\(PostgreSQL process ${postmasterPid()}\\)`),
    );
  });

  it('joins the server on request, and leaves it running', async () => {
    const owner = await start({ dataDir });
    const guest = await start({ dataDir, joinRunning: true });
    expect(guest.connection).toEqual(owner.connection);
    await guest.stop();
    expect(await answer(owner)).toBe(1);
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
