// Tests before a release what the gate (.ci/run) leaves out or takes by turns: npm run check:release [-- faults|kit|browser|lab|versions …]
// Each part takes at most 40 minutes on two cores. Without names, all of them run. Each draws a new seed.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim();

/** Scripts of package.json with their arguments, and how long they run. */
const PARTS = {
  faults: { runs: [['test:faults']] },
  kit: {
    runs: [['test:programs', 'test/docs/kit', 'test/tax/document-files']],
    env: { MIRROR_KILL_SECONDS: '300', MIRROR_SALE_KILLS: '25' },
  },
  browser: { runs: [['test:programs', 'test/browser']] },
  lab: {
    runs: [
      ['test', 'test/lab', 'test/money/statements/bank-statements', 'test/couriers/lost-pushes'],
    ],
    env: {
      FUZZ_RUNS: '50000',
      MODEL_RUNS: '150',
      HISTORY_STEPS: '2000',
      PERSON_RUNS: '500',
      STATEMENT_RUNS: '500',
      SHIPMENTS: '10000',
    },
  },
  versions: {
    runs: [
      ['test:versions'],
      // Stories of programs that the gate leaves out.
      ['test:all', ...git('grep', '-lw', 'itBeforeRelease', '--', 'test/*-spec.ts').split('\n')],
    ],
  },
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  throw new Error(`Invalid part ${unknown.join(', ')}: expected ${Object.keys(PARTS).join(', ')}`);
}

const results = (wanted.length > 0 ? wanted : Object.keys(PARTS)).map((name) => {
  const { runs, env } = PARTS[name];
  const startedAt = performance.now();
  // All of them, also after one that is red. CI: a skipped test fails the run.
  const statuses = runs.map(
    ([script, ...args]) =>
      spawnSync('npm', ['run', script, '--', ...args], {
        stdio: 'inherit',
        env: { ...process.env, CI: 'true', ...env },
      }).status,
  );
  const isGreen = statuses.every((status) => status === 0);
  const minutes = Math.round((performance.now() - startedAt) / 60_000);
  return { isGreen, text: `${name} ${isGreen ? 'passed' : 'FAILED'} in ${minutes} min` };
});

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const changes = git('status', '--porcelain') === '' ? '' : ' with changes';
const commit = `${git('rev-parse', '--short', 'HEAD')}${changes}`;
process.stdout.write(`\n${version} ${commit}: ${results.map(({ text }) => text).join(', ')}\n`);
if (results.some(({ isGreen }) => !isGreen)) process.exitCode = 1;
