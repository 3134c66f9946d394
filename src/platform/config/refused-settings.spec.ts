import fc from 'fast-check';
import { refusalOf } from '../../../test/support/settings-refusal.js';
import { readSettings } from '../../settings.js';
import type { Settings } from './settings.js';
import { SettingsError } from './variables.js';

const DATABASE_URL = 'postgres://store:hunter2@db.example.com:5432/store';

const ADMIN_API_TOKEN = 'an-operator-token-of-32-letters!';

const POSTGRES_URL =
  'a postgres:// URL, with several servers separated by commas, such as postgres://user@a,b:5433/orders, and with / # @ % in a password as %2F %23 %40 %25; target_session_attrs may be read-write';

const COLLECTOR_URL =
  'the http:// or https:// URL of a collector, such as http://collector.example:4318';

const PRINTABLE = 'at least 32 printable ASCII characters without spaces';

const CURRENCIES = 'the ISO 4217 code of a currency with two decimals, such as INR';

describe('readSettings refuses wrong values', () => {
  it.each(['', ' ', '\t\n'])('refuses a blank DATA_DIR (%j)', (blank) => {
    expect(() => readSettings({ DATA_DIR: blank })).toThrow(
      `Invalid DATA_DIR ${JSON.stringify(blank)}: expected the path of a folder; unset, it is .data`,
    );
  });

  it.each([
    ['PORT', 'http', 'Invalid PORT "http": expected a whole number from 0 to 65535'],
    ['PORT', '65536', 'Invalid PORT "65536": expected a whole number from 0 to 65535'],
    ['PORT', '-1', 'Invalid PORT "-1": expected a whole number from 0 to 65535'],
    ['PORT', '80.5', 'Invalid PORT "80.5": expected a whole number from 0 to 65535'],
    ['PORT', '0x50', 'Invalid PORT "0x50": expected a whole number from 0 to 65535'],
    ['PORT', '1e3', 'Invalid PORT "1e3": expected a whole number from 0 to 65535'],
    ['PORT', '80\n81', 'Invalid PORT "80\\n81": expected a whole number from 0 to 65535'],
    [
      'DATABASE_POOL_SIZE',
      '0',
      'Invalid DATABASE_POOL_SIZE "0": expected a whole number from 2 to 500',
    ],
    ['MIGRATE', 'no', 'Invalid MIGRATE "no": expected one of true, false'],
    ['DEMO_DATA', 'yes', 'Invalid DEMO_DATA "yes": expected one of true, false'],
    ['DEMO_DATA', 'TRUE', 'Invalid DEMO_DATA "TRUE": expected one of true, false'],
    ['CURRENCY', 'inr', `Invalid CURRENCY "inr": expected ${CURRENCIES}`],
    ['CURRENCY', 'RUPEES', `Invalid CURRENCY "RUPEES": expected ${CURRENCIES}`],
    ['CURRENCY', 'JPY', `Invalid CURRENCY "JPY": expected ${CURRENCIES}`],
    ['CURRENCY', 'KWD', `Invalid CURRENCY "KWD": expected ${CURRENCIES}`],
    [
      'DELIVERY_POLICY',
      'lowest',
      'Invalid DELIVERY_POLICY "lowest": expected one of per_product, highest',
    ],
    [
      'UNPAID_ORDER_TTL_HOURS',
      'never',
      'Invalid UNPAID_ORDER_TTL_HOURS "never": expected a whole number from 0 to 8760',
    ],
    [
      'UNPAID_ORDER_TTL_HOURS',
      '8761',
      'Invalid UNPAID_ORDER_TTL_HOURS "8761": expected a whole number from 0 to 8760',
    ],
    [
      'LOG_LEVEL',
      'verbose',
      'Invalid LOG_LEVEL "verbose": expected one of fatal, error, warn, info, debug, trace, silent',
    ],
    ...['orders.example', 'https://orders.example/shop', 'ftp://orders.example', 'https://a@b'].map(
      (value) => [
        'PUBLIC_URL',
        value,
        `Invalid PUBLIC_URL "${value}": expected an http:// or https:// address without a path, such as https://orders.example`,
      ],
    ),
    ...['10.0.0.0/33', 'proxy', '10.0.0.1,,10.0.0.2'].map((value) => [
      'TRUST_PROXY',
      value,
      `Invalid TRUST_PROXY "${value}": expected IP addresses or CIDR ranges separated by commas`,
    ]),
    ...['localhost', '127.0.0.1:3000'].map((value) => [
      'LISTEN_ADDRESS',
      value,
      `Invalid LISTEN_ADDRESS "${value}": expected an IP address, such as 127.0.0.1`,
    ]),
    [
      'BANK_DETAILS',
      'IFSC\t1',
      'Invalid BANK_DETAILS "IFSC\\t1": expected at most 500 characters, with \\n between lines',
    ],
    [
      'MAIL_FROM',
      'Shop',
      'Invalid MAIL_FROM "Shop": expected an e-mail address such as orders@shop.example or Shop <orders@shop.example>',
    ],
  ] as [string, string, string][])('refuses %s=%j', (name, value, line) => {
    expect(refusalOf({ [name]: value })).toBe(line);
  });

  it.each([
    ['DATABASE_URL', 'mysql://store:hunter2@db/store', 30, POSTGRES_URL],
    ['DATABASE_URL', 'hunter2@db', 10, POSTGRES_URL],
    ['DATABASE_URL', 'postgres://a,,b/hunter2', 23, POSTGRES_URL],
    ['DATABASE_POOLED_URL', 'hunter2@db', 10, POSTGRES_URL],
    ['SMTP_URL', 'https://hunter2.example', 23, 'an smtp:// or smtps:// URL'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'hunter2@collector', 17, COLLECTOR_URL],
    ['ADMIN_API_TOKEN', 'an-operator-token-of-31-letters', 31, PRINTABLE],
    ['ADMIN_API_TOKEN', 'operator token with spaces, forty letters', 41, PRINTABLE],
    ['ADMIN_API_TOKEN', 'öperator-token-of-thirty-eight-letters', 38, PRINTABLE],
  ])('refuses %s=%j without quoting it', (name, value, length, allowed) => {
    expect(refusalOf({ [name]: value })).toBe(
      `Invalid ${name} (${length} characters): expected ${allowed}`,
    );
  });

  it('names the variable and its value in a message of one line', () => {
    const names = ['PORT', 'DEMO_DATA', 'CURRENCY', 'DELIVERY_POLICY', 'LOG_LEVEL'];
    const wrong = fc.string({ unit: 'binary', minLength: 1 }).map((text) => `?${text}?`);
    fc.assert(
      fc.property(fc.constantFrom(...names), wrong, (name, value) => {
        const line = refusalOf({ [name]: value });
        expect(line.startsWith(`Invalid ${name} ${JSON.stringify(value)}: expected `)).toBe(true);
        expect(line).not.toMatch(/[\r\n]/);
      }),
    );
  });

  it('never quotes a secret', () => {
    const unfit = fc.stringMatching(/^[!-~]{12,31}$/);
    fc.assert(
      fc.property(
        fc.constantFrom('ADMIN_API_TOKEN', 'DATABASE_URL', 'SMTP_URL'),
        unfit,
        (name, value) => {
          expect(refusalOf({ [name]: value })).not.toContain(value);
        },
      ),
    );
  });

  it('needs no admin token in production where it is switched off, and ignores one', () => {
    const env = { NODE_ENV: 'production', DATABASE_URL, ADMIN_API_TOKEN_ENABLED: 'false' };
    expect(readSettings(env).adminApiToken).toBeNull();
    expect(readSettings({ ...env, ADMIN_API_TOKEN }).adminApiToken).toBeNull();
  });

  it.each([
    ['production', DATABASE_URL, undefined, false],
    ['production', DATABASE_URL, ADMIN_API_TOKEN, true],
    ['production', undefined, undefined, true],
    ['development', DATABASE_URL, undefined, true],
    [undefined, DATABASE_URL, undefined, true],
  ])(
    'a service with NODE_ENV %s, DATABASE_URL %s and ADMIN_API_TOKEN %s may start: %s',
    (NODE_ENV, databaseUrl, adminApiToken, isTaken) => {
      const start = (): Settings =>
        readSettings({ NODE_ENV, DATABASE_URL: databaseUrl, ADMIN_API_TOKEN: adminApiToken });
      if (isTaken) {
        expect(start()).toMatchObject({
          databaseUrl: databaseUrl ?? null,
          adminApiToken: adminApiToken ?? null,
        });
      } else {
        expect(start).toThrow(SettingsError);
        expect(start).toThrow(
          `ADMIN_API_TOKEN is not set: with DATABASE_URL in production, expected ${PRINTABLE}`,
        );
      }
    },
  );
});

