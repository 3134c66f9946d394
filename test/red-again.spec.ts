import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { jest } from '@jest/globals';
import RedSuitesReporter from './support/native/red-suites-reporter.js';

const FAILED = '[test:all] exited with code 1 after 900 s\n[lint] exited with code 0 after 60 s\n';
const GREEN = { numFailingTests: 0 };
const RED = {
  testFilePath: 'test/orders/placing.e2e-spec.ts',
  numFailingTests: 1,
  failureMessage: 'expected 1, received 2\n    at line 7',
};
/** Without a test, because it could not be loaded. */
const UNREADABLE = {
  testFilePath: 'test/orders/races.e2e-spec.ts',
  numFailingTests: 0,
  testExecError: { message: 'cannot be loaded' },
  failureMessage: 'cannot be loaded',
};

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'red-again-'))));
afterEach(() => rmSync(folder, { recursive: true }));

describe('a run of CI with red suites', () => {
  it('passes if they are green alone, and names them last with their first message', () => {
    reports([GREEN, RED, UNREADABLE]);
    const { passes, output, calls } = decide(FAILED);
    expect(passes).toBe(true);
    expect(calls).toBe(
      'run test:all -- --runInBand --runTestsByPath test/orders/placing.e2e-spec.ts test/orders/races.e2e-spec.ts\n',
    );
    const [, last] = output.split('Unstable');
    for (const { testFilePath, failureMessage } of [RED, UNREADABLE])
      expect(last).toContain(`test:all ${testFilePath}\n${failureMessage}\n`);
  });

  it('fails if one is red again', () => {
    reports([RED]);
    expect(decide(FAILED, { again: 1 }).passes).toBe(false);
  });

  it('fails at once if more than five are red', () => {
    reports(Array.from({ length: 6 }, () => RED));
    expect(decide(FAILED)).toMatchObject({ passes: false, calls: '' });
  });

  it('fails at once if a test was skipped, or the run was broken off', () => {
    reports([RED], { numPendingTests: 1 });
    expect(decide(FAILED)).toMatchObject({ passes: false, calls: '' });
    rmSync(join(folder, 'red'));
    reports([RED], { wasInterrupted: true });
    expect(decide(FAILED)).toMatchObject({ passes: false, calls: '' });
  });

  it('fails at once if Jest ended without a report, or its report names no red suite', () => {
    writeFileSync(join(folder, 'red'), '');
    expect(decide(FAILED)).toMatchObject({ passes: false, calls: '' });
    reports([GREEN]);
    expect(decide(FAILED)).toMatchObject({ passes: false, calls: '' });
  });

  it('fails at once if another check failed, too', () => {
    reports([RED]);
    const log = `${FAILED}[openapi:check] exited with code 1 after 9 s\n`;
    expect(decide(log)).toMatchObject({ passes: false, calls: '' });
  });
});

/** Writes what the reporter of `npm run test:all` writes at the end of a run. */
function reports(testResults: object[], others: object = {}): void {
  const RED_SUITES = join(folder, 'red');
  const env = jest.replaceProperty(process, 'env', { RED_SUITES, npm_lifecycle_event: 'test:all' });
  const counts = { wasInterrupted: false, numPendingTests: 0, numTodoTests: 0 };
  new RedSuitesReporter().onRunComplete(new Set(), { ...counts, testResults, ...others });
  env.restore();
}

/** Runs the decision on a log of CI, with an npm that only notes how it is called and ends with the code `again`. */
function decide(log: string, { again = 0 } = {}) {
  writeFileSync(join(folder, 'log'), log);
  writeFileSync(join(folder, 'calls'), '');
  const npm = `#!/bin/sh\necho "$@" >> ${folder}/calls\nexit ${again}\n`;
  writeFileSync(join(folder, 'npm'), npm, { mode: 0o755 });
  const { status, stdout } = spawnSync(
    process.execPath,
    ['.ci/red-again.js', join(folder, 'log'), join(folder, 'red')],
    { encoding: 'utf8', env: { PATH: `${folder}${delimiter}${process.env.PATH}` } },
  );
  const calls = readFileSync(join(folder, 'calls'), 'utf8');
  return { passes: status === 0, output: stdout, calls };
}
