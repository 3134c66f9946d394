import { execFile } from 'node:child_process';
import { chown, mkdtemp, readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';

import { EmbeddedPostgresError } from './embedded-postgres-error.js';

/** The system user for PostgreSQL's programs: they refuse to run as root. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

const PREFERRED_USERS = ['postgres', '_postgres', 'nobody'];

const run = promisify(execFile);

/**
 * Picks the account that runs the server if root starts it: the owner of the cluster or, for a new one, a system user.
 * Otherwise undefined.
 */
export async function databaseAccount(cluster: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(cluster).catch(() => undefined);
  if (owner && owner.uid !== 0) return { name: String(owner.uid), uid: owner.uid, gid: owner.gid };
  const [account] = await systemAccounts();
  if (account) return account;
  throw new EmbeddedPostgresError(
    'PostgreSQL refuses to run as root and /etc/passwd names no other user: add one, run as another user, or set DATABASE_URL.',
  );
}

/** Lists the users of this system that a new cluster may belong to, the preferred one first. */
async function systemAccounts(): Promise<Account[]> {
  const users = (await readFile('/etc/passwd', 'utf8').catch(() => ''))
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid }) => uid > 0);
  const preferred = PREFERRED_USERS.flatMap((name) => users.filter((user) => user.name === name));
  return [...preferred, ...users.slice(0, 1)];
}

/** Checks if the database's user may use a path that this process may use. */
export async function isAllowed(
  account: Account | undefined,
  flag: '-w' | '-x',
  path: string,
): Promise<boolean> {
  if (!account) return true;
  const { name, uid, gid } = account;
  try {
    await run('/bin/sh', ['-c', 'test "$0" "$1"', flag, path], { uid, gid, cwd: '/' });
    return true;
  } catch (error) {
    if (typeof (error as { code?: unknown }).code === 'number') return false;
    throw new EmbeddedPostgresError(
      `PostgreSQL refuses to run as root, and root may not start it as user ${name} here: run as another user, or set DATABASE_URL.`,
      { cause: error },
    );
  }
}

/** Makes a folder that only the database's user (and root) can enter. */
export async function privateFolder(prefix: string, account: Account | undefined): Promise<string> {
  const folder = await mkdtemp(prefix);
  if (account) await chown(folder, account.uid, account.gid);
  return folder;
}
