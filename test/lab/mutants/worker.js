// Runs suites for one mutant after another, in the folder in which it is started. It loads again only the mutated module and those that
// import it, also through others: to load all takes longer than most suites.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runCLI } from 'jest';
import { loadAgain } from './reloading.js';

const CONFIG = 'test/lab/mutants/jest.config.js';
const IMPORT =
  /(?:^|\n)(?:import|export)(?! type\b)[^;]*? from '(\.[^']+)\.js'|import\('(\.[^']+)\.js'\)/g;

const importersOf = new Map();
for (const folder of ['src', 'test/support', 'ormconfig.ts']) {
  const names = folder.endsWith('.ts') ? [''] : readdirSync(folder, { recursive: true });
  for (const name of names) {
    const file = resolve(folder, name);
    if (!file.endsWith('.ts')) continue;
    for (const [, one, other] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const imported = `${join(dirname(file), one ?? other)}.ts`;
      if (!importersOf.has(imported)) importersOf.set(imported, []);
      importersOf.get(imported).push(file);
    }
  }
}

/** Lists a module and all that import it, also through others. */
function withImporters(file) {
  const all = new Set([file]);
  for (const one of all) for (const importer of importersOf.get(one) ?? []) all.add(importer);
  return [...all];
}

let runs = 0;
process.on('message', async ({ file, suites }) => {
  const files = withImporters(resolve(file));
  loadAgain(
    files.map((one) => pathToFileURL(one).href),
    String((runs += 1)),
  );
  let failure = null;
  for (const suite of suites) {
    const { results } = await runCLI(
      { $0: '', _: [suite], runInBand: true, config: CONFIG, reporters: [], silent: true },
      [process.cwd()],
    );
    failure = failureIn(results);
    if (failure !== null) break;
  }
  process.send({ failure });
});

function failureIn({ testResults, numPassedTests }) {
  for (const { testResults: tests, failureMessage } of testResults) {
    const failed = tests.find(({ status }) => status === 'failed');
    if (failed)
      return [
        failed.ancestorTitles.concat(failed.title).join(' › '),
        ...failed.failureMessages,
      ].join('\n');
    if (failureMessage) return `Test suite failed to run\n${failureMessage}`;
  }
  return numPassedTests > 0 ? null : 'Test suite failed to run\nno test ran';
}
