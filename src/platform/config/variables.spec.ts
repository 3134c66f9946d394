import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refusalOf } from '../../../test/support/settings-refusal.js';
import { readSettings, SCHEMA } from '../../settings.js';
import { misspelledNames } from './variables.js';

describe('the report about an environment', () => {
  const WRONG: Record<string, [value: string, line: string]> = {
    PORT: ['abc', 'Invalid PORT "abc": expected a whole number from 0 to 65535'],
    DATA_DIR: [' ', 'Invalid DATA_DIR "": expected the path of a folder; unset, it is .data'],
    DATABASE_POOLED_URL: ['hunter2@db', 'Invalid DATABASE_POOLED_URL (10 characters): expected a'],
    DATABASE_POOL_SIZE: ['1', 'Invalid DATABASE_POOL_SIZE "1": expected a whole number from 2'],
    MIGRATE: ['yes', 'Invalid MIGRATE "yes": expected one of true, false'],
    ADMIN_API_TOKEN: ['hunter2', 'Invalid ADMIN_API_TOKEN (7 characters): expected at least 32'],
    SECRETS_KEY: ['hunter2', 'Invalid SECRETS_KEY (7 characters): expected 32 bytes in base64'],
    CURRENCY: ['RUPEES', 'Invalid CURRENCY "RUPEES": expected the ISO 4217 code'],
    PAY_EXPIRED_DAYS: ['-1', 'Invalid PAY_EXPIRED_DAYS "-1": expected a whole number from 0'],
    REDIS_URL: ['redis://r?x=hunter2', 'Invalid REDIS_URL parameter x: expected no other'],
    LOG_LEVEL: ['loud', 'Invalid LOG_LEVEL "loud": expected one of fatal, error, warn'],
    OPERATIONS_URL: ['b', 'Invalid OPERATIONS_URL "b": expected an http:// or https:// address'],
    ALLOWED_HOSTS: ['a,b:80', 'Invalid ALLOWED_HOSTS "b:80": expected host names without a port'],
    TRUST_PROXY: ['::1,proxy', 'Invalid TRUST_PROXY "proxy": expected IP addresses or CIDR'],
    SMTP_URL: ['hunter2', 'Invalid SMTP_URL (7 characters): expected an smtp:// or smtps://'],
    RAZORPAY_KEY_ID: ['hunter2', 'Invalid RAZORPAY_KEY_ID (7 characters): expected at least 8'],
    NODE_ENV: ['prod', 'Invalid NODE_ENV "prod": expected production, or another value'],
    ALLOW_IN_PRODUCTION: ['http,', 'Invalid ALLOW_IN_PRODUCTION "http,": expected one of demo'],
    METRICS_TOKEN_FILE: ['/absent', 'METRICS_TOKEN_FILE names "/absent", which cannot be read'],
    BANK_DETAILS: ['a\tb', 'Invalid BANK_DETAILS "a\\tb": expected at most 500 characters'],
  };
  const NEEDED = ['DATABASE_URL', 'OPERATIONS_PORT', 'PUBLIC_URL', 'MAIL_FROM', 'GATEWAY'];
  const MISSPELLED = {
    DATABSE_URL: 'DATABASE_URL',
    DATABASE_URLS: 'DATABASE_URL',
    DATABASE_RUL: 'DATABASE_URL',
    DATABASE_URL_FIL: 'DATABASE_URL_FILE',
    DATABASE_POOL_SIZES: 'DATABASE_POOL_SIZE',
    REDIS_URI: 'REDIS_URL',
    SMPT_URL: 'SMTP_URL',
    MAIL_FORM: 'MAIL_FROM',
    PUBLIC_ULR: 'PUBLIC_URL',
    PUBLICURL: 'PUBLIC_URL',
    OPERATION_PORT: 'OPERATIONS_PORT',
    ALLOWED_HOST: 'ALLOWED_HOSTS',
    TRUST_PROXYS: 'TRUST_PROXY',
    TURST_PROXY: 'TRUST_PROXY',
    LOGLEVEL: 'LOG_LEVEL',
    DATADIR: 'DATA_DIR',
    GATEWAYS: 'GATEWAY',
    RAZORPAY_KEYID: 'RAZORPAY_KEY_ID',
    SECRET_KEY: 'SECRETS_KEY',
    NODE_ENVS: 'NODE_ENV',
  };
  const hints = Object.entries(MISSPELLED).map(
    ([name, meant]) => `${name} is not a setting: did you mean ${meant}?`,
  );
  const misspelled = Object.fromEntries(Object.keys(MISSPELLED).map((name) => [name, 'x']));

  it('names each of twenty wrong values, what they need, and each of twenty misspelled names', () => {
    const values = Object.entries(WRONG).map(([name, [value]]): [string, string] => [name, value]);
    const env = { ...Object.fromEntries(values), ...misspelled };
    const report = refusalOf(env);
    const lines = report.split('\n');
    for (const [, start] of Object.values(WRONG)) {
      expect(lines.filter((line) => line.startsWith(start))).toHaveLength(1);
    }
    for (const name of NEEDED) {
      expect(lines.filter((line) => line.startsWith(`${name} is not set: `))).toHaveLength(1);
    }
    expect(lines).toHaveLength(Object.keys(WRONG).length + NEEDED.length);
    expect(report).not.toContain('hunter2');
    expect(misspelledNames(SCHEMA, env)).toEqual(hints);
  });

  it('only warns of misspelled names, and of no others', () => {
    const others = { PORT: '1', HOME: '/', PGPORT: '1', DATABASE_URL_FILE: 'a', REDIS_HOST: 'a' };
    expect(misspelledNames(SCHEMA, { ...others, ...misspelled })).toEqual(hints);
    expect(readSettings(misspelled)).toEqual(readSettings({}));
  });
});

describe('a secret', () => {
  let folder: string;
  let file: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'secret-files-'));
    file = join(folder, 'secret');
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('is read from the file that holds it, without the line break at its end', async () => {
    await writeFile(file, 'redis://a\n');
    expect(readSettings({ REDIS_URL_FILE: file, SMTP_URL_FILE: ' ' }).redisUrl).toBe('redis://a');
  });

  it.each([
    ['an empty file', ' \n', {}, /^REDIS_URL_FILE names "[^"]+", which is empty$/],
    ['a wrong value', 'hunter2', {}, /^Invalid REDIS_URL \(7 characters\): /],
    ['a second value', 'redis://hunter2', { REDIS_URL: 'a' }, /^REDIS_URL and .* are both set: /],
  ])('is refused for %s, and not quoted', async (_, content, env, line) => {
    await writeFile(file, content);
    const refusal = refusalOf({ REDIS_URL_FILE: file, ...env });
    expect(refusal).toMatch(line);
    expect(refusal).not.toContain('hunter2');
  });
});
