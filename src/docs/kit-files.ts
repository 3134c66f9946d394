import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { builtPath } from '../platform/built-files.js';

/** Part of the kit, as named in scripts/build/kit.js. */
export type KitPart =
  | 'typescript'
  | 'python'
  | 'pythonPackage'
  | 'php'
  | 'phpPackage'
  | 'wso'
  | 'postman'
  | 'openapi'
  | 'exampleStore'
  | 'examplePhpStore'
  | 'license';

/** A file that integrators can download. */
export interface KitFile {
  /** The file's name, which is also the last part of its address. */
  name: string;
  version: string;
  type: string;
  content: Buffer;
  /** In hexadecimal digits. */
  sha256: string;
}

const TYPES: Readonly<Record<string, string>> = {
  '.tgz': 'application/gzip',
  '.zip': 'application/zip',
  '.txt': 'text/plain',
  '.py': 'text/x-python',
  '.php': 'text/x-php',
  '.json': 'application/json',
};

/**
 * Reads the built kit into memory: about a megabyte, and no path of a request reaches the file system.
 *
 * @throws Error where it was not built
 */
export function readKit(): Record<KitPart, KitFile> {
  const folder = builtPath('kit');
  const parts = JSON.parse(readFileSync(join(folder, 'kit.json'), 'utf8')) as Record<
    KitPart,
    { file: string; version: string }
  >;
  const entries = Object.entries(parts).map(([part, { file: name, version }]) => {
    const content = readFileSync(join(folder, name));
    const sha256 = createHash('sha256').update(content).digest('hex');
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    return [part, { name, version, type, content, sha256 }];
  });
  return Object.fromEntries(entries) as Record<KitPart, KitFile>;
}
