import { refusalOf } from '../../../test/support/settings-refusal.js';
import { readSettings } from '../../settings.js';
import type { Settings } from './settings.js';

const DATABASE_URL = 'postgres://store:hunter2@db.example.com:5432/store';

const THREE_SERVERS =
  'postgres://store:hunter2@a,b:5433,[::1]:5434/store?target_session_attrs=read-write';

const ADMIN_API_TOKEN = 'an-operator-token-of-32-letters!';

const defaults: Settings = {
  port: 3000,
  listenAddress: null,
  databaseUrl: null,
  databasePooledUrl: null,
  databaseReaderUrl: null,
  databaseUrlFiles: [null, null, null],
  databasePoolSize: 10,
  databaseStorage: 'postgres',
  migrationWaitSeconds: 600,
  noticeSeconds: 2,
  migrate: true,
  dataDir: '.data',
  demoData: true,
  adminApiTokenEnabled: true,
  secretsKey: null,
  secretsKeyPrevious: null,
  adminApiToken: null,
  metricsToken: null,
  currency: 'INR',
  deliveryPolicy: 'per_product',
  unpaidOrderTtlHours: 24,
  payExpiredDays: 2,
  customerDataRetentionDays: 0,
  maxReservedUnitsPerClient: 0,
  maxOpenValueMinorPerClient: 0,
  redisUrl: null,
  rateLimitPerMinute: 1_200,
  orderRateLimitPerMinute: 300,
  operatorTokenRateLimitPerMinute: 1_200,
  maxConnectionsPerAddress: 1_024,
  maxWaitingCallsPerClient: 500,
  logLevel: 'info',
  publicUrl: null,
  operationsPort: null,
  operationsUrl: null,
  allowedHosts: [],
  trustedProxies: [],
  countryHeader: null,
  bankDetails: null,
  gateway: { kind: 'sandbox', keys: {} },
  mail: null,
  tracing: null,
  isProduction: false,
  verifiesTls: true,
  allowedInProduction: [],
};

