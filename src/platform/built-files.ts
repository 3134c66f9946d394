import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `npm run build` writes into it; tests run this file from the source tree. */
const FOLDER = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../dist/' : '../../', import.meta.url),
);

/** The folder of package.json. */
export const PROJECT = join(FOLDER, '..');

/** Returns the path of what a build wrote. @throws Error where it did not */
export function builtPath(name: string): string {
  const path = join(FOLDER, name);
  if (!existsSync(path)) throw new Error(`${path} is missing: npm run build`);
  return path;
}
