// Decides if a run of scripts/side-by-side.js passes whose tests were red: runs each red suite once more, alone, and names those that are
// green then, because chance made them red: `node .ci/red-again.js <log of the run> <file of the reporter>`.
// What is red twice, more red suites than chance makes, and all else that failed, fails the run.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const [log, reported] = process.argv.slice(2).map((path) => readFileSync(path, 'utf8'));
/** More red suites are no chance. */
const MOST = 5;
const MESSAGE_LINES = 25;

/** Scripts of tests, with the arguments by which each runs given suites alone. */
const AGAIN = {
  'test:all': (paths) => ['--runInBand', '--runTestsByPath', ...paths],
  'test:faults': (paths) => ['--runInBand', '--runTestsByPath', ...paths],
  // Its few suites, each on several versions.
  'test:versions': () => [],
};

const failed = [...log.matchAll(/^\[([a-z:]+)\] exited with code (?!0 )/gm)].map(
  ([, name]) => name,
);
const runs = reported
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line));
const red = failed.map((script) => {
  const own = runs.filter((run) => run.script === script);
  return { script, suites: own.flatMap(({ suites }) => suites), own };
});
const unexplained = red.filter(
  ({ script, suites, own }) =>
    !(script in AGAIN) || suites.length === 0 || own.some(({ isWhole }) => !isWhole),
);
const count = red.reduce((sum, { suites }) => sum + suites.length, 0);
const isChance = failed.length > 0 && unexplained.length === 0 && count <= MOST;
if (!isChance) process.exit(1);

process.stdout.write(`\nRed: ${count}. Once more, alone:\n`);
for (const { script, suites } of red) {
  const paths = [...new Set(suites.map(({ path }) => path))];
  const args = ['run', script, '--', ...AGAIN[script](paths)];
  if (spawnSync('npm', args, { stdio: 'inherit' }).status !== 0) process.exit(1);
}

process.stdout.write(`\nUnstable: fix these ${count}. Red at first, green alone:\n`);
for (const { script, suites } of red) {
  for (const { path, message } of suites) {
    const lines = message.split('\n').slice(0, MESSAGE_LINES);
    process.stdout.write(`\n${script} ${path}\n${lines.join('\n')}\n`);
  }
}
