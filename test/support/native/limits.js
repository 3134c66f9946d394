/**
 * Milliseconds that a test may take, and the end of what its suite started. Only what hangs reaches the limit in CI, where other
 * suites and checks keep the processors busy.
 */
export const LIMIT_MS = process.env.CI ? 300_000 : 120_000;
