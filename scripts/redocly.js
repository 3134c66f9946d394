/** Redocly's program, which lints and compares OpenAPI documents and writes the client from one. */
export const REDOCLY = 'node_modules/@redocly/cli/bin/cli.js';

/** The environment it runs in: nothing is sent anywhere, and nothing asked. */
export const QUIETLY = {
  ...process.env,
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  REDOCLY_SUPPRESS_NOTIFICATIONS: 'true',
};
