import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  databaseAccount,
  privateFolder,
  type Account,
} from '../../../../src/platform/database/embedded/os-user.js';
import { install } from '../../../../src/platform/database/embedded/installation.js';
import {
  supervise,
  type SupervisedProcess,
} from '../../../../src/platform/database/embedded/supervised-process.js';
import { execute } from '../../../support/database/database.js';
import { query } from '../books.js';
import { eventually } from '../../../support/eventually.js';
import { freePort, run } from '../../../support/processes/run.js';

const STREAMS = `SELECT FROM pg_stat_replication WHERE state = 'streaming'`;
const DEBIAN_PROGRAMS = '/usr/lib/postgresql';
const POLL_MS = 10;
const START_LIMIT_MS = 60_000;

/** A PostgreSQL server that a test may stop, in any way, and start again. It listens on 127.0.0.1. */
export class PostgresServer {
  private running: SupervisedProcess | null = null;

  private constructor(
    private readonly program: string,
    readonly cluster: string,
    readonly account: Account | undefined,
    private readonly port: number,
  ) {}

  /** Makes a server of the shipped programs, on the folder's data, if any. It is not started yet. */
  static async embedded(folder: string): Promise<PostgresServer> {
    const { postgres, cluster, account } = await install(folder, false);
    return new PostgresServer(postgres, cluster, account, await freePort());
  }

  /** Makes a server of the system's programs, on the folder's data, if any. It is not started yet. */
  static async installed(folder: string, programs: string): Promise<PostgresServer> {
    const account = await databaseAccount(folder);
    const cluster = join(folder, 'cluster');
    const server = new PostgresServer(
      join(programs, 'postgres'),
      cluster,
      account,
      await freePort(),
    );
    if (existsSync(cluster)) return server;
    await rename(await privateFolder(`${cluster}-`, account), cluster);
    const args = [
      '--encoding=UTF8',
      '--locale=C',
      '--username=postgres',
      '--auth=trust',
      '--no-sync',
      cluster,
    ];
    const { code, lastLine } = await (
      await supervise(join(programs, 'initdb'), args, { account })
    ).ended;
    if (code !== 0) throw new Error(`initdb: ${lastLine}`);
    return server;
  }

  /** Makes a standby of this server, which must run. Only works with the system's programs; the standby is not started yet. */
  async standby(folder: string): Promise<PostgresServer> {
    const cluster = await privateFolder(join(folder, 'standby-'), this.account);
    const args = ['-D', cluster, '-d', this.connection.url, '-c', 'fast', '-R'];
    const program = join(dirname(this.program), 'pg_basebackup');
    const { code, lastLine } = await (
      await supervise(program, args, { account: this.account })
    ).ended;
    if (code !== 0) throw new Error(`pg_basebackup: ${lastLine}`);
    return new PostgresServer(this.program, cluster, this.account, await freePort());
  }

  /** Makes a server on a copy of the data of this one, which must not run. The new server is not started yet. */
  async copy(folder: string): Promise<PostgresServer> {
    const cluster = await privateFolder(join(folder, 'copy-'), this.account);
    await run('cp', ['-a', `${this.cluster}/.`, cluster]);
    return new PostgresServer(this.program, cluster, this.account, await freePort());
  }

  /** Replaces the data by a copy of another server's. Neither may run. */
  async takeFiles({ cluster }: PostgresServer): Promise<void> {
    await rm(this.cluster, { recursive: true });
    await run('cp', ['-a', cluster, this.cluster]);
  }

  /** Makes a server of the same programs on another data directory. It is not started yet. */
  async on(cluster: string): Promise<PostgresServer> {
    return new PostgresServer(this.program, cluster, this.account, await freePort());
  }

  get programs(): string {
    return dirname(this.program);
  }

  /** Makes this ended server a standby of another one, from its next start on. */
  async follow(primary: PostgresServer): Promise<void> {
    const settings = `primary_conninfo = '${primary.connection.url}'\n`;
    await writeFile(join(this.cluster, 'postgresql.auto.conf'), settings);
    await writeFile(join(this.cluster, 'standby.signal'), '');
  }

  /** Makes and starts a standby of this server, which runs again afterwards. */
  async startStandby(folder: string, settings: Record<string, string> = {}) {
    await this.end();
    const standby = await this.copy(folder);
    await standby.follow(this);
    await this.start();
    await standby.start(settings);
    await this.isFollowed();
    return standby;
  }

  /** Waits until a standby streams. Before, it would miss stored data of this server. */
  async isFollowed(): Promise<void> {
    await eventually(async () => (await query(this.connection, STREAMS)).length > 0);
  }

  /** Resolves when the standby is the primary. */
  async promote(): Promise<void> {
    await execute(this.connection, 'SELECT pg_promote()');
  }

  get connection(): { url: string } {
    return { url: `postgres://postgres@127.0.0.1:${this.port}/postgres` };
  }

  async start(settings: Record<string, string> = {}): Promise<void> {
    const all = {
      ...settings,
      listen_addresses: '127.0.0.1',
      port: String(this.port),
      unix_socket_directories: '',
    };
    const args = [
      '-D',
      this.cluster,
      ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ];
    this.running = await supervise(this.program, args, { account: this.account });
    await this.untilItAccepts();
  }

  /** Ends the server as a crash does: connections are cut without a message, and nothing is written to disk. */
  async stopImmediately(): Promise<void> {
    const [pid] = (await readFile(join(this.cluster, 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), 'SIGQUIT');
    await this.running?.ended;
  }

  /** Kills one of its processes; the server then ends all others and recovers. Resolves when it accepts connections again. */
  async crash(): Promise<void> {
    const { url } = this.connection;
    const [killed, other] = [clientOf(url), clientOf(url)];
    await Promise.all([killed.connect(), other.connect()]);
    const { rows } = await killed.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    // From then on it takes no connections until it has recovered.
    const isNoticed = new Promise((resolve) => other.once('end', resolve));
    process.kill(rows[0]!.pid, 'SIGKILL');
    await isNoticed;
    await this.untilItAccepts();
  }

  async end(): Promise<void> {
    this.running?.end();
    await this.running?.ended;
  }

  private async untilItAccepts(): Promise<void> {
    const { url } = this.connection;
    for (const until = Date.now() + START_LIMIT_MS; !(await accepts(url)); await sleep(POLL_MS)) {
      if (Date.now() > until) throw new Error('PostgreSQL does not start');
    }
  }
}

/** Makes a client of an address. It ignores errors of the connection, because its end is noticed in another way. */
function clientOf(connectionString: string): pg.Client {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  return client;
}

/** Returns true if connections to an address are accepted. */
export async function accepts(url: string): Promise<boolean> {
  const client = clientOf(url);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

/** Finds the folder of the newest PostgreSQL of the system with a server and pg_dump, or returns null. */
export async function systemPrograms(): Promise<string | null> {
  const versions = existsSync(DEBIAN_PROGRAMS) ? await readdir(DEBIAN_PROGRAMS) : [];
  const folders = [
    ...versions
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => join(DEBIAN_PROGRAMS, version, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
  ];
  const needed = ['initdb', 'postgres', 'pg_dump', 'pg_restore'];
  return folders.find((folder) => needed.every((name) => existsSync(join(folder, name)))) ?? null;
}
