import { execFile } from 'node:child_process';
import {
  access,
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { userInfo } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';

import { databaseAccount, isAllowed, privateFolder, type Account } from './os-user.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { supervise } from './supervised-process.js';

/** A server that is ready to be started. */
export interface Installation {
  /** The program, where the database's user can run it. */
  readonly postgres: string;
  /** The real path of the data, where the database's user can enter it. */
  readonly cluster: string;
  readonly account: Account | undefined;
  /** Messages for the person who starts the service. */
  readonly notices: readonly string[];
}

interface Place {
  readonly dataDir: string;
  readonly cluster: string;
  readonly account: Account | undefined;
  readonly notices: string[];
}

interface Programs {
  readonly initdb: string;
  readonly postgres: string;
  readonly major: string;
}

/** Folder for root's files if the database's user cannot reach them in the checkout or in DATA_DIR. */
const SYSTEM_DIR = '/var/lib/wholesale-store-orders';
const PLATFORMS = ['linux-x64', 'linux-arm64', 'linux-arm', 'darwin-x64', 'darwin-arm64'];
const INITDB_ARGUMENTS = [
  '--encoding=UTF8',
  '--locale=C',
  '--username=postgres',
  '--auth=trust', // the socket's folder is what keeps others out
  '--no-instructions',
];
const EXIT_NOT_FOUND = 127;

/** Finds the programs and the database of a data folder, and creates what is missing. */
export async function install(dataDir: string, durable: boolean): Promise<Installation> {
  await mkdir(dataDir, { recursive: true });
  const cluster = join(dataDir, 'postgres');
  const account = await databaseAccount(cluster);
  if (account) await keepFolder(dataDir, account);
  const place: Place = { dataDir, cluster, account, notices: [] };
  const { initdb, postgres, major } = await findPrograms(place);
  if ((await clusterMajor(cluster)) === undefined) await createCluster(place, initdb, durable);
  const found = await clusterMajor(cluster);
  if (found === major) {
    const real = await realpath(cluster);
    if ((await lstat(cluster)).isSymbolicLink()) {
      place.notices.push(`${cluster} is a link to the data in ${real}, which a backup has to copy`);
    }
    return { ...place, postgres, cluster: real };
  }
  throw new EmbeddedPostgresError(
    found === undefined
      ? `${cluster} leads to no PostgreSQL database: restore what it held, or delete it to start with an empty database.`
      : `${cluster} holds a database of PostgreSQL ${found}, but this service brings PostgreSQL ${major}: move the data with pg_dump, or choose another DATA_DIR.`,
  );
}

async function findPrograms({ dataDir, account, notices }: Place): Promise<Programs> {
  const { root, version } = await installedPackage();
  const programs = programsIn(root, version);
  if ((await linkLibraries(root)) && (await isAllowed(account, '-x', programs.postgres))) {
    return programs;
  }
  const copy = join(account ? await systemDir() : dataDir, `postgresql-${version}`);
  if (!(await exists(copy))) {
    await copyPackage(root, copy);
    notices.push(`PostgreSQL's programs cannot be run in ${root} and were copied to ${copy}`);
  }
  if (await linkLibraries(copy)) return programsIn(copy, version);
  throw new EmbeddedPostgresError(`${copy} is incomplete: delete it to have it made again.`);
}

function programsIn(root: string, version: string): Programs {
  return {
    initdb: join(root, 'native/bin/initdb'),
    postgres: join(root, 'native/bin/postgres'),
    major: version.replace(/\..*/, ''),
  };
}

async function installedPackage(): Promise<{ root: string; version: string }> {
  const platform = `${process.platform}-${process.arch}`;
  if (!PLATFORMS.includes(platform)) {
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL runs on Linux and macOS only, not on ${platform}: set DATABASE_URL to a PostgreSQL server.`,
    );
  }
  const name = `@embedded-postgres/${platform}`;
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
      version: string;
    };
    return { root, version };
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The package ${name} is not installed: run "npm ci" without --omit=optional, or set DATABASE_URL to a PostgreSQL server.`,
      { cause: error },
    );
  }
}

