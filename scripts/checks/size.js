// `npm run lint` compares the tracked lines of each folder, and of all together, with these ceilings. They only fall.
// With --print, it prints the lines.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** By top folder; `other` are the files next to them, and folders whose name begins with a dot. */
const CEILINGS = {
  bench: 2_462,
  clients: 6_322,
  deploy: 2_942,
  docs: 5_903,
  examples: 888,
  openapi: 0,
  scripts: 3_316,
  src: 137_305,
  test: 92_382,
  web: 47_936,
  other: 13_746,
  sum: 313_202,
};

const lines = Object.fromEntries(Object.keys(CEILINGS).map((name) => [name, 0]));
for (const file of execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0')) {
  // The text behind the last separator, and files that are deleted but still tracked.
  if (file === '' || !existsSync(file)) continue;
  const count = readFileSync(file, 'latin1').split('\n').length - 1;
  const folder = /^[^./][^/]*(?=\/)/.exec(file)?.[0] ?? 'other';
  lines[folder] = (lines[folder] ?? 0) + count;
  lines.sum += count;
}
for (const [name, count] of Object.entries(lines)) {
  const ceiling = CEILINGS[name] ?? 0;
  if (process.argv.includes('--print')) process.stdout.write(`${name} ${count} of ${ceiling}\n`);
  if (count <= ceiling) continue;
  process.stderr.write(`${name} has ${count} lines: expected at most ${ceiling}\n`);
  process.exitCode = 1;
}
