import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readOwnFile } from '../own-file.js';
import { toSecretsKey } from './secrets-key.js';
import { SettingsError } from './variables.js';

/**
 * Returns the key of a service without SECRETS_KEY: created once and stored in DATA_DIR/secrets-key.
 *
 * @throws SettingsError if another user owns that file, or it has no key
 */
export async function keptSecretsKey(dataDir: string): Promise<Buffer> {
  const file = join(dataDir, 'secrets-key');
  await mkdir(dataDir, { recursive: true });
  const made = `${randomBytes(32).toString('base64')}\n`;
  try {
    await writeFile(file, made, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const key = toSecretsKey((await readOwnFile(file)).trim());
  if (key === null) throw new SettingsError(`${file} has no key: expected 32 bytes in base64`);
  return key;
}
