import { jest } from '@jest/globals';
import { spawn } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { chmod, chown, mkdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { EmbeddedPostgres } from '../../../src/platform/database/embedded/embedded-postgres.js';
import { eventually } from '../../support/eventually.js';
import { query, answer, backgroundWriter } from '../../support/processes/embedded-program.js';
import { embeddedSuite } from '../../support/processes/embedded-suite.js';

const { scratch, dataDir, servers, children, start, expectRefusal, postmasterPid, run } =
  embeddedSuite();

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

  it.each(['long'.repeat(20), 'absent/folder', 'a "quoted", name'])(
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

  it('reports immediately that it was killed, and is started again under its address', async () => {
    const lines: string[] = [];
    const server = await start({ dataDir, onRestart: (line) => lines.push(line) });
    const writer = await backgroundWriter(server);
    process.kill(writer, 'SIGSTOP'); // one of its processes may be slow to follow
    process.kill(postmasterPid(), 'SIGKILL');
    await eventually(() => lines.length > 0).finally(() => process.kill(writer, 'SIGKILL'));
    const line =
      /^PostgreSQL ended unexpectedly \(exit code 137\), after: .+; it is started again$/;
    expect(lines).toEqual([expect.stringMatching(line)]);
    await eventually(() => answers(server));
    expect(await query(server.connection, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    expect(statSync(server.connection.host).mode & 0o777).toBe(0o700);
    await server.stop();
    expect(existsSync(server.connection.host)).toBe(false);
  });

  it('is given up when it ends again and again', async () => {
    const [restarts, ends]: [string[], string[]] = [[], []];
    const server = await start({
      dataDir,
      onRestart: (line) => restarts.push(line),
      onUnexpectedExit: (line) => ends.push(line),
    });
    await eventually(async () => {
      // Killed before it has answered the service, it would only start a little later.
      if ((await answers(server)) && (await answers(server)))
        process.kill(postmasterPid(), 'SIGKILL');
      return ends.length > 0;
    });
    expect(restarts).toHaveLength(5);
    expect(ends).toEqual([expect.stringMatching(/; it ended 6 times within 10 minutes$/)]);
    await server.stop();
  });

  it('ends with the service, also while it is started again', async () => {
    const lines: string[] = [];
    const server = await start({ dataDir, onRestart: (line) => lines.push(line) });
    process.kill(postmasterPid(), 'SIGKILL');
    await eventually(() => lines.length > 0);
    await server.stop();
    expect(await answers(server)).toBe(false);
    expect(existsSync(server.connection.host)).toBe(false);
  });

  it('does not report a requested end', async () => {
    const report = jest.fn();
    const server = await start({ dataDir, onRestart: report, onUnexpectedExit: report });
    await server.stop();
    expect(report).not.toHaveBeenCalled();
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

  it('starts a server of its own when no server is running', async () => {
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

async function answers(server: Pick<EmbeddedPostgres, 'connection'>): Promise<boolean> {
  return answer(server).then(
    (one) => one === 1,
    () => false,
  );
}

/** Writes a postmaster.pid as a dead server leaves it. */
async function leavePidFile(content: string): Promise<string> {
  const file = join(dataDir, 'postgres/postmaster.pid');
  const { uid, gid } = statSync(dirname(file));
  await writeFile(file, content);
  await chown(file, uid, gid);
  return file;
}
