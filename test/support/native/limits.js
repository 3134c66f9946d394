/**
 * As long as a test may take, and the end of what a suite started. In CI, other suites and checks keep the processors busy, and a
 * limit is reached only by what fails.
 */
export const LIMIT_MS = process.env.CI ? 300_000 : 120_000;
