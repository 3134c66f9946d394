const RULES = [
  'platform/money',
  'catalog/price',
  'catalog/variations',
  'orders/placing/order-amounts',
  'orders/order-lifecycle',
  'orders/placing/order-request',
  'auth/domain',
  'auth/token-format',
  'plans/subscription-terms',
];

/**
 * Mutation testing of the rules that need no database: `npm run test:mutation`. Not part of CI: it takes
 * minutes, and its packages are fetched for the run.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  mutate: RULES.map((rule) => `src/${rule}.ts`),
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules'],
  coverageAnalysis: 'perTest',
  jest: {
    projectType: 'custom',
    configFile: 'jest.config.js',
    // The specs beside the rules; they need no server.
    config: {
      testMatch: RULES.map((rule) => `<rootDir>/src/${rule}.spec.ts`),
      globalSetup: null,
      globalTeardown: null,
    },
  },
  // None: swc needs no tsconfig, and rewriting it would need TypeScript beside Stryker.
  tsconfigFile: 'none',
  ignorePatterns: ['dist', '.data', 'coverage', 'reports'],
  tempDirName: '.stryker-tmp',
  clearTextReporter: { logTests: false },
  reporters: ['clear-text', 'progress-append-only', 'json'],
  thresholds: { high: 95, low: 90, break: 85 },
  concurrency: 1,
  // A busy machine is no endless loop.
  timeoutMS: 30_000,
};
