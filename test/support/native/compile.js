import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const SWC = '@swc/core';
const CONFIG = readFileSync(new URL('../../../.swcrc', import.meta.url), 'utf8');
const VERSION = `${require(`${SWC}/package.json`).version}\0${CONFIG}`;
const MAP_COMMENT = '\n//# sourceMappingURL=data:application/json;base64,';

/** Reads the JavaScript of a TypeScript module, with its source map for debuggers. */
export function compiled(url, cacheFolder) {
  const { code, map } = compiledFiles(url, cacheFolder);
  return readFileSync(code, 'utf8') + MAP_COMMENT + readFileSync(map, 'base64');
}

export function sourceMapPath(url, cacheFolder) {
  return compiledFiles(url, cacheFolder).map;
}

/** Compiles a module unless a run before has. The cache is by content: several processes write the same files. */
function compiledFiles(url, cacheFolder) {
  const path = fileURLToPath(url);
  const source = readFileSync(path, 'utf8');
  const key = createHash('sha1').update(`${VERSION}\0${path}\0${source}`).digest('hex');
  const base = join(cacheFolder, 'native', key.slice(0, 2), key);
  const files = { code: `${base}.js`, map: `${base}.map` };
  if (!existsSync(files.code)) {
    const { code, map } = require(SWC).transformSync(source, {
      ...JSON.parse(CONFIG),
      swcrc: false,
      filename: path,
      sourceFileName: pathToFileURL(path).href,
    });
    mkdirSync(dirname(base), { recursive: true });
    write(files.map, map);
    write(files.code, code);
  }
  return files;
}

/** Writes a file at once: other processes see all of it or nothing. */
function write(path, text) {
  const part = `${path}.${process.pid}`;
  writeFileSync(part, text);
  renameSync(part, path);
}
