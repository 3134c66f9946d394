import { readSettings } from '../../src/settings.js';
import { SettingsError } from '../../src/platform/config/variables.js';

/** Reads the message that refuses an environment. @throws any other error, and if the environment is accepted */
export function refusalOf(env: Record<string, string>): string {
  try {
    readSettings(env);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  throw new Error('the environment was accepted');
}
