import { readFileSync } from 'node:fs';
import { SECRET_VARIABLES } from './secret-variables.js';
import { SettingsError, text, type Environment } from '../variables.js';

/**
 * Completes the environment with the contents of secret files: `ADMIN_API_TOKEN_FILE=/run/secrets/admin-token` replaces
 * `ADMIN_API_TOKEN`, as orchestrators mount secrets.
 *
 * @throws SettingsError if a file cannot be read or is empty, or if the variable is set as well; it never quotes a
 * secret
 */
export function withSecretFiles(env: Environment): Environment {
  const held = { ...env };
  for (const name of SECRET_VARIABLES) {
    const path = text(env, `${name}_FILE`);
    if (path === null) continue;
    if (text(env, name) !== null) {
      throw new SettingsError(`${name} and ${name}_FILE are both set: set one of them`);
    }
    held[name] = contentOf(`${name}_FILE`, path);
  }
  return held;
}

function contentOf(name: string, path: string): string {
  const content = readText(name, path).trim();
  if (content === '') {
    throw new SettingsError(`${name} names ${JSON.stringify(path)}, which is empty`);
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