describe('readSettings', () => {
  it('needs nothing to be set', () => {
    expect(readSettings({})).toMatchObject(defaults);
  });

  it.each(['', ' ', '\t\n'])('takes a blank variable (%j) for absent', (blank) => {
    const names = [
      ...['PORT', 'DATABASE_URL', 'DATABASE_POOL_SIZE', 'DEMO_DATA'],
      ...['ADMIN_API_TOKEN', 'CURRENCY', 'DELIVERY_POLICY', 'UNPAID_ORDER_TTL_HOURS', 'LOG_LEVEL'],
    ];
    const env = Object.fromEntries(names.map((name) => [name, blank]));
    expect(readSettings(env)).toMatchObject(defaults);
  });

  it.each<[string, string, Partial<Settings>]>([
    ['PORT', '65535', { port: 65_535 }],
    ['PORT', ' 8080 ', { port: 8080 }],
    ['LISTEN_ADDRESS', '::1', { listenAddress: '::1' }],
    ['DATABASE_URL', DATABASE_URL, { databaseUrl: DATABASE_URL }],
    ['DATABASE_URL', 'postgresql://db/store', { databaseUrl: 'postgresql://db/store' }],
    ['DATABASE_URL', THREE_SERVERS, { databaseUrl: THREE_SERVERS }],
    ['DATABASE_POOL_SIZE', '25', { databasePoolSize: 25 }],
    ['DATABASE_STORAGE', 'aurora', { databaseStorage: 'aurora' }],
    ['MIGRATION_WAIT_SECONDS', '30', { migrationWaitSeconds: 30 }],
    ['NOTICE_SECONDS', '15', { noticeSeconds: 15 }],
    ['DATA_DIR', '/var/lib/store', { dataDir: '/var/lib/store' }],
    ['DEMO_DATA', 'false', { demoData: false }],
    ['ADMIN_API_TOKEN', ADMIN_API_TOKEN, { adminApiToken: ADMIN_API_TOKEN }],
    ['METRICS_TOKEN', ADMIN_API_TOKEN, { metricsToken: ADMIN_API_TOKEN }],
    ['ADMIN_API_TOKEN_ENABLED', 'false', { adminApiTokenEnabled: false }],
    ['CURRENCY', 'USD', { currency: 'USD' }],
    ['DELIVERY_POLICY', 'highest', { deliveryPolicy: 'highest' }],
    ['UNPAID_ORDER_TTL_HOURS', '72', { unpaidOrderTtlHours: 72 }],
    ['UNPAID_ORDER_TTL_HOURS', '0', { unpaidOrderTtlHours: 0 }],
    ['PAY_EXPIRED_DAYS', '0', { payExpiredDays: 0 }],
    ['PAY_EXPIRED_DAYS', '3650', { payExpiredDays: 3_650 }],
    ['CUSTOMER_DATA_RETENTION_DAYS', '365', { customerDataRetentionDays: 365 }],
    ['LOG_LEVEL', 'debug', { logLevel: 'debug' }],
    ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
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
    [
      'BANK_DETAILS',
      'Indigo Wholesale\\n IFSC HDFC0000001',
      { bankDetails: 'Indigo Wholesale\nIFSC HDFC0000001' },
    ],
    ['NODE_ENV', 'production', { isProduction: true }],
    ['NODE_ENV', ' production ', { isProduction: true }],
    ['NODE_ENV', 'test', { isProduction: false }],
    ['NODE_ENV', 'staging', { isProduction: false }],
    ['ALLOW_IN_PRODUCTION', 'http, mail', { allowedInProduction: ['http', 'mail'] }],
    ['ALLOW_IN_PRODUCTION', ' ', { allowedInProduction: [] }],
    // Without a server there is nothing to send from.
    ['MAIL_FROM', 'orders@shop.example', { mail: null }],
  ])('reads %s=%s', (name, value, settings) => {
    expect(readSettings({ [name]: value })).toMatchObject(settings);
  });

  it('reads the mail server and the sender together', () => {
    const mail = { smtpUrl: 'smtps://me:pass@mail.example:465', from: 'Shop <me@shop.example>' };
    const env = { SMTP_URL: mail.smtpUrl, MAIL_FROM: mail.from };
    expect(readSettings(env).mail).toEqual(mail);
    expect(refusalOf({ SMTP_URL: mail.smtpUrl })).toBe(
      'MAIL_FROM is not set: with SMTP_URL, expected an e-mail address such as orders@shop.example or Shop <orders@shop.example>',
    );
  });

  it('reads where traces are sent', () => {
    const endpoint = 'http://collector.example:4318';
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint };
    const tracing = { endpoint, headers: 'a=b', protocol: 'http/json' };
    expect(readSettings(env).tracing).toMatchObject({ headers: null, protocol: 'http/protobuf' });
    const more = { OTEL_EXPORTER_OTLP_HEADERS: 'a=b', OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' };
    expect(readSettings({ ...env, ...more }).tracing).toEqual(tracing);
    expect(readSettings(more).tracing).toBeNull();
    expect(refusalOf({ ...env, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toBe(
      'Invalid OTEL_EXPORTER_OTLP_PROTOCOL "grpc": expected one of http/protobuf, http/json',
    );
  });

  it('refuses a pooler without the way past it', () => {
    expect(refusalOf({ DATABASE_POOLED_URL: DATABASE_URL })).toBe(
      'DATABASE_URL is not set: with DATABASE_POOLED_URL, expected the same database without a pooler, or through one in session mode',
    );
  });

  it.each([
    [{}, true],
    [{ DATABASE_URL }, false],
    [{ DATABASE_URL, DEMO_DATA: 'true' }, true],
    [{ DEMO_DATA: 'false' }, false],
    [{ NODE_ENV: 'production' }, false],
    [{ NODE_ENV: 'production', DEMO_DATA: 'true' }, true],
  ])('fills only the embedded database with demo data by default: %j', (env, demoData) => {
    expect(readSettings(env).demoData).toBe(demoData);
  });
});
