import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Output folder of `npm run build`. Tests run this file from the source tree. */
const FOLDER = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../dist/' : '../../', import.meta.url),
);

/** The folder of package.json. */
export const PROJECT = join(FOLDER, '..');

/** @throws Error if it does not exist */
export function builtPath(name: string): string {
  const path = join(FOLDER, name);
  if (!existsSync(path)) throw new Error(`${path} is missing: run npm run build`);
  return path;
}

/**
 * Makes a function that reads folders of the build, which `npm start` may still make or replace while the service runs. It
 * reads them again after they were replaced, and returns null until all exist.
 */
export function whenBuilt<T>(
  names: readonly string[],
  read: (...folders: string[]) => T,
): () => T | null {
  const folders = names.map((name) => join(FOLDER, name));
  let known: { builtAt: string; content: T } | undefined;
  return () => {
    try {
      const builtAt = folders.map((folder) => statSync(folder).mtimeMs).join(' ');
      if (known?.builtAt !== builtAt) known = { builtAt, content: read(...folders) };
      return known.content;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  };
}
