import { chmod, chown } from 'node:fs/promises';
import { join } from 'node:path';
import { execute } from '../../../support/database/database.js';
import type { PostgresServer } from './postgres-server.js';
import { run } from '../../../support/processes/run.js';

const NEW_KEY = 'req -x509 -newkey rsa:2048 -nodes -days 2'.split(' ');

/** Makes a certificate authority. @returns the file of its certificate */
export async function makeAuthority(folder: string): Promise<string> {
  const [key, certificate] = [join(folder, 'ca.key'), join(folder, 'ca.crt')];
  await run('openssl', [...NEW_KEY, '-subj', '/CN=ca', '-keyout', key, '-out', certificate]);
  return certificate;
}

/** Lets a running server accept TLS, with a certificate for a host name. */
export async function takeTls(
  { cluster, account, connection }: PostgresServer,
  { authority, host }: { authority: string; host: string },
): Promise<void> {
  const [key, certificate] = [join(cluster, 'server.key'), join(cluster, 'server.crt')];
  const signing = ['-CA', authority, '-CAkey', authority.replace(/crt$/, 'key')];
  const named = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  await run('openssl', [...NEW_KEY, ...named, ...signing, '-keyout', key, '-out', certificate]);
  await chmod(key, 0o600);
  for (const file of account ? [key, certificate] : []) {
    await chown(file, account!.uid, account!.gid);
  }
  await execute(connection, 'ALTER SYSTEM SET ssl = on', 'SELECT pg_reload_conf()');
}
