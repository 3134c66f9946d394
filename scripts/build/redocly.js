/**
 * Redocly's CLI. We use three of its commands: `lint`, and two that Redocly calls experimental, `diff` (which changes
 * break a store) and `generate-client` (the TypeScript client). Their options and output may change in any release, so
 * the version is pinned exactly; after an upgrade run `npm run openapi:check` and read the diff of the generated client.
 */
export const REDOCLY = 'node_modules/@redocly/cli/bin/cli.js';

/** The environment for Redocly: it sends no telemetry and does not look for updates. */
export const QUIET_ENV = {
  ...process.env,
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  REDOCLY_SUPPRESS_NOTIFICATIONS: 'true',
};
