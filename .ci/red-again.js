// Decides whether a run of scripts/side-by-side.js with red tests passes: `node .ci/red-again.js <log of the run> <file of the reporter>`.
// Runs each red suite once more, alone. Those that are green then were red by chance, and are named at the end of the log.
// A suite that is red twice, too many red suites, and any other failure fail the run.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const [log, reported] = process.argv.slice(2).map((path) => readFileSync(path, 'utf8'));
/** Most red suites that get a second run: more than these are not red by chance. */
const MOST = 5;
const MESSAGE_LINES = 25;

/** Arguments with which each script of tests runs only the given suites. */
const AGAIN = {
  'test:all': (paths) => ['--runInBand', '--runTestsByPath', ...paths],
  'test:faults': (paths) => ['--runInBand', '--runTestsByPath', ...paths],
  // It has few suites, and runs all of them again.
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
