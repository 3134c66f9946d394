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
const MAILBOX = 'an e-mail address such as orders@shop.example or Shop <orders@shop.example>';
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
  const ORIGIN = 'an http:// or https:// address without a path, such as https://orders.example';
  const CIDR = 'IP addresses or CIDR ranges separated by commas';
  it.each([
    'PORT "http": expected a whole number from 0 to 65535',
    'PORT "65536": expected a whole number from 0 to 65535',
    'PORT "-1": expected a whole number from 0 to 65535',
    'PORT "80.5": expected a whole number from 0 to 65535',
    'PORT "0x50": expected a whole number from 0 to 65535',
    'PORT "1e3": expected a whole number from 0 to 65535',
    'PORT "80\\n81": expected a whole number from 0 to 65535',
    'DATABASE_POOL_SIZE "0": expected a whole number from 2 to 500',
    'MIGRATE "no": expected one of true, false',
    'DEMO_DATA "TRUE": expected one of true, false',
    `CURRENCY "inr": expected ${CURRENCIES}`,
    `CURRENCY "JPY": expected ${CURRENCIES}`,
    `CURRENCY "KWD": expected ${CURRENCIES}`,
    'DELIVERY_POLICY "lowest": expected one of per_product, highest',
    'LOG_LEVEL "verbose": expected one of fatal, error, warn, info, debug, trace, silent',
    `PUBLIC_URL "orders.example": expected ${ORIGIN}`,
    `PUBLIC_URL "https://orders.example/shop": expected ${ORIGIN}`,
    `PUBLIC_URL "ftp://orders.example": expected ${ORIGIN}`,
    `TRUST_PROXY "10.0.0.0/33": expected ${CIDR}`,
    `TRUST_PROXY "::/0": expected ${CIDR}: with /0 every caller could choose its address`,
    'LISTEN_ADDRESS "127.0.0.1:3000": expected an IP address, such as 127.0.0.1',
    'BANK_DETAILS "IFSC\\t1": expected at most 500 characters, with \\n between lines',
    `MAIL_FROM "Shop": expected ${MAILBOX}`,
    'OTEL_EXPORTER_OTLP_PROTOCOL "grpc": expected one of http/protobuf, http/json',
    'GATEWAY "stripe": expected one of sandbox, razorpay, none',
    'COUNTRY_HEADER "CF IPCountry": expected the name of a header, such as CF-IPCountry',
    'NODE_ENV "prod": expected production, or another value outside of it',
    'NODE_ENV "Production": expected production, or another value outside of it',
    'NODE_ENV "\\"production\\"": expected production, or another value outside of it',
    `ALLOW_IN_PRODUCTION "two-factor": expected ${WORDS}`,
    `ALLOW_IN_PRODUCTION "Demo": expected ${WORDS}`,
  ])('%s', (line) => {
    const [, name = '', value = ''] = /^(\w+) (".*?"): expected /.exec(line) ?? [];
    expect(refusalOf({ TRUST_PROXY: '::1', [name]: JSON.parse(value) as string })).toBe(
      `Invalid ${line}`,
    );
  });

  it.each([
    ['DATABASE_URL=mysql://store:hunter2@db/store', `(30 characters): expected ${POSTGRES}`],
    ['DATABASE_URL=postgres://a,,b/hunter2', `(23 characters): expected ${POSTGRES}`],
    ['SMTP_URL=https://hunter2', '(15 characters): expected an smtp:// or smtps:// URL'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT=hunter2@c', `(9 characters): expected ${COLLECTOR}`],
    ['ADMIN_API_TOKEN=an-operator-token-hunter2-of-31', `(31 characters): expected ${PRINTABLE}`],
    [
      'METRICS_TOKEN=hunter2 and spaces, forty one letters all',
      `(41 characters): expected ${PRINTABLE}`,
    ],
    ['DATABASE_URL=postgres://hunter2@db/o?sslmode=', `parameter sslmode: expected ${MODES}`],
    [
      'DATABASE_URL=postgres://hunter2@a/o?sslmode=disable&sslmode=no',
      `parameter sslmode: expected ${MODES}`,
    ],
    ['DATABASE_URL=postgres://hunter2@a/o?ssl=no', 'parameter ssl: expected one of 0, 1, true'],
    ['SMTP_URL=smtps://hunter2@m?tls.ca=a', `parameter tls.ca: expected ${MAIL}`],
    ['SMTP_URL=smtp://hunter2@m?__proto__.x=1', `parameter __proto__.x: expected ${MAIL}`],
    ['SMTP_URL=smtp://hunter2@m?ignoreTLS=1', 'parameter ignoreTLS: expected one of true, false'],
    ['SMTP_URL=smtp://hunter2@m?name=', 'parameter name: expected a host name'],
    // The rest of a password in which ? is not encoded is not the name of a parameter.
    ['SMTP_URL=smtp://me:12?hunter2&x@mail', `(27 characters): expected ${MAIL}`],
    ['SMTP_URL=smtp://me:12?hunter2#x@mail', `(27 characters): expected ${MAIL}`],
    ['PUBLIC_URL=https://me:hunter2@shop.example', `"https://…@shop.example": expected ${ORIGIN}`],
    [
      'REDIS_URL=redis://hunter2@r?x=1',
      'parameter x: expected no other parameters than db, family',
    ],
    ['REDIS_URL=redis://hunter2@r?db=one', 'parameter db: expected a number'],
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT=http://c?k=hunter2',
      'parameter k: expected a URL without parameters',
    ],
  ])('%s without quoting it', (setting, reason) => {
    const [, name = '', value = ''] = /^(\w+)=(.*)/.exec(setting) ?? [];
    const line = refusalOf({ MAIL_FROM: 'a@b.example', [name]: value });
    expect(line).toBe(`Invalid ${name} ${reason}`);
    expect(line).not.toContain('hunter2');
  });

  it('never quotes a secret, and quotes every other value in one line', () => {
    const unfit = fc.string({ unit: 'binary', minLength: 8, maxLength: 18 }).map((s) => `?${s}?`);
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
      `MAIL_FROM is not set: with SMTP_URL, expected ${MAILBOX}`,
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

  it.each<[Record<string, string>, string[]]>([
    [{ NODE_ENV: 'prod', DATABASE_URL }, ['Invalid NODE_ENV', 'ADMIN_API_TOKEN is not set']],
    [{ PORT: 'a', OPERATIONS_PORT: 'a' }, ['Invalid PORT "a"', 'Invalid OPERATIONS_PORT "a"']],
  ])('are told beside wrong ones, if they are due then: %j', (env, starts) => {
    const lines = refusalOf(env).split('\n');
    expect(lines.map((line, at) => line.slice(0, starts[at]?.length))).toEqual(starts);
  });
});
