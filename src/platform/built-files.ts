import { existsSync } from 'node:fs';
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