describe('readSettings refuses a port of operators that is not one of its own', () => {
  it('reads ALLOWED_HOSTS only with PUBLIC_URL, and without ports', () => {
    expect(refusalOf({ ALLOWED_HOSTS: 'shop.example' })).toMatch(/^PUBLIC_URL is not set: /);
    const env = { PUBLIC_URL: 'https://orders.example' };
    expect(refusalOf({ ...env, ALLOWED_HOSTS: 'shop.example:80' })).toBe(
      'Invalid ALLOWED_HOSTS "shop.example:80": expected host names without a port, separated by commas',
    );
  });

  const both = { PUBLIC_URL: 'https://a.example', OPERATIONS_URL: 'https://b.example' };
  it.each<[Record<string, string>, string]>([
    [
      { OPERATIONS_URL: 'https://b.example' },
      'OPERATIONS_PORT is not set: with OPERATIONS_URL, expected a port',
    ],
    [
      { OPERATIONS_PORT: '3001', PUBLIC_URL: 'https://a.example' },
      'OPERATIONS_URL is not set: with OPERATIONS_PORT, expected both PUBLIC_URL and OPERATIONS_URL, or none',
    ],
    [
      { OPERATIONS_PORT: '3001', OPERATIONS_URL: 'https://b.example' },
      'PUBLIC_URL is not set: with OPERATIONS_PORT, expected both PUBLIC_URL and OPERATIONS_URL, or none',
    ],
    [
      { ...both, OPERATIONS_PORT: '3000' },
      'Invalid OPERATIONS_PORT "3000": expected another port than PORT',
    ],
    [
      { ...both, OPERATIONS_PORT: '3001', OPERATIONS_URL: 'http://b.example' },
      'Invalid OPERATIONS_URL "http://b.example": expected the same scheme as PUBLIC_URL',
    ],
  ])('%j', (env, line) => {
    expect(refusalOf(env)).toBe(line);
  });

  it('accepts both addresses with a port', () => {
    expect(readSettings({ ...both, OPERATIONS_PORT: '3001' })).toMatchObject({
      operationsPort: 3001,
      operationsUrl: 'https://b.example',
    });
  });
});

