import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import {
  isAllowed,
  isFolderOf,
  privateFolder,
  reasonOf,
  runAs,
  spawnedBy,
  type Account,
} from './os-user.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { install, type Installation } from './installation.js';

export { EmbeddedPostgresError };

/** A PostgreSQL server of this process, or one that it has joined. */
export interface EmbeddedPostgres {
  /** Options for pg and TypeORM: `host` is the folder of the Unix socket. */
  readonly connection: Connection;
  /** Stops the server (fast shutdown) and waits for its end; may be called twice. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** The folder that holds everything of the database; made if absent. */
  dataDir: string;
  /** Settings of PostgreSQL, e.g. `{ fsync: 'off' }` in tests. */
  settings?: Record<string, string>;
  /** Connects to a server that already runs on dataDir instead of refusing; stop() leaves that server running. */
  joinRunning?: boolean;
  /** Called at most once, with a line for a person. */
  notice?: (line: string) => void;
  /** Called with a line for a person when the server ended and was started again. */
  onRestart?: (line: string) => void;
  /** Called with a line for a person when the server ended and does not start again. */
  onUnexpectedExit?: (line: string) => void;
}

type Connection = Record<'host' | 'user' | 'database', string> & { port: number };

const PORT = 5432;
const SUPERUSER = { user: 'postgres', database: 'postgres' };
const SOCKET_PATH_LIMIT = 103;
const DATA_DIR_LIMIT = 900; // PostgreSQL's own limit is 1023 bytes, file names included
const CONNECT_LIMIT_MS = 2_000;
const STOP_LIMIT_SECONDS = '600';
const ENDING_LIMIT_MS = 30_000;
const KILLED_LIMIT_MS = 1_500;
const PAUSE_MS = 10;
/** Key of the advisory lock of the process that the server belongs to; any constant. */
const OWNER_LOCK = 8_451_207;
const OUTPUT_LENGTH = 8_192;

/** Why a server that was started has ended; null: it has not. */
type Started = Record<'failure', string | null>;

