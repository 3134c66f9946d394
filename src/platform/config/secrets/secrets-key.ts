import type { Environment } from '../variables.js';
import { secret } from './secret.js';

/** Reads a key of stored secrets; null if the variable is not set. @throws SettingsError, which does not quote it */
export function secretsKey(
  env: Environment,
  name: 'SECRETS_KEY' | 'SECRETS_KEY_PREVIOUS',
): Buffer | null {
  const form = '32 bytes in base64, such as `openssl rand -base64 32` prints';
  const value = secret(env, name, (text) => toSecretsKey(text) !== null, form);
  return value === null ? null : toSecretsKey(value);
}

/** Reads the 32 bytes of a key in base64; null for another text. */
export function toSecretsKey(value: string): Buffer | null {
  return /^[A-Za-z0-9+/]{43}=?$/.test(value) ? Buffer.from(value, 'base64') : null;
}
