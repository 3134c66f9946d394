import * as z from 'zod';
import { GATEWAY_SETTINGS, selectGateway } from './money/gateway/gateways.js';
import { PLATFORM_SETTINGS, toSettings, type Settings } from './platform/config/settings.js';
import { readVariables, type Environment } from './platform/config/variables.js';

/** The schema of all environment variables. */
export const SCHEMA = z.object({ platform: PLATFORM_SETTINGS, gateway: GATEWAY_SETTINGS });

/** Reads all settings from environment variables, including those of the payment gateway. @throws SettingsError */
export function readSettings(env: Environment): Settings {
  const { platform, gateway } = readVariables(SCHEMA, env);
  const isTrial = platform.databaseUrl === null && !platform.isProduction;
  return { ...toSettings(platform, env), gateway: selectGateway(gateway, isTrial) };
}
