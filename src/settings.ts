import { readGateway } from './money/gateway/gateways.js';
import { readPlatformSettings, type Settings } from './platform/config/settings.js';
import type { Environment } from './platform/config/variables.js';

/** Reads all settings from environment variables, those of the payment gateway included. @throws SettingsError */
export function readSettings(env: Environment): Settings {
  return readPlatformSettings(env, readGateway);
}
