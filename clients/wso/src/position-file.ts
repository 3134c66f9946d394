import { open, readFile, rename } from 'node:fs/promises';

/** Reads a JSON file; null where it does not exist. */
export async function readJson<T>(path: string): Promise<T | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return null;
  }
}

export async function writeJson(path: string, value: unknown): Promise<void> {
  await replaceFile(path, JSON.stringify(value));
}

/** Replaces a file atomically: a process that is killed leaves the old text or the new one. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const next = `${path}.next`;
  const file = await open(next, 'w');
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(next, path);
}