/** Starts PostgreSQL on a folder; every failure is an EmbeddedPostgresError. */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  if (Buffer.byteLength(dataDir) > DATA_DIR_LIMIT) {
    throw new EmbeddedPostgresError(
      `DATA_DIR is too long for PostgreSQL: choose a path of at most ${DATA_DIR_LIMIT} bytes.`,
    );
  }
  try {
    const installation = await install(dataDir, options.settings?.fsync !== 'off');
    const { notices } = installation;
    if (notices.length > 0) options.notice?.(`${notices.join('; ')}.`);
    const server = new Server(installation, { ...options, dataDir });
    await server.open();
    return server;
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw error;
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL cannot use DATA_DIR ${options.dataDir} (${(error as Error).message}): choose a folder that it may write to, or set DATABASE_URL.`,
      { cause: error },
    );
  }
}

/**
 * A server that outlives its service. It belongs to the process whose session has an advisory lock, so that the next one on
 * its folder gets the server of a service that was killed.
 */
class Server implements EmbeddedPostgres {
  private host = '';
  private isStopping = false;
  private isOwner = false;
  private recovery: Promise<void> = Promise.resolve();

  constructor(
    private readonly installation: Installation,
    private readonly options: EmbeddedPostgresOptions,
  ) {}

  get connection(): Connection {
    return { host: this.host, port: PORT, ...SUPERUSER };
  }

  /** Takes the server that runs on the folder, or starts one. Returns true if it started one. */
  async open(): Promise<boolean> {
    const { dataDir, joinRunning = false } = this.options;
    const { cluster, account } = this.installation;
    const beganMs = Date.now();
    for (let started: Started | null = null; ; await sleep(PAUSE_MS)) {
      const [pid, , , , host = ''] = await linesOf(join(cluster, 'postmaster.pid'));
      const isOurs = await isFolderOf(account, host);
      const session = isOurs ? await connect({ ...this.connection, host }) : null;
      if (session) {
        if (host !== this.host) await this.removeSocket();
        this.host = host;
        if (await this.own(session)) return started !== null;
        if (joinRunning) return false;
        // A process that has just been killed still has it for a moment.
        if (Date.now() < beganMs + KILLED_LIMIT_MS) continue;
        throw new EmbeddedPostgresError(
          `DATA_DIR ${dataDir} is in use by another running service (PostgreSQL process ${pid}): stop that first, or choose another DATA_DIR.`,
        );
      }
      if (started !== null) {
        const { failure } = started;
        if (failure === null) continue;
        // A server that is ending, or processes of a killed one, may be in the way for a moment.
        const isBlocked = /lock file|shared memory/.test(failure);
        if (!isBlocked || Date.now() > beganMs + ENDING_LIMIT_MS) {
          await this.removeSocket();
          throw new EmbeddedPostgresError(`PostgreSQL did not start on ${cluster}: ${failure}`);
        }
      }
      started = await this.start();
    }
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await this.recovery;
    if (!this.isOwner) return;
    this.isOwner = false;
    const { programs, cluster, account } = this.installation;
    const fast = ['stop', '-m', 'fast', '-t', STOP_LIMIT_SECONDS];
    // It fails for a server that was killed at this moment.
    const stopping = runAs(account, join(programs, 'pg_ctl'), [...fast, '-s', '-D', cluster]);
    await stopping.catch(async (error: unknown) => {
      if (await connect(this.connection)) throw error;
    });
    await this.removeSocket();
  }

  private async removeSocket(): Promise<void> {
    if (this.host !== '') await rm(this.host, { recursive: true, force: true });
  }

  /** Returns false if the server belongs to another process. */
  private async own(session: pg.Client): Promise<boolean> {
    session.once('end', () => {
      if (this.isOwner) this.recovery = this.recover();
    });
    const lock = await session.query('SELECT pg_try_advisory_lock($1) AS owned', [OWNER_LOCK]);
    const [{ owned }] = lock.rows as [{ owned: boolean }];
    this.isOwner = owned;
    if (!owned) await session.end();
    return owned;
  }

  private async recover(): Promise<void> {
    if (this.isStopping) return;
    this.isOwner = false;
    try {
      if (await this.open()) {
        this.options.onRestart?.('PostgreSQL ended unexpectedly, and was started again');
      }
    } catch (error) {
      if (this.isStopping) return;
      this.options.onUnexpectedExit?.(`PostgreSQL ended unexpectedly: ${(error as Error).message}`);
    }
  }

  /** Begins a start of the server, as a child that outlives this process. */
  private async start(): Promise<Started> {
    const { programs, cluster, account } = this.installation;
    this.host ||= await socketFolder(account);
    const settings = {
      ...this.options.settings,
      listen_addresses: '',
      port: String(PORT),
      unix_socket_directories: `"${this.host.replaceAll('"', '""')}"`,
    };
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const server = spawn(join(programs, 'postgres'), ['-D', cluster, ...options], {
      ...spawnedBy(account),
      detached: true, // Ctrl-C is for this process
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const started: Started = { failure: null };
    let output = '';
    server.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      output = (output + chunk).slice(-OUTPUT_LENGTH);
    });
    server.once('exit', () => {
      started.failure = reasonOf(output);
      // Processes that outlive a killed server hold the pipe open.
      server.stderr.destroy();
    });
    await once(server, 'spawn');
    return started;
  }
}

/** Makes a private folder for the socket, with a path that fits into a socket's address. */
async function socketFolder(account: Account | undefined): Promise<string> {
  for (const parent of [resolve(tmpdir()), '/tmp']) {
    const prefix = join(parent, 'store-orders-');
    if (Buffer.byteLength(`${prefix}XXXXXX/.s.PGSQL.${PORT}`) > SOCKET_PATH_LIMIT) continue;
    // A user without write access there could not make a socket in it.
    if (!(await isAllowed(account, '-w', parent))) continue;
    const folder = await privateFolder(prefix, account).catch(() => undefined);
    if (folder && (await isAllowed(account, '-w', folder))) return folder;
    if (folder) await rm(folder, { recursive: true });
  }
  throw new EmbeddedPostgresError(
    'PostgreSQL finds no place for its socket: let /tmp be writable, or set TMPDIR.',
  );
}

async function linesOf(file: string): Promise<string[]> {
  return (await readFile(file, 'utf8').catch(() => '')).split('\n');
}

async function connect(connection: Connection): Promise<pg.Client | null> {
  const client = new pg.Client({
    ...connection,
    ssl: false,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
  });
  client.on('error', () => undefined);
  return client.connect().then(
    () => client,
    () => null,
  );
}
