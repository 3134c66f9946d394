import { randomInt } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import setUpDatabases from '../../support/global-setup.js';

/** Chooses the run's seed, unless SEED gives it, and opens the list of its figures. */
export default async function setUp() {
  process.env.SEED ??= String(randomInt(2 ** 31));
  process.env.FAULTS_FIGURES = join(mkdtempSync(join(tmpdir(), 'wso-figures-')), 'figures.jsonl');
  process.stdout.write(
    `\nSEED=${process.env.SEED}${process.env.FAULTS ? ` FAULTS=${process.env.FAULTS}` : ''}\n`,
  );
  await setUpDatabases();
}
