/**
 * Checks that the tests notice defects. Puts the mutants of mutants.json, one at a time, into a copy of this checkout, runs
 * the suites that are nearest to each, and prints which mutants were killed: a test failed. Exits with 1 where
 * less than 90 % were, where a survivor is not explained, or where the suites fail without any mutant.
 *
 *   npm run test:mutants                                   all of them
 *   npm run test:mutants -- key-taken-over feed-last-page  by name
 *   npm run check:mutants                                  only checks that each text is still there, once
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyOfCheckout } from '../checkout-copy.js';

const KILLED_MIN = 0.9;
/** Time limit of a mutant's suites; a mutant that exceeds it counts as killed. */
const RUN_LIMIT_MS = 5 * 60_000;
const GENERATED = ['dist', 'web/src/api/generated', 'clients/typescript/src/generated'];
const STAMPS = 'dist/.stamps';

const mutants = JSON.parse(readFileSync(new URL('./mutants.json', import.meta.url), 'utf8'));
const [, , ...names] = process.argv;
const problems = listProblems();
const unknown = names.filter((name) => name !== '--check' && !mutants.some(isNamed(name)));
problems.push(
  ...unknown.map(
    (name) => `Invalid mutant "${name}": expected a name in test/lab/mutants/mutants.json`,
  ),
);
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exitCode = 1;
} else if (!names.includes('--check')) {
  const chosen = names.length === 0 ? mutants : mutants.filter(({ name }) => names.includes(name));
  process.exitCode = tryAll(chosen) ? 0 : 1;
}

function isNamed(wanted) {
  return ({ name }) => name === wanted;
}

/** Lists the invalid mutants. Each needs a unique name, a text that its file contains once, and existing suites. */
function listProblems() {
  return mutants.flatMap(({ name, file, text, replacement, suites }) => {
    const found = existsSync(file) ? readFileSync(file, 'utf8').split(text).length - 1 : 0;
    const missing = suites.filter((suite) => !existsSync(suite));
    return [
      ...(mutants.filter(isNamed(name)).length === 1 ? [] : [`${name}: expected a unique name`]),
      ...(found === 1 ? [] : [`${name}: ${file} contains its text ${found} times, expected once`]),
      ...(text === replacement
        ? [`${name}: expected a replacement that differs from the text`]
        : []),
      ...(suites.length === 0 ? [`${name}: expected at least one suite`] : []),
      ...missing.map((suite) => `${name}: suite ${suite} not found`),
    ];
  });
}

/** Tries the mutants and returns whether enough were killed and each survivor is explained. */
function tryAll(chosen) {
  const copy = copyOfCheckout('mutants-', GENERATED);
  try {
    const suites = [...new Set(chosen.flatMap((mutant) => mutant.suites))];
    process.stdout.write(`Running ${suites.length} suites without a mutant\n`);
    const first = runSuites(copy, suites);
    // Some suites fail on a busy machine: these get another chance, on their own.
    const { failed, output } =
      first.failedSuites?.length > 0 ? runSuites(copy, first.failedSuites) : first;
    if (failed === null || failed.length > 0) {
      process.stderr.write(`The suites must pass without a mutant:\n${output}\n`);
      return false;
    }
    return report(chosen.map((mutant) => ({ ...mutant, ...tryOne(copy, mutant) })));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function report(tried) {
  const survivors = tried.filter(({ isKilled }) => !isKilled);
  for (const { name, means, survives } of survivors) {
    process.stdout.write(`survived: ${name} (${means})${survives ? `: ${survives}` : ''}\n`);
  }
  const killed = tried.length - survivors.length;
  process.stdout.write(`${killed} of ${tried.length} killed\n`);
  const isExplained = survivors.every(({ survives }) => survives !== undefined);
  return isExplained && killed / tried.length >= KILLED_MIN;
}

function tryOne(copy, { name, file, text, replacement, suites }) {
  const startedAt = performance.now();
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    source.replace(text, () => replacement),
  );
  buildService(copy);
  const { failed, output } = runSuites(copy, suites);
  writeFileSync(path, source);
  const isKilled = failed !== null && failed.length > 0;
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const by = isKilled
    ? `by ${failed.length}: ${failed[0]}`
    : failed === null
      ? `no test ran:\n${output}`
      : '';
  process.stdout.write(`${isKilled ? 'killed  ' : 'SURVIVED'} ${name} (${seconds} s) ${by}\n`);
  return { isKilled };
}

/**
 * Builds only what test databases and the processes that tests start are made from. The other parts count as up to date: to build them all
 * takes a minute.
 *
 * @throws Error where the mutant is no TypeScript: every suite would fail, and the mutant look killed
 */
function buildService(copy) {
  for (const script of ['compile', 'bundle']) {
    execFileSync(process.execPath, [`scripts/build/${script}.js`], { cwd: copy, stdio: 'inherit' });
  }
  const stamps = join(copy, STAMPS);
  const now = new Date();
  for (const name of readdirSync(stamps)) utimesSync(join(stamps, name), now, now);
}

/** Runs suites and returns the names of the tests that failed, and of their suites; null: none ran. */
function runSuites(copy, suites) {
  const results = join(copy, 'results.json');
  rmSync(results, { force: true });
  const { error, stderr } = spawnSync(
    process.execPath,
    ['node_modules/jest/bin/jest.js', '--json', `--outputFile=${results}`, ...suites],
    {
      cwd: copy,
      encoding: 'utf8',
      timeout: RUN_LIMIT_MS * Math.ceil(suites.length / 4),
      maxBuffer: 2 ** 28,
    },
  );
  if (error?.code === 'ETIMEDOUT') return { failed: ['(no end)'], output: stderr };
  if (!existsSync(results)) return { failed: null, output: stderr };
  const { testResults } = JSON.parse(readFileSync(results, 'utf8'));
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .map(({ fullName }) => fullName);
  const failedSuites = testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name }) => name);
  // An error outside of a test ends a suite without naming one.
  return { failed: failed.length > 0 ? failed : failedSuites, failedSuites, output: stderr };
}
