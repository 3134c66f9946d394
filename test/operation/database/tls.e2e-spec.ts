import pg from 'pg';
import { makeAuthority, takeTls } from '../../faults/support/servers/certificates.js';
import { Backups } from '../../faults/support/servers/backups.js';
import type { PostgresServer } from '../../faults/support/servers/postgres-server.js';
import {
  itWithPrograms,
  PROGRAMS,
  stagedServer,
} from '../../faults/support/servers/staged-servers.js';
import { stagedFolder } from '../../faults/support/stage.js';
import { codeBlocksOf } from '../../support/documents/markdown.js';
import { eventually } from '../../support/eventually.js';
import { itBeforeRelease } from '../../support/native/gate.js';
import { commandHere, runCommand } from '../../support/processes/command-line.js';
import { run } from '../../support/processes/run.js';

/** Modes with which a production starts. */
const MODES = ['prefer', 'require', 'verify-ca', 'verify-full'];

/** Starts a server whose certificate has a host name. Returns its URL, by a name, with some parameters. */
async function givenServer(host: string) {
  const server = await stagedServer({}, 'system');
  const folder = await stagedFolder();
  const authority = await makeAuthority(folder);
  await takeTls(server, { authority, host });
  const { port } = new URL(server.connection.url);
  const urlWith = (parameters: string): string =>
    `postgres://postgres@localhost:${port}/postgres?${parameters}`;
  await eventually(async () => {
    const client = new pg.Client({ connectionString: urlWith('sslmode=no-verify') });
    client.on('error', () => undefined);
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  });
  return { server, folder, authority, urlWith };
}

/** Makes the schema through a URL; returns the status of the command, and what it writes about faults. */
async function migrated(folder: string, url: string, command = commandHere) {
  const { status, stderr } = await command(folder, ['schema:migrate'], { DATABASE_URL: url });
  return { status, stderr };
}

/** Runs the documented command for a dump, after the one that names an authority, if there is one. */
async function dumped(folder: string, url: string, authority?: string): Promise<void> {
  const blocks = await codeBlocksOf('docs/operations/backups.md');
  const documented = (form: RegExp): string[] =>
    blocks.flatMap(({ text }) => form.exec(text) ?? []);
  const named = documented(/^export PGSSLROOTCERT=.*/m).map((line) =>
    line.replace('/etc/ssl/certs/ca-certificates.crt', authority ?? ''),
  );
  const commands = [...(authority === undefined ? [] : named), ...documented(/^pg_dump .*/m)];
  const env = { PATH: `${PROGRAMS}:${process.env.PATH}`, HOME: folder, DATABASE_URL: url };
  await run('sh', ['-ec', commands.join('\n')], { cwd: folder, env });
}

async function backedUp(server: PostgresServer, folder: string, env: Record<string, string>) {
  const backups = await Backups.of(server, folder);
  await backups.takeBase(env);
  return backups.list('base');
}

(PROGRAMS === '' ? it.skip : itBeforeRelease)(
  'one URL serves the service, pg_dump and pg_basebackup, with each mode of a production',
  async () => {
    const { server, folder, authority, urlWith } = await givenServer('localhost');
    for (const mode of MODES) {
      const url = urlWith(`sslmode=${mode}&sslrootcert=${authority}`);
      expect([mode, await migrated(folder, url)]).toEqual([mode, { status: 0, stderr: '' }]);
      await dumped(folder, url);
      const env = { PGHOST: 'localhost', PGSSLMODE: mode, PGSSLROOTCERT: authority };
      expect(await backedUp(server, folder, env)).toHaveLength(1);
    }
    // The driver's warnings would be written by a process of its own.
    const alone = urlWith(`sslmode=require&sslrootcert=${authority}`);
    expect(await migrated(folder, alone, runCommand)).toEqual({ status: 0, stderr: '' });
    // An authority that Node.js knows, and libpq does not.
    const url = urlWith('sslmode=verify-full');
    const knowing: typeof runCommand = (cwd, args, env) =>
      runCommand(cwd, args, { ...env, NODE_EXTRA_CA_CERTS: authority });
    expect(await migrated(folder, url, knowing)).toEqual({ status: 0, stderr: '' });
    await expect(dumped(folder, url)).rejects.toThrow('root.crt" does not exist');
    await dumped(folder, url, authority);
  },
);

itWithPrograms('a certificate that is not accepted is refused with mode and remedy', async () => {
  const { folder, authority, urlWith } = await givenServer('other.example');
  for (const mode of MODES) {
    expect(await migrated(folder, urlWith(`sslmode=${mode}`))).toEqual({
      status: 1,
      stderr: expect.stringMatching(
        new RegExp(
          `^Not done: the database in DATABASE_URL failed \\(.*sslmode=${mode} verifies certificate and host name here, as verify-full does: name the file of its authority by sslrootcert=/path/to/root.crt in the URL\\)\n$`,
        ),
      ),
    });
  }
  const named = urlWith(`sslmode=verify-ca&sslrootcert=${authority}`);
  expect((await migrated(folder, named)).stderr).toMatch(
    /does not match.*sslmode=verify-ca verifies .* host name .*: connect by a name that the certificate has/,
  );
  const several = named.replace('localhost:', 'localhost:1,localhost:');
  expect((await migrated(folder, several)).stderr).toMatch(
    /localhost:1 ECONNREFUSED, localhost:\d+ is refused \(.*does not match.*: connect by a name/,
  );
  expect((await migrated(folder, urlWith('sslmode=requrie'))).stderr).toMatch(
    /^Not done: Invalid DATABASE_URL parameter sslmode: expected one of disable, /,
  );
});
