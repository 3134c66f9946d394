import { native, run } from './jest.config.js';

/** @type {import('jest').Config} */
export default {
  ...native,
  ...run,
  testMatch: ['<rootDir>/test/faults/**/*.faults.ts'],
  globalSetup: '<rootDir>/test/faults/support/global-setup.js',
  globalTeardown: '<rootDir>/test/faults/support/global-teardown.js',
  testTimeout: 30 * 60_000,
  // One: their figures are times. A short run only finds what breaks.
  maxWorkers: process.env.FAULTS === 'short' ? 2 : 1,
};
