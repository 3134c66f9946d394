// The parts of the build. A part is built if it is older than its sources, so that a second start is fast.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const SERVICE = ['src', 'ormconfig.ts', '.swcrc', 'package-lock.json', 'scripts/build/compile.js'];
const DOCUMENTS = ['store', 'admin', 'dashboard'].map((api) => `dist/openapi/${api}-api.json`);

/**
 * The parts of the build, each after the parts that it needs; `target` is what the part writes. If a running service reads a
 * part, the part writes `<target>.next`, which replaces the target when it is complete.
 */
const PARTS = {
  compiled: {
    target: 'dist/src',
    needs: [],
    sources: SERVICE,
    command: ['scripts/build/compile.js'],
  },
  service: {
    target: 'dist/service',
    needs: ['compiled'],
    sources: [...SERVICE, 'scripts/build/bundle.js'],
    command: [
      ...['scripts/build/bundle.js', 'dist/service'],
      ...['main', 'cli', 'file-worker'].map((name) => `dist/src/${name}.js`),
    ],
  },
  documents: {
    target: 'dist/openapi',
    needs: ['compiled'],
    sources: [...SERVICE, 'scripts/build/documents.js'],
    command: ['scripts/build/documents.js'],
  },
  clients: {
    target: 'web/src/api/generated',
    needs: ['documents'],
    sources: [
      ...DOCUMENTS,
      'scripts/build/clients.js',
      'scripts/build/redocly.js',
      'package-lock.json',
    ],
    command: ['scripts/build/clients.js'],
  },
  pages: {
    target: 'dist/web',
    needs: ['clients'],
    // Read when they are needed, from hundreds of files.
    get sources() {
      const own = ['web/src', 'web/build', 'web/index.html', 'web/vite.config.ts'];
      return [...own, ...sharedSources(), 'package-lock.json'];
    },
    command: ['node_modules/vite/bin/vite.js', 'build', 'web', '--logLevel', 'warn'],
  },
  site: {
    target: 'dist/site',
    needs: ['documents'],
    sources: [...DOCUMENTS, 'web/docs', 'src', 'package-lock.json'],
    command: ['node_modules/vite/bin/vite.js', 'build', 'web/docs', '--logLevel', 'warn'],
  },
  kit: {
    target: 'dist/kit',
    needs: ['clients'],
    sources: [
      ...DOCUMENTS,
      'clients',
      'examples',
      'scripts/build/kit.js',
      'scripts/build/pack-client.js',
      'scripts/build/pack-wso.js',
      'scripts/build/postman-collection.js',
      'package-lock.json',
    ],
    command: ['scripts/build/kit.js'],
  },
};

/** Tests build with NODE_ENV=test, which would bundle React's development build. */
const ENV = { ...process.env, NODE_ENV: 'production' };
const LOCK = 'dist/.lock';
const SIGNALS = ['SIGINT', 'SIGTERM'];
/** The wait for the lock, once a part has to be built. */
let locked;
let isAlways;

/** The results of the parts by name: true if the part is up to date. */
const results = new Map();

/**
 * Builds parts that are out of date, with the parts that they need. Returns true if all of them are up to date then.
 * - afterwards others may build, and the process handles its signals itself again
 */
export async function buildParts(names = Object.keys(PARTS), always = false) {
  for (const name of names.filter((part) => !(part in PARTS))) {
    throw new Error(`unknown part "${name}", expected one of ${Object.keys(PARTS).join(', ')}`);
  }
  isAlways = always;
  const built = await Promise.all(names.map(provide));
  (await locked)?.();
  return !built.includes(false);
}

/** Lists the sources of the service that the pages import, and those that these import. */
function sharedSources() {
  const found = new Set();
  const visit = (file) => {
    for (const [, path] of readFileSync(file, 'utf8').matchAll(/ from '(\.[^']+)'/g)) {
      const source = join(dirname(file), path).replace(/\.js$/, '.ts');
      if (!source.startsWith('src/') || found.has(source)) continue;
      found.add(source);
      visit(source);
    }
  };
  for (const file of filesOf(['web/src', 'web/build'])) if (/\.tsx?$/.test(file)) visit(file);
  return [...found];
}

/** Builds a part once, after those that it needs. */
function provide(name) {
  if (!results.has(name)) results.set(name, provideOnce(name));
  return results.get(name);
}

async function provideOnce(name) {
  const part = PARTS[name];
  const needed = await Promise.all(part.needs.map(provide));
  if (needed.includes(false)) return false;
  const files = filesOf(part.sources);
  const list = files.join('\n');
  const stamp = `dist/.stamps/${name}`;
  const isBuilt = () => isUpToDate(part, stamp, files, list);
  if (!isAlways && isBuilt()) return true;
  await (locked ??= lock());
  // Another process may have built it meanwhile.
  return (!isAlways && isBuilt()) || build(name, stamp, list);
}

/**
 * Waits until no other process builds in this checkout, and keeps others from it. Returns a function that ends this, as does
 * the exit of the process.
 */
async function lock() {
  mkdirSync('dist', { recursive: true });
  let holder = takeLock();
  if (holder !== null) process.stderr.write(`Waiting for the build of process ${holder} …\n`);
  for (; holder !== null; holder = takeLock()) await sleep(100);
  const remove = () => rmSync(LOCK, { force: true });
  const exit = () => process.exit(1);
  process.once('exit', remove);
  for (const signal of SIGNALS) process.once(signal, exit);
  return () => {
    remove();
    process.off('exit', remove);
    for (const signal of SIGNALS) process.off(signal, exit);
  };
}

/** Takes the lock. Returns null, or the id of the process that holds it. */
function takeLock() {
  try {
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
    return null;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const holder = lockHolder();
  // A process that was killed leaves its lock behind.
  if (!isRunning(holder)) rmSync(LOCK, { force: true });
  return holder;
}

/** Reads the id of the process that holds the lock. Returns 0 if the lock is being written or was just released. */
function lockHolder() {
  try {
    return Number(readFileSync(LOCK, 'utf8'));
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return 0;
  }
}

/** Returns true if a process runs, and for 0, which is not a process. */
function isRunning(id) {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}

/** Returns true if the sources of a part are the files of its last build, and none has changed since. */
function isUpToDate({ target }, stamp, files, list) {
  if (!existsSync(target) || !existsSync(stamp) || readFileSync(stamp, 'utf8') !== list)
    return false;
  const builtAt = statSync(stamp).mtimeMs;
  return files.every((file) => statSync(file).mtimeMs <= builtAt);
}

async function build(name, stamp, list) {
  // Standard output is for what commands print.
  process.stderr.write(`Building ${name} …\n`);
  const { command, target } = PARTS[name];
  const startedAt = new Date();
  const child = spawn(process.execPath, command, { env: ENV, stdio: 'inherit' });
  const end = () => child.kill();
  process.once('exit', end);
  const [status] = await once(child, 'exit');
  process.off('exit', end);
  if (status !== 0) return false;
  const next = `${target}.next`;
  if (existsSync(next)) {
    rmSync(target, { recursive: true, force: true });
    renameSync(next, target);
  }
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, list);
  // A file that was edited during the build must count as newer.
  utimesSync(stamp, startedAt, startedAt);
  return true;
}

/** Lists the files at and below some paths, without tests. */
function filesOf(paths) {
  return paths
    .filter((path) => existsSync(path))
    .flatMap((path) =>
      statSync(path).isDirectory()
        ? readdirSync(path, { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile() && !entry.name.endsWith('.spec.ts'))
            .map((entry) => join(entry.parentPath, entry.name))
        : [path],
    );
}
