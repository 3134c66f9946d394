import { isDatabaseUrl } from '../database/connection/database-url.js';
import { DATABASE_PARAMETERS } from '../database/connection/tls.js';
import { isDecodable } from './decodable.js';
import { secret } from './secrets/secret.js';
import {
  anyOf,
  assertParameters,
  BOOLEAN,
  HOST,
  matching,
  type UrlParameters,
} from './url-parameters.js';
import type { Environment } from './variables.js';

const DATABASE_URL_FORM =
  'a postgres:// URL, with several servers separated by commas, such as postgres://user@a,b:5433/orders, and with / # @ % in a password as %2F %23 %40 %25; target_session_attrs may be read-write';

/** Options of the mail client that are the operator's. Any other may stop all mails. */
const SMTP_PARAMETERS: UrlParameters = {
  requireTLS: BOOLEAN,
  ignoreTLS: BOOLEAN,
  'tls.rejectUnauthorized': BOOLEAN,
  'tls.servername': HOST,
  'tls.minVersion': anyOf('TLSv1.2', 'TLSv1.3'),
  name: HOST,
};
const REDIS_PARAMETERS: UrlParameters = {
  db: matching(/^\d{1,4}$/, 'a number'),
  family: anyOf('0', '4', '6'),
};

export function databaseUrl(env: Environment, name: string): string | null {
  return urlOf(env, name, isDatabaseUrl, DATABASE_URL_FORM, DATABASE_PARAMETERS);
}

export function smtpUrl(env: Environment, name: string): string | null {
  const isUrl = (value: string): boolean =>
    /^smtps?:\/\/\S+$/.test(value) && URL.canParse(value) && isDecodable(value);
  return urlOf(env, name, isUrl, 'an smtp:// or smtps:// URL', SMTP_PARAMETERS);
}

export function redisUrl(env: Environment, name: string): string | null {
  const isUrl = (value: string): boolean => /^rediss?:\/\/\S+$/.test(value);
  return urlOf(env, name, isUrl, 'a redis:// or rediss:// URL', REDIS_PARAMETERS);
}

/** Reads the address of a collector. Its path is continued, so it has no parameters. */
export function collectorUrl(env: Environment, name: string): string | null {
  const isUrl = (value: string): boolean => /^https?:\/\/\S+$/.test(value) && URL.canParse(value);
  const form = 'the http:// or https:// URL of a collector, such as http://collector.example:4318';
  return urlOf(env, name, isUrl, form, {});
}

/** Reads a URL with allowed parameters; null if it is not set. @throws SettingsError, which quotes no value */
function urlOf(
  env: Environment,
  name: string,
  isValid: (value: string) => boolean,
  form: string,
  allowed: UrlParameters,
): string | null {
  const url = secret(env, name, isValid, form);
  if (url !== null) assertParameters(name, url, allowed);
  return url;
}
