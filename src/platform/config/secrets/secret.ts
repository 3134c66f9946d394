import { readFileSync } from 'node:fs';
import { refuse, SettingsError, text, type Environment } from '../variables.js';

/**
 * Reads a secret from its variable, or from a mounted file, as orchestrators provide secrets.
 * `ADMIN_API_TOKEN_FILE=/run/secrets/admin-token` replaces `ADMIN_API_TOKEN`.
 *
 * @throws SettingsError that does not quote the secret; also if the file cannot be read or is empty, or if both variables are
 *   set
 */
export function secret(
  env: Environment,
  name: string,
  isValid: (value: string) => boolean,
  allowed: string,
): string | null {
  const value = heldBy(env, name);
  if (value !== null && !isValid(value)) {
    refuse(name, `(${value.length} characters)`, allowed);
  }
  return value;
}

function heldBy(env: Environment, name: string): string | null {
  const value = text(env, name);
  const path = text(env, `${name}_FILE`);
  if (path === null) return value;
  if (value !== null) {
    throw new SettingsError(`${name} and ${name}_FILE are both set: set one of them`);
  }
  const content = readText(`${name}_FILE`, path).trim();
  if (content === '') {
    throw new SettingsError(`${name}_FILE names ${JSON.stringify(path)}, which is empty`);
  }
  return content;
}

function readText(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new SettingsError(
      `${name} names ${JSON.stringify(path)}, which cannot be read (${code})`,
    );
  }
}