/** Creates the library links that npm leaves out with --ignore-scripts. Returns false if it cannot. */
async function linkLibraries(root: string): Promise<boolean> {
  const links = JSON.parse(await readFile(join(root, 'native/pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = join(root, target);
    if (await exists(link)) continue;
    // Another start may be making the same link: what counts is that it is there.
    await symlink(relative(dirname(target), source), link).catch(() => undefined);
    if (!(await exists(link))) return false;
  }
  return true;
}

async function copyPackage(root: string, copy: string): Promise<void> {
  const fresh = await mkdtemp(`${copy}-`);
  try {
    const script = 'cp -RP "$0" "$1" && chmod -R u+rwX,go+rX "$1"';
    await promisify(execFile)('/bin/sh', ['-c', script, join(root, 'native'), fresh]);
    await publish(() => rename(fresh, copy));
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** Reads the PostgreSQL version of a cluster; undefined when there is no cluster. */
async function clusterMajor(cluster: string): Promise<string | undefined> {
  try {
    return (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}

/** Creates the cluster under another name, and renames it once it is complete. */
async function createCluster(place: Place, initdb: string, durable: boolean): Promise<void> {
  const { cluster, account } = place;
  if (!account) requireUserName();
  const { fresh, linked } = await freshFolder(place);
  let leftover = true;
  try {
    await initialize(initdb, [...(durable ? [] : ['--no-sync']), fresh], account);
    leftover = !(await publish(() => (linked ? symlink(fresh, cluster) : rename(fresh, cluster))));
  } finally {
    if (leftover) await rm(fresh, { recursive: true, force: true });
  }
}

async function initialize(initdb: string, args: string[], account?: Account): Promise<void> {
  const all = [...INITDB_ARGUMENTS, ...args];
  const { code, lastLine } = await (await supervise(initdb, all, { account })).ended;
  if (code === 0) return;
  const hint = code === EXIT_NOT_FOUND ? ' (it needs glibc; or set DATABASE_URL)' : '';
  throw new EmbeddedPostgresError(`The database could not be created: ${lastLine}${hint}`);
}

/**
 * Lets the database's user pass through DATA_DIR. The folder stays root's, because its owner could replace the files with
 * secrets in it.
 */
async function keepFolder(dataDir: string, { gid }: Account): Promise<void> {
  const { uid: owner, mode } = await stat(dataDir);
  if (owner !== 0 || (await readdir(dataDir)).length > 0) return;
  await chown(dataDir, 0, gid);
  await chmod(dataDir, (mode & 0o755) | 0o010);
}

/** Creates an empty folder for the cluster. Uses the system's folder if the database's user cannot reach the usual one. */
async function freshFolder({
  cluster,
  account,
}: Place): Promise<{ fresh: string; linked: boolean }> {
  const sibling = await privateFolder(`${cluster}-`, account);
  if (await isAllowed(account, '-w', sibling)) return { fresh: sibling, linked: false };
  await rm(sibling, { recursive: true });
  return { fresh: await privateFolder(join(await systemDir(), 'data-'), account), linked: true };
}

async function systemDir(): Promise<string> {
  await mkdir(SYSTEM_DIR, { recursive: true });
  await chmod(SYSTEM_DIR, 0o755);
  return SYSTEM_DIR;
}

/** Moves a finished folder to its place. Returns false if something is already there. */
async function publish(move: () => Promise<void>): Promise<boolean> {
  try {
    await move();
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST', 'ENOTEMPTY', 'ENOTDIR')) return false;
    throw error;
  }
}

function requireUserName(): void {
  try {
    userInfo();
  } catch (error) {
    throw new EmbeddedPostgresError(
      `PostgreSQL needs a name for the user that runs it: add an entry for uid ${process.getuid?.()} to /etc/passwd, or set DATABASE_URL.`,
      { cause: error },
    );
  }
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException).code ?? '');
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
