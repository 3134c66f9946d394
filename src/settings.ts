import { readGateway } from './money/gateway/gateways.js';
import { readPlatformSettings, type Settings } from './platform/config/settings.js';
import type { Environment } from './platform/config/variables.js';

/** Reads all settings from environment variables, including those of the payment gateway. @throws SettingsError */
export function readSettings(env: Environment): Settings {
  return readPlatformSettings(env, readGateway);
}
