import { resolve } from 'node:path';
import config, { run } from '../../../jest.config.js';

const rootDir = resolve(import.meta.dirname, '../../..');
const [unit, service, programs] = config.projects;

/**
 * Runs suites on the databases that mutants.js opens once for all runs. With COVERAGE_FOLDER each suite writes there which lines it runs.
 *
 * @type {import('jest').Config}
 */
export default {
  ...run,
  rootDir,
  projects: [unit, service, programs].map((project) => ({
    ...project,
    rootDir,
    globalSetup: undefined,
    globalTeardown: undefined,
    ...(process.env.COVERAGE_FOLDER
      ? { testEnvironment: '<rootDir>/test/lab/mutants/coverage-environment.js' }
      : {}),
  })),
};
