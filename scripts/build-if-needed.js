// Builds only when a source is newer than the last build that succeeded, so that a second start is quick.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const STAMP = 'dist/.built';
const SOURCES = [
  'src',
  'ormconfig.ts',
  'tsconfig.json',
  'tsconfig.build.json',
  'package-lock.json',
];

const isUpToDate =
  existsSync(STAMP) &&
  newest(SOURCES.filter((path) => existsSync(path))) <= statSync(STAMP).mtimeMs;
if (!isUpToDate) {
  const startedAt = new Date();
  const tsc = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'];
  const { status } = spawnSync(process.execPath, tsc, { stdio: 'inherit' });
  if (status === 0) {
    writeFileSync(STAMP, '');
    // What was edited meanwhile is newer.
    utimesSync(STAMP, startedAt, startedAt);
  }
  process.exitCode = status ?? 1;
}

function newest(paths) {
  const files = paths.flatMap((path) =>
    statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true }).map((name) => join(path, name))
      : [path],
  );
  return Math.max(...files.map((file) => statSync(file).mtimeMs));
}
