import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** `npm run build` writes into dist; tests run this file from the source tree. */
const FOLDER = import.meta.filename.endsWith('.ts')
  ? join(import.meta.dirname, '../../dist')
  : join(import.meta.dirname, '../..');

/** The path of what a build wrote. @throws Error where it did not */
export function builtPath(name: string): string {
  const path = join(FOLDER, name);
  if (!existsSync(path)) throw new Error(`${path} is missing: npm run build`);
  return path;
}
