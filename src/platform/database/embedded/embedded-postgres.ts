import { chown, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import { isAllowed, privateFolder, type Account } from './os-user.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { install, type Installation } from './installation.js';
import { occupation, settle } from './postmaster-pid.js';
import { RestartedServer, type EndReports } from './restarted-server.js';
import { supervise, type Ending, type SupervisedProcess } from './supervised-process.js';

export { EmbeddedPostgresError };

/** A PostgreSQL server of this process, or one that it has joined. */
export interface EmbeddedPostgres {
  /** Options for pg and TypeORM: `host` is the folder of the Unix socket. */
  readonly connection: { host: string; port: number; user: string; database: string };
  /** Stops the server (fast shutdown) and waits for its end; may be called twice. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions extends EndReports {
  /** The folder that holds everything of the database; made if absent. */
  dataDir: string;
  /** Settings of PostgreSQL, e.g. `{ fsync: 'off' }` in tests. */
  settings?: Record<string, string>;
  /** Connects to a server that already runs on dataDir instead of refusing; stop() leaves that server running. */
  joinRunning?: boolean;
  /** Called at most once, with a line for a person. */
  notice?: (line: string) => void;
}

type Connection = EmbeddedPostgres['connection'];
type StartOptions = Pick<EmbeddedPostgresOptions, 'settings'> & { stalePid?: number | undefined };

const PORT = 5432;
const SUPERUSER = { user: 'postgres', database: 'postgres' };
const SOCKET_PATH_LIMIT = 103;
const DATA_DIR_LIMIT = 900; // PostgreSQL's own limit is 1023 bytes, file names included
const POLL_MS = 10;
const CONNECT_LIMIT_MS = 2000;
const START_LIMIT_MS = 600_000; // recovery after a crash takes its time
// For as long, processes of a killed server may still hold its memory.
const RESTART_LIMIT_MS = 30_000;
const RESTART_PAUSE_MS = 200;

/** Starts PostgreSQL on a folder; every failure is an EmbeddedPostgresError. */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  try {
    return await start({ ...options, dataDir: resolve(options.dataDir) });
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw error;
    const { message } = error as Error;
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL cannot use DATA_DIR ${options.dataDir} (${message}): choose a folder that it may write to, or set DATABASE_URL.`,
      { cause: error },
    );
  }
}

async function start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, settings = {}, joinRunning = false } = options;
  if (Buffer.byteLength(dataDir) > DATA_DIR_LIMIT) {
    throw new EmbeddedPostgresError(
      `DATA_DIR is too long for PostgreSQL: choose a path of at most ${DATA_DIR_LIMIT} bytes.`,
    );
  }
  const installation = await install(dataDir, settings.fsync !== 'off');
  if (installation.notices.length > 0) options.notice?.(`${installation.notices.join('; ')}.`);
  for (;;) {
    const { server, stalePid } = await settle(installation.cluster, joinRunning);
    if (server) {
      const connection = { host: server.host, port: server.port, ...SUPERUSER };
      if (joinRunning && (await accepts(connection))) {
        return { connection, stop: () => Promise.resolve() };
      }
      throw new EmbeddedPostgresError(
        `DATA_DIR ${dataDir} is in use by another running service (PostgreSQL process ${server.pid}): stop that first, or choose another DATA_DIR.`,
      );
    }
    const launched = await launch(installation, stalePid, options);
    if (launched) return launched;
  }
}

/** Starts the server. Returns undefined if another process got the cluster at the same moment. */
async function launch(
  installation: Installation,
  stalePid: number | undefined,
  { settings, onRestart, onUnexpectedExit }: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres | undefined> {
  const { cluster, account } = installation;
  const host = await socketFolder(account);
  const connection = { host, port: PORT, ...SUPERUSER };
  const first = await begin(installation, connection, { stalePid, settings });
  if ('failure' in first) {
    if ((await occupation(cluster)).server) return undefined;
    const { lastLine } = first.failure;
    throw new EmbeddedPostgresError(`PostgreSQL did not start on ${cluster}: ${lastLine}`);
  }
  const startAgain = (): Promise<SupervisedProcess> =>
    restart(installation, connection, { settings });
  const server = new RestartedServer(first.server, startAgain, { onRestart, onUnexpectedExit });
  return { connection, stop: () => server.stop() };
}

/** Starts the server, and waits until it accepts connections or ends. */
async function begin(
  { postgres, cluster, account }: Installation,
  connection: Connection,
  { stalePid, settings }: StartOptions,
): Promise<{ server: SupervisedProcess } | { failure: Ending }> {
  const { host } = connection;
  const server = await supervise(postgres, ['-D', cluster, ...settingArguments(host, settings)], {
    account,
    scratch: host,
    // PostgreSQL refuses to start when the process named in postmaster.pid exists, though its number
    // may have gone to another program since. This, pg_ctl's own way, tells it that the number means
    // nothing; unlike removing the file, it cannot hit a server that starts at this moment.
    env: stalePid === undefined ? {} : { PG_GRANDPARENT_PID: String(stalePid) },
  });
  const failure = await readyOrEnded(connection, server);
  return failure ? { failure } : { server };
}

/** Starts a server again at the same address after it ended. */
async function restart(
  installation: Installation,
  connection: Connection,
  options: StartOptions,
): Promise<SupervisedProcess> {
  const { cluster, account } = installation;
  for (const deadline = Date.now() + RESTART_LIMIT_MS; ; await sleep(RESTART_PAUSE_MS)) {
    // It went with the server. Not recursive: a folder that another user has made meanwhile is refused.
    await mkdir(connection.host, { mode: 0o700 });
    if (account) await chown(connection.host, account.uid, account.gid);
    const { stalePid } = await settle(cluster, false);
    const begun = await begin(installation, connection, { ...options, stalePid });
    if ('server' in begun) return begun.server;
    if (Date.now() > deadline) throw new Error(begun.failure.lastLine);
  }
}

function settingArguments(folder: string, settings: Record<string, string> = {}): string[] {
  const all = {
    ...settings,
    listen_addresses: '',
    port: String(PORT),
    unix_socket_directories: `"${folder.replaceAll('"', '""')}"`,
  };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Makes a private folder for the socket, with a path that fits into a socket's address. */
async function socketFolder(account: Account | undefined): Promise<string> {
  for (const parent of [resolve(tmpdir()), '/tmp']) {
    const prefix = join(parent, 'store-orders-');
    if (Buffer.byteLength(`${prefix}XXXXXX/.s.PGSQL.${PORT}`) > SOCKET_PATH_LIMIT) continue;
    // A user without write access there could not remove the folder afterwards.
    if (!(await isAllowed(account, '-w', parent))) continue;
    const folder = await privateFolder(prefix, account).catch(() => undefined);
    if (folder && (await isAllowed(account, '-w', folder))) return folder;
    if (folder) await rm(folder, { recursive: true });
  }
  throw new EmbeddedPostgresError(
    'PostgreSQL finds no place for its socket: let /tmp be writable, or set TMPDIR.',
  );
}

/** Waits until the server accepts connections. Returns how it ended if it never does. */
async function readyOrEnded(
  connection: Connection,
  server: SupervisedProcess,
): Promise<Ending | undefined> {
  const deadline = Date.now() + START_LIMIT_MS;
  while (!(await accepts(connection))) {
    const ending = await Promise.race([server.ended, sleep(POLL_MS)]);
    if (ending) return ending;
    if (Date.now() > deadline) server.end();
  }
  return undefined;
}

async function accepts(connection: Connection): Promise<boolean> {
  const client = new pg.Client({
    ...connection,
    ssl: false,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}
