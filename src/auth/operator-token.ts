import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The operators' token of a service that was given none: made once and kept in DATA_DIR/admin-token. */
export async function keptOperatorToken(dataDir: string): Promise<string> {
  const file = join(dataDir, 'admin-token');
  await mkdir(dataDir, { recursive: true });
  const made = `${randomBytes(32).toString('base64url')}\n`;
  try {
    await writeFile(file, made, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return (await readFile(file, 'utf8')).trim();
}
