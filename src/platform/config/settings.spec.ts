import fc from 'fast-check';
import { refusalOf } from '../../../test/support/settings-refusal.js';
import { readSettings } from '../../settings.js';
import type { Settings } from './settings.js';

const DATABASE_URL = 'postgres://store:hunter2@db.example.com:5432/store';
const THREE_SERVERS =
  'postgres://store:hunter2@a,b:5433,[::1]:5434/store?target_session_attrs=read-write';
const ADMIN_API_TOKEN = 'an-operator-token-of-32-letters!';

const PRINTABLE = 'at least 32 printable ASCII characters without spaces';
const POSTGRES =
  'a postgres:// URL, with several servers separated by commas, such as postgres://user@a,b:5433/orders, and with / # @ % in a password as %2F %23 %40 %25; target_session_attrs may be read-write';
const COLLECTOR =
  'the http:// or https:// URL of a collector, such as http://collector.example:4318';
const CURRENCIES = 'the ISO 4217 code of a currency with two decimals, such as INR';
const WORDS = 'one of demo, sandbox, http, mail, database, redis, secrets, tls, two_factor, backup';
const MODES = 'one of disable, allow, prefer, require, verify-ca, verify-full, no-verify';
const MAIL =
  'no other parameters than requireTLS, ignoreTLS, tls.rejectUnauthorized, tls.servername, tls.minVersion, name';

describe('readSettings', () => {
  it.each<[string, string, Partial<Settings>]>([
    ['PORT', '65535', { port: 65_535 }],
    ['PORT', ' 8080 ', { port: 8080 }],
    ['PORT', ' ', { port: 3000 }],
    ['LISTEN_ADDRESS', '::1', { listenAddress: '::1' }],
    ['DATABASE_URL', DATABASE_URL, { databaseUrl: DATABASE_URL, demoData: false, gateway: null }],
    ['DATABASE_URL', 'postgresql://db/store', { databaseUrl: 'postgresql://db/store' }],
    ['DATABASE_URL', THREE_SERVERS, { databaseUrl: THREE_SERVERS }],
    ['DATABASE_STORAGE', 'aurora', { databaseStorage: 'aurora' }],
    ['DEMO_DATA', '\t\n', { demoData: true, gateway: { kind: 'sandbox', keys: {} } }],
    ['DEMO_DATA', 'false', { demoData: false }],
    ['ADMIN_API_TOKEN', ADMIN_API_TOKEN, { adminApiToken: ADMIN_API_TOKEN }],
    ['METRICS_TOKEN', ADMIN_API_TOKEN, { metricsToken: ADMIN_API_TOKEN }],
    ['SECRETS_KEY', `${'A'.repeat(43)}=`, { secretsKey: Buffer.alloc(32) }],
    ['MAX_OPEN_VALUE_PER_CLIENT', '5', { maxOpenValueMinorPerClient: 500 }],
    ['REDIS_URL', 'rediss://redis/1?family=6', { redisUrl: 'rediss://redis/1?family=6' }],
    ['PUBLIC_URL', 'https://Orders.example/', { publicUrl: 'https://orders.example' }],
    ['PUBLIC_URL', 'http://10.0.0.4:8080', { publicUrl: 'http://10.0.0.4:8080' }],
    [
      'TRUST_PROXY',
      '10.0.0.0/8, ::1',
      {
        trustedProxies: [
          { address: '10.0.0.0', prefix: 8, family: 'ipv4' },
          { address: '::1', prefix: 128, family: 'ipv6' },
        ],
      },
    ],
    ['BANK_DETAILS', 'Indigo\\n IFSC HDFC0000001', { bankDetails: 'Indigo\nIFSC HDFC0000001' }],
    ['NODE_ENV', ' production ', { isProduction: true, demoData: false, gateway: null }],
    ['NODE_ENV', 'staging', { isProduction: false }],
    ['NODE_TLS_REJECT_UNAUTHORIZED', '0', { verifiesTls: false }],
    ['ALLOW_IN_PRODUCTION', 'http, mail', { allowedInProduction: ['http', 'mail'] }],
    ['MAIL_FROM', 'orders@shop.example', { mail: null }],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=b', { tracing: null }],
  ])('reads %s=%s', (name, value, settings) => {
    expect(readSettings({ [name]: value })).toMatchObject(settings);
  });

  it('reads settings that need each other', () => {
    const env = {
      DATABASE_URL:
        'postgres://u@a,b/o?sslmode=require&channel_binding=require&connect_timeout=10&application_name=x&sslrootcert=/a',
      DATABASE_READER_URL: DATABASE_URL,
      DEMO_DATA: 'true',
      NODE_ENV: 'production',
      ADMIN_API_TOKEN,
      ADMIN_API_TOKEN_ENABLED: 'false',
      SMTP_URL: 'smtp://mail?requireTLS=true&tls.servername=mail.example&name=shop.example',
      MAIL_FROM: 'Shop <me@shop.example>',
      PUBLIC_URL: 'https://a.example',
      OPERATIONS_URL: 'https://b.example',
      OPERATIONS_PORT: '3001',
      ALLOWED_HOSTS: 'Shop.example',
      TRUST_PROXY: '10.0.0.1',
      COUNTRY_HEADER: 'CF-IPCountry',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318',
    };
    expect(readSettings(env)).toMatchObject({
      databaseUrl: env.DATABASE_URL,
      databaseReaderUrl: DATABASE_URL,
      demoData: true,
      adminApiToken: null,
      mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM },
      operationsPort: 3001,
      operationsUrl: 'https://b.example',
      allowedHosts: ['shop.example'],
      countryHeader: 'cf-ipcountry',
      tracing: { endpoint: 'http://collector.example:4318', headers: null },
    });
  });
});

