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
 * Mutation testing of the pure rules: `npm run test:mutation`. It is not part of CI, because it takes minutes and
 * downloads its packages for each run.
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
    // Only the specs of the rules. They need no database.
    config: {
      testMatch: RULES.map((rule) => `<rootDir>/src/${rule}.spec.ts`),
      globalSetup: null,
      globalTeardown: null,
    },
  },
  // swc needs no tsconfig, and Stryker would need its own TypeScript to rewrite it.
  tsconfigFile: 'none',
  ignorePatterns: ['dist', '.data', 'coverage', 'reports'],
  tempDirName: '.stryker-tmp',
  clearTextReporter: { logTests: false },
  reporters: ['clear-text', 'progress-append-only', 'json'],
  thresholds: { high: 95, low: 90, break: 85 },
  concurrency: 1,
  // Long enough that a busy machine is not mistaken for an endless loop.
  timeoutMS: 30_000,
};
