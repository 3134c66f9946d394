import { native, run } from './jest.config.js';

/** Scenarios of a short run, which CI makes; the others run before a release. */
const SHORT = ['rolling-upgrade', 'database/lost-commit', 'cursors'];
const isShort = process.env.FAULTS === 'short';

/** @type {import('jest').Config} */
export default {
  ...native,
  ...run,
  testMatch: isShort
    ? SHORT.map((name) => `<rootDir>/test/faults/${name}.faults.ts`)
    : ['<rootDir>/test/faults/**/*.faults.ts'],
  globalSetup: '<rootDir>/test/faults/support/global-setup.js',
  globalTeardown: '<rootDir>/test/faults/support/global-teardown.js',
  testTimeout: (isShort ? 10 : 30) * 60_000,
  // Their figures are times. Two scenarios next to other checks start so many programs that the service exceeds its time limits.
  maxWorkers: 1,
};
