// Runs suites for one mutant after another, in the folder in which it is started.
import { runCLI } from 'jest';

const CONFIG = 'test/lab/mutants/jest.config.js';

process.on('message', async ({ suites }) => {
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
