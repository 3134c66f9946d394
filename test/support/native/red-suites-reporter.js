import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Appends to the file RED_SUITES what of a run was red, so that .ci/red-again.js can run it again. */
export default class RedSuitesReporter {
  onRunComplete(_, { testResults, wasInterrupted, ...counts }) {
    const red = testResults.filter((suite) => suite.numFailingTests > 0 || suite.testExecError);
    const isWhole = !wasInterrupted && counts.numPendingTests + counts.numTodoTests === 0;
    const suites = red.map(({ testFilePath, failureMessage }) => ({
      path: relative('', testFilePath),
      message: stripVTControlCharacters(String(failureMessage)).trim(),
    }));
    const line = JSON.stringify({ script: process.env.npm_lifecycle_event, isWhole, suites });
    appendFileSync(process.env.RED_SUITES, `${line}\n`);
  }
}
