import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import tearDownDatabases from '../../support/global-teardown.js';

/** Prints the run's figures, and writes them to `figures.json` in the folder FAULTS_OUT. */
export default async function tearDown() {
  await tearDownDatabases();
  const { SEED, FAULTS = 'long', FAULTS_OUT, FAULTS_FIGURES: file } = process.env;
  const figures = existsSync(file)
    ? readFileSync(file, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [];
  rmSync(dirname(file), { recursive: true });
  process.stdout.write(`\n${table(figures)}\n`);
  if (!FAULTS_OUT) return;
  mkdirSync(FAULTS_OUT, { recursive: true });
  const run = { seed: Number(SEED), size: FAULTS, at: new Date().toISOString(), figures };
  writeFileSync(join(FAULTS_OUT, 'figures.json'), `${JSON.stringify(run, null, 2)}\n`);
}

function table(figures) {
  const rows = [
    ['scenario', 'figure', 'value', 'promise', 'kept'],
    ...figures.map(({ scenario, figure, value, unit = '', promise = '', kept }) => [
      scenario,
      figure,
      `${value} ${unit}`.trim(),
      promise,
      kept === undefined ? '' : kept ? 'yes' : 'NO',
    ]),
  ];
  const widths = [0, 1, 2, 3, 4].map((column) =>
    Math.max(...rows.map((row) => row[column].length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
