/**
 * Checks that the tests notice defects. Puts mutants, one at a time, into a copy of this checkout and runs the suites that are
 * nearest to each.
 *
 * Exits with 1 if too many mutants survive: a kept one, or more than a tenth of the drawn ones. A drawn one that survives must be
 * explained in equal.tsv.
 *
 *   npm run test:mutants                            the kept ones, of kept.tsv
 *   npm run test:mutants -- ledger                  those of them with this word
 *   npm run test:mutants -- --record test/tax src   first: which suites run which lines, of these suites
 *   npm run test:mutants -- --drawn                 40 for each of GROUPS, drawn by the seed of this commit, or by --seed
 *   npm run test:mutants -- --drawn --again         the survivors again
 *   npm run test:mutants -- --drawn src/tax/india   40 of this folder
 *   npm run check:mutants                           only checks that the kept ones still apply
 *
 * Draws and recordings are in .data/mutants, and a run continues where the last one of its seed ended.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { draw, mutantsOf } from './draw.js';
import { Coverage } from './nearest.js';

const KILLED_MIN = 0.9;
const GROUPS = [
  'src/money/gateway',
  'src/money',
  'src/tax',
  'src/fulfillment/returns',
  'src/fulfillment',
];
const FOLDER = '.data/mutants';
const COVERAGE = join(FOLDER, 'coverage');

const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: 'boolean' },
    record: { type: 'boolean' },
    drawn: { type: 'boolean' },
    again: { type: 'boolean' },
    seed: { type: 'string', default: git('rev-parse', 'HEAD').trim() },
    each: { type: 'string', default: '40' },
  },
});
const { mutants: kept, problems } = readKept();
for (const problem of problems) process.stderr.write(`${problem}\n`);
const isFine = problems.length === 0 && (options.check || (await inTrial(chosenTask())));
if (!isFine) process.exitCode = 1;

function chosenTask() {
  if (options.record) return record;
  return options.drawn ? tryDrawn : tryKept;
}

async function inTrial(task) {
  const { Trial } = await import('./trial.js');
  const trial = await Trial.open();
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => void trial.close().finally(() => process.exit(1)));
  }
  try {
    return await task(trial);
  } finally {
    await trial.close();
  }
}

/** Reads the kept mutants. Each needs a text that its file contains once, its replacement, and suites that exist. */
function readKept() {
  const found = [];
  const mutants = rowsOf('kept.tsv').map(([means, file, text, replacement, suites]) => {
    const source = existsSync(file) ? readFileSync(file, 'utf8') : '';
    const count = source.split(text).length - 1;
    const wanted = suites?.split(' ') ?? [];
    if (count !== 1)
      found.push(`${means}: ${file} contains its text ${count} times, expected once`);
    if (text === replacement) found.push(`${means}: expected another text instead`);
    if (wanted.length === 0 || !wanted.every((suite) => existsSync(suite))) {
      found.push(`${means}: expected suites that exist, got ${suites}`);
    }
    const start = source.indexOf(text);
    return { means, file, start, end: start + text.length, replacement, suites: wanted };
  });
  return { mutants, problems: found };
}

/** Reads a table of this folder: one row per line, columns separated by tabs, and `\n` for a line break. */
function rowsOf(name) {
  return readFileSync(new URL(name, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t').map((cell) => cell.replaceAll('\\n', '\n')));
}

async function tryKept(trial) {
  const chosen = kept.filter(({ means, file }) =>
    words.every((word) => `${file} ${means}`.includes(word)),
  );
  if (chosen.length === 0) throw new Error(`No kept mutant has the words "${words.join(' ')}"`);
  let survivors = 0;
  for (const mutant of chosen) {
    const by = await trial.try(mutant, { isBuilt: true });
    survivors += by === null ? 1 : 0;
    process.stdout.write(`${by === null ? 'SURVIVED' : 'killed  '} ${mutant.means}: ${by}\n`);
  }
  process.stdout.write(`${chosen.length - survivors} of ${chosen.length} killed\n`);
  return survivors === 0;
}

async function record(trial) {
  mkdirSync(COVERAGE, { recursive: true });
  await trial.record(words, resolve(COVERAGE));
  return true;
}

async function tryDrawn(trial) {
  const journal = join(FOLDER, `${options.seed}.jsonl`);
  const entries = existsSync(journal) ? readFileSync(journal, 'utf8').trim().split('\n') : [];
  const known = new Map(entries.map((line) => JSON.parse(line)).map(({ id, by }) => [id, by]));
  const coverage = new Coverage(COVERAGE);
  const equal = new Set(rowsOf('equal.tsv').map((row) => row.slice(0, 3).join('\t')));
  const results = [];
  for (const mutant of drawn()) {
    const { id, file, line, before, after } = mutant;
    const isKnown = known.has(id) && !(options.again && known.get(id) === null);
    const suites = coverage.nearest(mutant);
    const by = isKnown
      ? known.get(id)
      : suites.length === 0
        ? null
        : await trial.try({ ...mutant, suites }, { isBuilt: false });
    if (!isKnown) {
      appendFileSync(journal, `${JSON.stringify({ id, by, file, line, before, after, suites })}\n`);
    }
    const isEqual = by === null && equal.has([file, before, after].join('\t'));
    results.push({ ...mutant, by, isEqual });
    const outcome = by !== null ? 'killed  ' : isEqual ? 'equal   ' : 'SURVIVED';
    const place = `${file}:${line}: ${before} → ${after}`;
    process.stdout.write(`${outcome} ${place}\n           ${by ?? suites.join(' ')}\n`);
  }
  return report(results);
}

/** Chooses the mutants of each group. A file belongs to the first group that contains it. */
function drawn() {
  const groups = words.length > 0 ? words : GROUPS;
  const files = git('ls-files', 'src')
    .split('\n')
    .filter((file) => /(?<!\.spec)\.ts$/.test(file));
  const groupOf = (file) => groups.find((group) => file.startsWith(`${group}/`));
  return groups.flatMap((group) => {
    const all = files.filter((file) => groupOf(file) === group).flatMap((file) => mutantsOf(file));
    return draw(all, options.seed, Number(options.each)).map((mutant) => ({ ...mutant, group }));
  });
}

function report(results) {
  const names = [...new Set(results.map(({ group }) => group))];
  let isEnough = true;
  for (const name of names) {
    const mutants = results.filter(({ group }) => group === name);
    const killed = mutants.filter(({ by }) => by !== null).length;
    const equal = mutants.filter(({ isEqual }) => isEqual).length;
    const rate = killed / (mutants.length - equal);
    isEnough &&= rate >= KILLED_MIN && killed + equal === mutants.length;
    process.stdout.write(
      `${name}: ${killed} of ${mutants.length} killed, ${equal} equal (${Math.round(rate * 100)} %)\n`,
    );
  }
  return isEnough;
}

function git(...args) {
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 26 });
}