describe('readSettings refuses wrong values', () => {
  const wrong: [string, string, string][] = [
    ...['http', '65536', '-1', '80.5', '0x50', '1e3', '80\n81'].map(
      (port): [string, string, string] => ['PORT', port, 'a whole number from 0 to 65535'],
    ),
    ['DATABASE_POOL_SIZE', '0', 'a whole number from 2 to 500'],
    ['MIGRATE', 'no', 'one of true, false'],
    ['DEMO_DATA', 'TRUE', 'one of true, false'],
    ['CURRENCY', 'inr', CURRENCIES],
    ['CURRENCY', 'JPY', CURRENCIES],
    ['CURRENCY', 'KWD', CURRENCIES],
    ['DELIVERY_POLICY', 'lowest', 'one of per_product, highest'],
    ['LOG_LEVEL', 'verbose', 'one of fatal, error, warn, info, debug, trace, silent'],
    ...['orders.example', 'https://orders.example/shop', 'ftp://orders.example', 'https://a@b'].map(
      (url): [string, string, string] => [
        'PUBLIC_URL',
        url,
        'an http:// or https:// address without a path, such as https://orders.example',
      ],
    ),
    ['TRUST_PROXY', '10.0.0.0/33', 'IP addresses or CIDR ranges separated by commas'],
    [
      'TRUST_PROXY',
      '::/0',
      'IP addresses or CIDR ranges separated by commas: with /0 every caller could choose its address',
    ],
    ['LISTEN_ADDRESS', '127.0.0.1:3000', 'an IP address, such as 127.0.0.1'],
    ['BANK_DETAILS', 'IFSC\t1', 'at most 500 characters, with \\n between lines'],
    [
      'MAIL_FROM',
      'Shop',
      'an e-mail address such as orders@shop.example or Shop <orders@shop.example>',
    ],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', 'one of http/protobuf, http/json'],
    ['GATEWAY', 'stripe', 'one of sandbox, razorpay, none'],
    ['COUNTRY_HEADER', 'CF IPCountry', 'the name of a header, such as CF-IPCountry'],
    ...['prod', 'Production', '"production"'].map((mode): [string, string, string] => [
      'NODE_ENV',
      mode,
      'production, or another value outside of it',
    ]),
    ['ALLOW_IN_PRODUCTION', 'two-factor', WORDS],
    ['ALLOW_IN_PRODUCTION', 'Demo', WORDS],
  ];
  it.each(wrong)('%s=%j', (name, value, expected) => {
    const TRUST_PROXY = name === 'COUNTRY_HEADER' ? '10.0.0.1' : '';
    expect(refusalOf({ TRUST_PROXY, [name]: value })).toBe(
      `Invalid ${name} ${JSON.stringify(value)}: expected ${expected}`,
    );
  });

  it.each([
    ['DATABASE_URL', 'mysql://store:hunter2@db/store', '(30 characters)', POSTGRES],
    ['DATABASE_URL', 'postgres://a,,b/hunter2', '(23 characters)', POSTGRES],
    ['SMTP_URL', 'https://hunter2.example', '(23 characters)', 'an smtp:// or smtps:// URL'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'hunter2@collector', '(17 characters)', COLLECTOR],
    ['ADMIN_API_TOKEN', 'an-operator-token-hunter2-of-31', '(31 characters)', PRINTABLE],
    ['METRICS_TOKEN', 'operator token hunter2, forty one letters', '(41 characters)', PRINTABLE],
    ['DATABASE_URL', 'postgres://hunter2@db/o?sslmode=', 'parameter sslmode', MODES],
    [
      'DATABASE_URL',
      'postgres://hunter2@a,b/o?sslmode=disable&sslmode=none',
      'parameter sslmode',
      MODES,
    ],
    ['DATABASE_URL', 'postgres://hunter2@db/o?ssl=no-verify', 'parameter ssl', 'one of 0, 1, true'],
    [
      'SMTP_URL',
      'smtps://hunter2@mail?tls.checkServerIdentity=a',
      'parameter tls.checkServerIdentity',
      MAIL,
    ],
    ['SMTP_URL', 'smtp://hunter2@mail?__proto__.x=1', 'parameter __proto__.x', MAIL],
    [
      'SMTP_URL',
      'smtp://hunter2@mail?requireTLS=yes',
      'parameter requireTLS',
      'one of true, false',
    ],
    ['SMTP_URL', 'smtp://hunter2@mail?tls.servername=', 'parameter tls.servername', 'a host name'],
    // The rest of a password in which ? is not encoded is not the name of a parameter.
    ['SMTP_URL', 'smtp://me:12?hunter2&x@mail', '(27 characters)', MAIL],
    [
      'REDIS_URL',
      'redis://hunter2@redis?x=1',
      'parameter x',
      'no other parameters than db, family',
    ],
    ['REDIS_URL', 'redis://hunter2@redis?db=one', 'parameter db', 'a number'],
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'http://c?key=hunter2',
      'parameter key',
      'a URL without parameters',
    ],
  ])('%s=%j without quoting it', (name, value, told, expected) => {
    const line = refusalOf({ MAIL_FROM: 'a@b.example', [name]: value });
    expect(line).toBe(`Invalid ${name} ${told}: expected ${expected}`);
    expect(line).not.toContain('hunter2');
  });

  it('never quotes a secret, and quotes every other value in one line', () => {
    const unfit = fc.string({ unit: 'binary', minLength: 8, maxLength: 20 }).map((s) => `?${s}?`);
    const names = ['ADMIN_API_TOKEN', 'DATABASE_URL', 'REDIS_URL', 'PORT', 'CURRENCY'];
    fc.assert(
      fc.property(fc.constantFrom(...names), unfit, (name, value) => {
        const quoted = ['PORT', 'CURRENCY'].includes(name) ? JSON.stringify(value) : '(';
        const line = refusalOf({ [name]: value });
        expect(line.startsWith(`Invalid ${name} ${quoted}`)).toBe(true);
        expect(line).not.toMatch(/[\r\n]/);
        expect(quoted === '(' && line.includes(value)).toBe(false);
      }),
    );
  });
});

