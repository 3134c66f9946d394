/**
 * Redocly's CLI. Its version is pinned exactly, because options and output may change in any release.
 * - we use `lint`, and two commands that Redocly calls experimental
 * - `diff` finds changes that break a store
 * - `generate-client` makes the TypeScript client
 * - after an upgrade, run `npm run openapi:check` and read the diff of the generated client
 */
export const REDOCLY = 'node_modules/@redocly/cli/bin/cli.js';

/** The environment for Redocly: it sends no telemetry and does not look for updates. */
export const QUIET_ENV = {
  ...process.env,
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  REDOCLY_SUPPRESS_NOTIFICATIONS: 'true',
};
