import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { SettingsError } from './config/variables.js';

/**
 * Reads a text file that only the service writes. If another user could write to the folder, that user may have replaced the
 * file by another one or by a link.
 *
 * @throws SettingsError if it is a link or belongs neither to this process's user nor to the folder's owner; the error of
 *   `open`, such as ENOENT
 */
export async function readOwnFile(path: string): Promise<string> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((error: unknown) => {
    throw (error as NodeJS.ErrnoException).code === 'ELOOP' ? refusal(path, 'a link') : error;
  });
  try {
    const held = await file.stat();
    if (!held.isFile()) throw refusal(path, 'not a regular file');
    const owners = [process.getuid?.() ?? held.uid, (await stat(dirname(path))).uid];
    if (!owners.includes(held.uid)) throw refusal(path, `a file of another user, uid ${held.uid}`);
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

function refusal(path: string, what: string): SettingsError {
  return new SettingsError(`${path} is ${what}: delete it, and the next start creates a new one`);
}