describe('settings that need each other', () => {
  const both = { PUBLIC_URL: 'https://a.example', OPERATIONS_URL: 'https://b.example' };
  const NEED_BOTH = 'with OPERATIONS_PORT, expected both PUBLIC_URL and OPERATIONS_URL, or none';
  it.each<[Record<string, string>, string]>([
    [
      { DATABASE_POOLED_URL: DATABASE_URL },
      'DATABASE_URL is not set: with DATABASE_POOLED_URL, expected the same database without a pooler, or through one in session mode',
    ],
    [
      { DATABASE_READER_URL: DATABASE_URL },
      'DATABASE_URL is not set: with DATABASE_READER_URL, expected the primary of these standbys',
    ],
    [
      { NODE_ENV: 'production', DATABASE_URL },
      `ADMIN_API_TOKEN is not set: with DATABASE_URL in production, expected ${PRINTABLE}, or ADMIN_API_TOKEN_ENABLED=false`,
    ],
    [
      { SMTP_URL: 'smtp://mail.example' },
      'MAIL_FROM is not set: with SMTP_URL, expected an e-mail address such as orders@shop.example or Shop <orders@shop.example>',
    ],
    [
      { ALLOWED_HOSTS: 'shop.example' },
      'PUBLIC_URL is not set: with ALLOWED_HOSTS, expected the address of the pages',
    ],
    [
      { COUNTRY_HEADER: 'CF-IPCountry' },
      'TRUST_PROXY is not set: with COUNTRY_HEADER, expected the address of the proxy that sends it',
    ],
    [
      { OPERATIONS_URL: 'https://b.example' },
      'OPERATIONS_PORT is not set: with OPERATIONS_URL, expected a port',
    ],
    [
      { OPERATIONS_PORT: '3001', PUBLIC_URL: 'https://a.example' },
      `OPERATIONS_URL is not set: ${NEED_BOTH}`,
    ],
    [
      { OPERATIONS_PORT: '3001', OPERATIONS_URL: 'https://b.example' },
      `PUBLIC_URL is not set: ${NEED_BOTH}`,
    ],
    [
      { ...both, OPERATIONS_PORT: '3000' },
      'Invalid OPERATIONS_PORT "3000": expected another port than PORT',
    ],
    [
      { ...both, OPERATIONS_PORT: '3001', OPERATIONS_URL: 'http://b.example' },
      'Invalid OPERATIONS_URL "http://b.example": expected the same scheme as PUBLIC_URL',
    ],
  ])('%j alone are refused', (env, line) => {
    expect(refusalOf(env)).toBe(line);
  });
});
