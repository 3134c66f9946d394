import { resolve } from 'node:path';
import config, { apart, run } from '../../../jest.config.js';

const rootDir = resolve(import.meta.dirname, '../../..');
const environment = process.env.COVERAGE_FOLDER ? 'coverage' : 'first-failure';

/**
 * Runs suites on the databases that mutants.js opens once for all runs.
 * - with COVERAGE_FOLDER each suite writes there which lines it runs
 * - without it, the first failed test ends the suite
 *
 * @type {import('jest').Config}
 */
export default {
  ...run,
  rootDir,
  projects: config.projects.map((project) => ({
    ...project,
    ...apart,
    resolver: undefined,
    rootDir,
    globalSetup: undefined,
    globalTeardown: undefined,
    testEnvironment: `<rootDir>/test/lab/mutants/${environment}-environment.js`,
  })),
};
