/** @type {import('jest').Config} */
export default {
  testEnvironment: '<rootDir>/test/support/native/native-environment.js',
  runtime: '<rootDir>/test/support/native/native-runtime.cjs',
  testMatch: ['<rootDir>/src/**/*.spec.ts', '<rootDir>/test/**/*-spec.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {},
  reporters: process.env.CI
    ? ['default', '<rootDir>/test/support/no-skips-reporter.js']
    : ['default'],
  globalSetup: '<rootDir>/test/support/global-setup.js',
  globalTeardown: '<rootDir>/test/support/global-teardown.js',
  setupFiles: ['reflect-metadata'],
  // For suites that start the service in processes of their own, on a busy machine.
  testTimeout: 60_000,
  // Three on two cores: suites wait for databases, browsers and processes for a third of their time. `npm test` lets each collect garbage
  // on its own thread only, and seldom: a sixth less processor time.
  maxWorkers: 3,
  // The modules of a suite stay in memory after its end.
  workerIdleMemoryLimit: '1500MB',
};
