import { refuse, text, type Environment } from '../variables.js';

/** Reads a key of stored secrets; null if the variable is not set. @throws SettingsError, which does not quote it */
export function secretsKey(
  env: Environment,
  name: 'SECRETS_KEY' | 'SECRETS_KEY_PREVIOUS',
): Buffer | null {
  const value = text(env, name);
  if (value === null) return null;
  const form = '32 bytes in base64, such as `openssl rand -base64 32` prints';
  return toSecretsKey(value) ?? refuse(name, `(${value.length} characters)`, form);
}

/** Reads the 32 bytes of a key in base64; null for another text. */
export function toSecretsKey(value: string): Buffer | null {
  return /^[A-Za-z0-9+/]{43}=?$/.test(value) ? Buffer.from(value, 'base64') : null;
}
