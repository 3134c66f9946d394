import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
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
  | 'examplePhpStore'
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

/** Reads a file of the kit as it is served. Texts contain the service's address; archives are the same everywhere. */
export function contentAt(address: string, { type, content }: KitFile): Buffer {
  return /^application\/(gzip|zip|octet-stream)$/.test(type)
    ? content
    : Buffer.from(addressed(content.toString(), address));
}

/** Replaces the address of the example in a text by that of the service. */
export function addressed(text: string, address: string): string {
  return text.replaceAll(EXAMPLE_URL, () => address);
}