describe('readSettings refuses misspelled words of production', () => {
  it.each(['prod', 'Production', 'PRODUCTION', '"production"'])('refuses NODE_ENV=%s', (value) => {
    expect(refusalOf({ NODE_ENV: value })).toBe(
      `Invalid NODE_ENV ${JSON.stringify(value)}: expected production, or another value outside of it`,
    );
  });

  it.each([
    ['http,two-factor', 'two-factor'],
    ['http,', ''],
    ['Demo', 'Demo'],
    ['all', 'all'],
    ['proxy', 'proxy'],
  ])('refuses ALLOW_IN_PRODUCTION=%s', (value, wrong) => {
    expect(refusalOf({ ALLOW_IN_PRODUCTION: value })).toBe(
      `Invalid ALLOW_IN_PRODUCTION "${wrong}": expected names separated by commas, of demo, sandbox, http, mail, database, redis, secrets, tls, two_factor, backup`,
    );
  });
});

describe('the header of a country', () => {
  it.each([
    ['CF IPCountry', 'Invalid COUNTRY_HEADER "CF IPCountry": expected the name of a header'],
    ['CF-IPCountry', 'TRUST_PROXY is not set: with COUNTRY_HEADER, expected the address of'],
  ])('%j alone is refused', (COUNTRY_HEADER, line) => {
    expect(refusalOf({ COUNTRY_HEADER })).toContain(line);
  });
});
