import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { whenBuilt } from '../../platform/built-files.js';
import { preloadsOf, type Manifest } from './first-pages.js';

/** A file of the built pages, with its compressed forms. */
export interface PageFile {
  type: string;
  content: Buffer;
  gzip: Buffer | null;
  brotli: Buffer | null;
}

export interface PageFiles {
  /** HTML of the application with the placeholders {@link NONCE}, {@link CURRENCY}, {@link GATEWAY_KIND} and {@link PRELOADS}. */
  html: string;
  /** Links to the files of some pages, by the page's path. */
  preloads: ReadonlyMap<string, string>;
  /** By path below /dashboard/, as `assets/index-4f2a.js`; the names change with the content. */
  assets: ReadonlyMap<string, PageFile>;
}

/** Placeholder that the build writes for the nonce of each response; `html.cspNonce` of web/vite.config.ts. */
export const NONCE = '__NONCE__';

/** Placeholder in web/index.html for links to the files of the page at the address. */
export const PRELOADS = '<!-- PRELOADS -->';

/** Placeholder in web/index.html for the kind of the payment gateway. */
export const GATEWAY_KIND = '__GATEWAY__';

/** Placeholder in web/index.html for the ISO 4217 code of the currency. */
export const CURRENCY = '__CURRENCY__';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/**
 * Reads the built pages into memory, for all applications of a process, so that no path of a request reaches the file system.
 * They take less than five megabytes.
 *
 * @returns null until they are built
 */
export const readPageFiles = whenBuilt(['web'], filesOf);

function filesOf(folder: string): PageFiles {
  const names = readdirSync(join(folder, 'assets'));
  const assets = names
    .filter((name) => extname(name) in TYPES)
    .map((name): [string, PageFile] => [
      `assets/${name}`,
      readPageFile(join(folder, 'assets', name)),
    ]);
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;
  return {
    html: readFileSync(join(folder, 'index.html'), 'utf8'),
    preloads: preloadsOf(manifest),
    assets: new Map(assets),
  };
}

function readPageFile(path: string): PageFile {
  const compressed = (suffix: string): Buffer | null =>
    existsSync(path + suffix) ? readFileSync(path + suffix) : null;
  return {
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    content: readFileSync(path),
    gzip: compressed('.gz'),
    brotli: compressed('.br'),
  };
}
