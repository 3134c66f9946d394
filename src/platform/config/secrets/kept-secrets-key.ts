import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readOwnFile } from '../../own-file.js';
import { toSecretsKey } from './secrets-key.js';
import { SettingsError } from '../variables.js';

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
  const key = toSecretsKey(text.trim());
  if (key === null) throw new SettingsError(`${file} has no key: expected 32 bytes in base64`);
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
