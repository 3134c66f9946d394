// Builds the service, the dashboard's pages and the integrators' kit, each only if it is older than its sources, so that a second start is
// fast. With --always, builds all in any case.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SHARED_SOURCES = [
  'package-lock.json',
  'src/catalog/details/product-details.ts',
  'src/platform/design-tokens.ts',
  'src/platform/time-zone.ts',
];
const PARTS = [
  {
    name: 'the service',
    stamp: 'dist/.built',
    sources: [
      'src',
      'scripts/build-service.js',
      'scripts/bundle-service.js',
      'ormconfig.ts',
      'tsconfig.json',
      'tsconfig.build.json',
      ...SHARED_SOURCES,
    ],
    command: ['scripts/build-service.js'],
  },
  {
    name: 'the pages of the dashboard',
    stamp: 'dist/.built-pages',
    sources: ['web', ...SHARED_SOURCES],
    command: ['node_modules/vite/bin/vite.js', 'build', 'web', '--logLevel', 'warn'],
  },
  {
    name: 'the kit for stores',
    stamp: 'dist/.built-kit',
    sources: [
      'clients',
      'examples',
      'openapi',
      'scripts/build-kit.js',
      'scripts/pack-client.js',
      'package-lock.json',
    ],
    command: ['scripts/build-kit.js'],
  },
];

const isAlways = process.argv.includes('--always');
const due = PARTS.filter((part) => isAlways || !isUpToDate(part));
// Standard output is for what commands print.
if (due.length > 0) process.stderr.write(`Building ${due.map(({ name }) => name).join(', ')} …\n`);
const statuses = await Promise.all(due.map(build));
process.exitCode = Math.max(0, ...statuses);

function isUpToDate({ stamp, sources }) {
  const found = sources.filter((path) => existsSync(path));
  return existsSync(stamp) && newest(found) <= statSync(stamp).mtimeMs;
}

async function build({ stamp, command }) {
  const startedAt = new Date();
  const status = await new Promise((resolve) => {
    spawn(process.execPath, command, { stdio: 'inherit' }).once('exit', (code) =>
      resolve(code ?? 1),
    );
  });
  if (status === 0) {
    mkdirSync('dist', { recursive: true });
    writeFileSync(stamp, '');
    // A file that was edited during the build must count as newer.
    utimesSync(stamp, startedAt, startedAt);
  }
  return status;
}

function newest(paths) {
  const files = paths.flatMap((path) =>
    statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true }).map((name) => join(path, name))
      : [path],
  );
  return Math.max(...files.map((file) => statSync(file).mtimeMs));
}
