import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { atEndOfSuite, endSuite } from './end-of-suite.js';

const { native } = (await import(join(process.cwd(), 'jest.config.js'))) as {
  native: Record<string, unknown>;
};

/** Runs fixtures in one process, as suites of a worker in CI. */
function runFixtures(pattern: string): Promise<{ status: number; output: string }> {
  const config = {
    ...native,
    reporters: ['default', '<rootDir>/test/support/no-skips-reporter.js'],
    rootDir: process.cwd(),
    testMatch: ['<rootDir>/test/support/native/fixtures/*.fixture.ts'],
  };
  const jest = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js'];
  const args = [...jest, '-i', '-c', JSON.stringify(config), pattern];
  return new Promise((resolve) => {
    const env = { ...process.env, FORCE_COLOR: '0' };
    execFile(process.execPath, args, { env }, (error, stdout, stderr) => {
      resolve({ status: Number(error?.code ?? 0), output: stdout + stderr });
    });
  });
}

const [passing, skipping, failing] = await Promise.all([
  runFixtures('leaves-traces|undoing'),
  runFixtures('skipped'),
  runFixtures('failing|throwing-later|leaves-traces-one|ending-badly'),
]);

describe('suites that share a process', () => {
  it('do not see what another one left behind, and get the hooks of the modules of tests that they import, each of them', () => {
    expect(passing.output).toContain('6 passed, 6 total');
    expect(passing.status).toBe(0);
  });

  it('fail at a line of the TypeScript source, and go on after it', () => {
    expect(failing.output).toMatch(/> 7 \| .*toEqual\(expected\)/);
    expect(failing.output).toContain('fixtures/failing.fixture.ts:7:24');
    expect(failing.status).toBe(1);
    // An uncaught error.
    expect(failing.output).toContain('thrown later');
    expect(failing.output).toContain('fixtures/throwing-later.fixture.ts:3:11');
    expect(failing.output).toContain('2 failed, 2 passed, 4 total');
  });

  it('may skip no test in CI', () => {
    expect(skipping.output).toContain('In CI no test may be skipped. Skipped: is skipped');
    expect(skipping.status).toBe(1);
  });

  it('fail if what they started does not end, by the names of both', async () => {
    expect(failing.output).toMatch(
      /what .*ending-badly\.fixture\.ts started did not end:\s+cannot end/,
    );
    expect(failing.output).toMatch(/starts what cannot end: .*\s+Expected: "before"/);
    expect(failing.output).toContain('3 failed, 1 passed, 4 total');
    const order: string[] = [];
    atEndOfSuite(() => order.push('the next one ends'));
    atEndOfSuite(() => new Promise(() => undefined));
    await expect(endSuite('this one', { limitMs: 1 })).rejects.toThrow(
      /what this one started did not end:\nwaited 1 ms for .*\n +at .*native-runner\.spec\.ts/,
    );
    expect(order).toEqual(['the next one ends']);
  });
});
