import fc from 'fast-check';
import { GATEWAY_KINDS } from './gateway-kinds.js';
import { readSettings, SettingsError, type Settings } from './settings.js';

const DATABASE_URL = 'postgres://store:hunter2@db.example.com:5432/store';

const THREE_SERVERS =
  'postgres://store:hunter2@a,b:5433,[::1]:5434/store?target_session_attrs=read-write';

const ADMIN_API_TOKEN = 'an-operator-token-of-32-letters!';

const POSTGRES_URL =
  'a postgres:// URL, with several servers separated by commas, such as postgres://user@a,b:5433/orders; target_session_attrs may be read-write';

const COLLECTOR_URL =
  'the http:// or https:// URL of a collector, such as http://collector.example:4318';

const PRINTABLE = 'at least 32 printable ASCII characters without spaces';

const CURRENCIES = 'the ISO 4217 code of a currency with two decimals, such as INR';

/** Returns the line a wrong environment stops the start with; it must be a refusal of ours. */
function refusal(env: Record<string, string>): string {
  try {
    readSettings(env);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  throw new Error('it was taken');
}

const defaults: Settings = {
  port: 3000,
  databaseUrl: null,
  databasePooledUrl: null,
  databasePoolSize: 10,
  orderBatchWaitMs: 0,
  refreshMinIntervalMs: 0,
  migrationWaitSeconds: 600,
  noticeSeconds: 2,
  migrate: true,
  dataDir: '.data',
  demoData: true,
  adminApiToken: null,
  currency: 'INR',
  deliveryPolicy: 'per_product',
  unpaidOrderTtlHours: 24,
  customerDataRetentionDays: 0,
  maxReservedUnitsPerClient: 0,
  maxOpenValueMinorPerClient: 0,
  redisUrl: null,
  rateLimitPerMinute: 1_200,
  orderRateLimitPerMinute: 300,
  maxConnectionsPerAddress: 1_024,
  fastLane: true,
  logLevel: 'info',
  publicUrl: null,
  trustedProxies: [],
  bankDetails: null,
  gateway: { kind: 'sandbox' },
  mail: null,
  tracing: null,
  isProduction: false,
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
    ['DATABASE_URL', DATABASE_URL, { databaseUrl: DATABASE_URL }],
    ['DATABASE_URL', 'postgresql://db/store', { databaseUrl: 'postgresql://db/store' }],
    ['DATABASE_URL', THREE_SERVERS, { databaseUrl: THREE_SERVERS }],
    ['DATABASE_POOL_SIZE', '25', { databasePoolSize: 25 }],
    ['ORDER_BATCH_WAIT_MS', '5', { orderBatchWaitMs: 5 }],
    ['LIVE_CACHE_MIN_INTERVAL_MS', '2', { refreshMinIntervalMs: 2 }],
    ['MIGRATION_WAIT_SECONDS', '30', { migrationWaitSeconds: 30 }],
    ['NOTICE_SECONDS', '15', { noticeSeconds: 15 }],
    ['DATA_DIR', '/var/lib/store', { dataDir: '/var/lib/store' }],
    ['DEMO_DATA', 'false', { demoData: false }],
    ['ADMIN_API_TOKEN', ADMIN_API_TOKEN, { adminApiToken: ADMIN_API_TOKEN }],
    ['CURRENCY', 'USD', { currency: 'USD' }],
    ['DELIVERY_POLICY', 'highest', { deliveryPolicy: 'highest' }],
    ['UNPAID_ORDER_TTL_HOURS', '72', { unpaidOrderTtlHours: 72 }],
    ['UNPAID_ORDER_TTL_HOURS', '0', { unpaidOrderTtlHours: 0 }],
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
    ['NODE_ENV', 'test', { isProduction: false }],
    // Without a server there is nothing to send from.
    ['MAIL_FROM', 'orders@shop.example', { mail: null }],
  ])('reads %s=%s', (name, value, settings) => {
    expect(readSettings({ [name]: value })).toMatchObject(settings);
  });

  it('reads the mail server and the sender together', () => {
    const mail = { smtpUrl: 'smtps://me:pass@mail.example:465', from: 'Shop <me@shop.example>' };
    const env = { SMTP_URL: mail.smtpUrl, MAIL_FROM: mail.from };
    expect(readSettings(env).mail).toEqual(mail);
    expect(refusal({ SMTP_URL: mail.smtpUrl })).toBe(
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
    expect(refusal({ ...env, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toBe(
      'Invalid OTEL_EXPORTER_OTLP_PROTOCOL "grpc": expected one of http/protobuf, http/json',
    );
  });

  it('refuses a pooler without the way past it', () => {
    expect(refusal({ DATABASE_POOLED_URL: DATABASE_URL })).toBe(
      'DATABASE_URL is not set: with DATABASE_POOLED_URL, expected the same database without a pooler, or through one in session mode',
    );
  });
});

describe('the refusals of readSettings', () => {
  it.each(['', ' ', '\t\n'])('refuses a blank DATA_DIR (%j)', (blank) => {
    expect(() => readSettings({ DATA_DIR: blank })).toThrow(
      `Invalid DATA_DIR ${JSON.stringify(blank)}: expected the path of a folder; unset, it is .data`,
    );
  });

  it.each([
    [{}, true],
    [{ DATABASE_URL }, false],
    [{ DATABASE_URL, DEMO_DATA: 'true' }, true],
    [{ DEMO_DATA: 'false' }, false],
  ])('fills only the embedded database with the demo unless told: %j', (env, demoData) => {
    expect(readSettings(env).demoData).toBe(demoData);
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
    [
      'GATEWAY',
      'stripe',
      `Invalid GATEWAY "stripe": expected one of ${GATEWAY_KINDS.join(', ')}, none`,
    ],
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
    expect(refusal({ [name]: value })).toBe(line);
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
    expect(refusal({ [name]: value })).toBe(
      `Invalid ${name} (${length} characters): expected ${allowed}`,
    );
  });

  it('says what is wrong in one line that names the variable and what it holds', () => {
    const names = ['PORT', 'DEMO_DATA', 'CURRENCY', 'DELIVERY_POLICY', 'LOG_LEVEL'];
    const wrong = fc.string({ unit: 'binary', minLength: 1 }).map((text) => `?${text}?`);
    fc.assert(
      fc.property(fc.constantFrom(...names), wrong, (name, value) => {
        const line = refusal({ [name]: value });
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
          expect(refusal({ [name]: value })).not.toContain(value);
        },
      ),
    );
  });

  it.each([
    ['production', DATABASE_URL, undefined, false],
    ['production', DATABASE_URL, ADMIN_API_TOKEN, true],
    ['production', undefined, undefined, true],
    ['development', DATABASE_URL, undefined, true],
    [undefined, DATABASE_URL, undefined, true],
  ])(
    'with NODE_ENV %s, DATABASE_URL %s and ADMIN_API_TOKEN %s may start: %s',
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
