import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { atEndOfSuite, endSuite } from './end-of-suite.js';

const { native } = (await import(join(process.cwd(), 'jest.config.js'))) as {
  native: Record<string, unknown>;
};

/** Runs fixtures in one process, as suites of a worker. */
function runFixtures(
  pattern: string,
  options: Record<string, unknown> = {},
): Promise<{ status: number; output: string }> {
  const config = {
    ...native,
    ...options,
    rootDir: process.cwd(),
    testMatch: ['<rootDir>/test/support/native/fixtures/*.fixture.ts'],
  };
  const args = ['node_modules/jest/bin/jest.js', '-i', '-c', JSON.stringify(config), pattern];
  return new Promise((resolve) => {
    const env = { ...process.env, FORCE_COLOR: '0' };
    execFile(process.execPath, args, { env }, (error, stdout, stderr) => {
      resolve({ status: Number(error?.code ?? 0), output: stdout + stderr });
    });
  });
}

describe('suites that share a process', () => {
  it('do not see what another one left behind', async () => {
    const { status, output } = await runFixtures('leaves-traces');
    expect(output).toContain('2 passed, 2 total');
    expect(status).toBe(0);
  });

  it('get the hooks of the modules of tests that they import, each of them', async () => {
    const { status, output } = await runFixtures('undoing');
    expect(output).toContain('4 passed, 4 total');
    expect(status).toBe(0);
  });

  it('fail at a line of the TypeScript source', async () => {
    const { status, output } = await runFixtures('failing');
    expect(output).toMatch(/> 7 \| .*toEqual\(expected\)/);
    expect(output).toContain('fixtures/failing.fixture.ts:7:24');
    expect(status).toBe(1);
  });

  it('fail by an uncaught error, and go on after it', async () => {
    const { status, output } = await runFixtures('throwing-later|leaves-traces-one');
    expect(output).toContain('thrown later');
    expect(output).toContain('fixtures/throwing-later.fixture.ts:3:11');
    expect(output).toContain('1 failed, 2 passed, 3 total');
    expect(status).toBe(1);
  });

  it('may skip no test in CI', async () => {
    const reporters = ['default', '<rootDir>/test/support/no-skips-reporter.js'];
    const { status, output } = await runFixtures('skipped', { reporters });
    expect(output).toContain('In CI no test may be skipped. Skipped: is skipped');
    expect(status).toBe(1);
  });

  it('fail if what they started does not end, by the names of both', async () => {
    const { status, output } = await runFixtures('ending-badly');
    expect(output).toMatch(/what .*ending-badly\.fixture\.ts started did not end:\s+cannot end/);
    expect(output).toMatch(/starts what cannot end: .*\s+Expected: "before"/);
    expect(status).toBe(1);
    const order: string[] = [];
    atEndOfSuite(() => order.push('the next one ends'));
    atEndOfSuite(() => new Promise(() => undefined));
    await expect(endSuite('this one', 1)).rejects.toThrow(
      /what this one started did not end:\nwaited 1 ms for .*\n +at .*native-runner\.spec\.ts/,
    );
    expect(order).toEqual(['the next one ends']);
  });
});
