import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { EXAMPLE_URL } from '../../platform/http/openapi/example-url.js';

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
  | 'workflows'
  | 'exampleStore'
  | 'license';

/** A file that integrators can download. */
export interface KitFile {
  /** The file's name, which is also the last part of its address. */
  name: string;
  version: string;
  type: string;
  /** As it was built. */
  content: Buffer;
}

const TYPES: Readonly<Record<string, string>> = {
  '.tgz': 'application/gzip',
  '.zip': 'application/zip',
  '.txt': 'text/plain',
  '.py': 'text/x-python',
  '.php': 'text/x-php',
  '.json': 'application/json',
  '.yaml': 'application/yaml',
};

/** Time in archives. It is fixed, so that each instance serves the same bytes. */
const ZIP_TIME = new Date(1980, 0, 1);

/** Reads the built kit into memory, about a megabyte, so that no path of a request reaches the file system. */
export function readKit(folder: string): Record<KitPart, KitFile> {
  const parts = JSON.parse(readFileSync(join(folder, 'kit.json'), 'utf8')) as Record<
    KitPart,
    { file: string; version: string }
  >;
  const entries = Object.entries(parts).map(([part, { file: name, version }]) => {
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    return [part, { name, version, type, content: readFileSync(join(folder, name)) }];
  });
  return Object.fromEntries(entries) as Record<KitPart, KitFile>;
}

/**
 * Reads a file of the kit as it is served, with the service's address. Packages of npm are the same everywhere, and ask for the
 * address by name.
 */
export function contentAt(address: string, { type, content }: KitFile): Buffer {
  if (type === TYPES['.tgz']) return content;
  if (type !== TYPES['.zip']) return Buffer.from(addressed(content.toString(), address));
  const files = Object.entries(unzipSync(content)).map(([path, bytes]) => {
    return [path, strToU8(addressed(strFromU8(bytes), address))] as const;
  });
  return Buffer.from(zipSync(Object.fromEntries(files), { mtime: ZIP_TIME }));
}

/** Replaces the address of the example in a text by that of the service. */
export function addressed(text: string, address: string): string {
  return text.replaceAll(EXAMPLE_URL, () => address);
}
