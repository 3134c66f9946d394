import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readOwnFile } from '../../platform/own-file.js';

/**
 * Reads the admin token of a service without a configured one. It is created once and stored in DATA_DIR/admin-token.
 *
 * @throws SettingsError if another user owns that file
 */
export async function keptAdminToken(dataDir: string): Promise<string> {
  const file = join(dataDir, 'admin-token');
  await mkdir(dataDir, { recursive: true });
  const made = `${randomBytes(32).toString('base64url')}\n`;
  try {
    await writeFile(file, made, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return (await readOwnFile(file)).trim();
}
