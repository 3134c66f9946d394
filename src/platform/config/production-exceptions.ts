import { refuse, text, type Environment } from './variables.js';

/** The checks of `npm run cli -- doctor` that stop a start in production, unless ALLOW_IN_PRODUCTION names them. */
export const PRODUCTION_EXCEPTIONS = [
  'demo',
  'sandbox',
  'http',
  'mail',
  'database',
  'redis',
  'secrets',
  'tls',
  'two_factor',
  'backup',
] as const;
export type ProductionException = (typeof PRODUCTION_EXCEPTIONS)[number];

/** Returns true if NODE_ENV is `production`. A misspelled one is refused, because the service would skip its checks. */
export function readsProduction(env: Environment): boolean {
  const value = text(env, 'NODE_ENV');
  if (value === null || value === 'production') return value !== null;
  return /^\W*prod/i.test(value)
    ? refuse('NODE_ENV', JSON.stringify(value), 'production, or another value outside of it')
    : false;
}

/** Reads the names of ALLOW_IN_PRODUCTION. @throws SettingsError for a misspelled one */
export function allowedInProduction(env: Environment): ProductionException[] {
  const value = text(env, 'ALLOW_IN_PRODUCTION');
  if (value === null) return [];
  return value.split(',').map((part) => {
    const found = PRODUCTION_EXCEPTIONS.find((name) => name === part.trim());
    const allowed = `names separated by commas, of ${PRODUCTION_EXCEPTIONS.join(', ')}`;
    return found ?? refuse('ALLOW_IN_PRODUCTION', JSON.stringify(part.trim()), allowed);
  });
}
