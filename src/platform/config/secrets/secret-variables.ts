import { GATEWAY_KINDS, variablesOf } from '../gateway-kinds.js';
import { refuse, text, type Environment } from '../variables.js';

/** Variables that are never quoted and that a file can contain. */
export const SECRET_VARIABLES = [
  ...GATEWAY_KINDS.flatMap(variablesOf),
  'ADMIN_API_TOKEN',
  'DATABASE_URL',
  'DATABASE_POOLED_URL',
  'DATABASE_READER_URL',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'REDIS_URL',
  'SECRETS_KEY',
  'SECRETS_KEY_PREVIOUS',
  'SMTP_URL',
] as const;

/** Reads a secret. @throws SettingsError that does not quote it */
export function secret(
  env: Environment,
  name: (typeof SECRET_VARIABLES)[number],
  isValid: (value: string) => boolean,
  allowed: string,
): string | null {
  const value = text(env, name);
  if (value !== null && !isValid(value)) {
    refuse(name, `(${value.length} characters)`, allowed);
  }
  return value;
}
