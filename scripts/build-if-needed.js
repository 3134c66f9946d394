// Builds only when a source is newer than the last build, so that a second start is quick.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const BUILT = 'dist/src/main.js';
const SOURCES = [
  'src',
  'ormconfig.ts',
  'tsconfig.json',
  'tsconfig.build.json',
  'package-lock.json',
];

const isUpToDate =
  existsSync(BUILT) &&
  newest(SOURCES.filter((path) => existsSync(path))) <= statSync(BUILT).mtimeMs;
if (!isUpToDate) {
  const tsc = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'];
  process.exitCode = spawnSync(process.execPath, tsc, { stdio: 'inherit' }).status ?? 1;
}

function newest(paths) {
  const files = paths.flatMap((path) =>
    statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true }).map((name) => join(path, name))
      : [path],
  );
  return Math.max(...files.map((file) => statSync(file).mtimeMs));
}
