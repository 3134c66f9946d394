import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { readOwnFile } from '../../own-file.js';
import { SettingsError } from '../variables.js';

/** The 32 bytes of a key of stored secrets. */
export const SECRETS_KEY = z
  .string()
  .regex(/^[A-Za-z0-9+/]{43}=?$/, '32 bytes in base64, such as `openssl rand -base64 32` prints')
  .transform((value): Buffer => Buffer.from(value, 'base64'));

/**
 * Reads the key of a service without SECRETS_KEY from DATA_DIR/secrets-key; null if no start has created it.
 *
 * @throws SettingsError if another user owns that file, or it has no key
 */
export async function findSecretsKey(dataDir: string): Promise<Buffer | null> {
  const file = fileIn(dataDir);
  let text: string;
  try {
    text = await readOwnFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const { data: key } = SECRETS_KEY.safeParse(text.trim());
  if (key === undefined) throw new SettingsError(`${file} has no key: expected 32 bytes in base64`);
  return key;
}

/** Creates that key unless there is one, and returns it. @throws SettingsError as {@link findSecretsKey} */
export async function keepSecretsKey(dataDir: string): Promise<Buffer | null> {
  await mkdir(dataDir, { recursive: true });
  // Written under another name: another start, or one after a crash, must not read a part of it.
  const draft = `${fileIn(dataDir)}.${randomUUID()}`;
  await writeFile(draft, `${randomBytes(32).toString('base64')}\n`, { flag: 'wx', mode: 0o600 });
  try {
    await link(draft, fileIn(dataDir));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft);
  }
  return findSecretsKey(dataDir);
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'secrets-key');
}
