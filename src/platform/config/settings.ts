import * as z from 'zod';
import { STORAGES } from '../database/connection/storage.js';
import * as form from './forms.js';
import { SECRETS_KEY } from './secrets/kept-secrets-key.js';
import { COLLECTOR_URL, DATABASE_URL, ORIGIN, REDIS_URL, SMTP_URL } from './urls.js';
import { optional, secret, text, variable, type Environment } from './variables.js';

/** Nest's injection token of {@link Settings}. */
export const SETTINGS = Symbol('settings');

export const DELIVERY_POLICIES = ['per_product', 'highest'] as const;
export type DeliveryPolicy = (typeof DELIVERY_POLICIES)[number];

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The checks of `npm run cli -- doctor` that stop a start in production, unless ALLOW_IN_PRODUCTION names them. */
export const PRODUCTION_EXCEPTIONS = [
  ...(['demo', 'sandbox', 'http', 'mail', 'database', 'redis'] as const),
  ...(['secrets', 'tls', 'two_factor', 'backup'] as const),
] as const;
export type ProductionException = (typeof PRODUCTION_EXCEPTIONS)[number];

/** Minor units per major unit of every currency that CURRENCY accepts. */
const MINOR_UNITS = 100;

const RATE = form.whole(0, 10_000_000);

/** The settings and their variables, except those of the payment gateway. Docs and `.env.example` describe them for operators. */
const FIELDS = {
  port: variable('PORT', form.whole(0, 65_535).default(3_000)),
  /** The only address of this machine that both ports listen on; null: all. */
  listenAddress: optional('LISTEN_ADDRESS', form.IP_ADDRESS),
  /** null: the embedded database in `dataDir`. */
  databaseUrl: secret('DATABASE_URL', DATABASE_URL),
  /** The same database through a pooler in transaction mode, for the pool; null: the pool uses `databaseUrl`. */
  databasePooledUrl: secret('DATABASE_POOLED_URL', DATABASE_URL),
  /** Hot standbys of the same database that answer reads of operators; null: the primary answers all. */
  databaseReaderUrl: secret('DATABASE_READER_URL', DATABASE_URL),
  databasePoolSize: variable('DATABASE_POOL_SIZE', form.whole(2, 500).default(10)),
  /** The storage of the database. The operator vouches for any other than PostgreSQL's own. */
  databaseStorage: variable('DATABASE_STORAGE', z.enum(STORAGES).default('postgres')),
  /** Time for which a start waits while another process migrates the database. */
  migrationWaitSeconds: variable('MIGRATION_WAIT_SECONDS', form.whole(1, 86_400).default(600)),
  /** True if a start updates the schema; otherwise it refuses an outdated schema. */
  migrate: variable('MIGRATE', form.FLAG.default(true)),
  /** Time for which an instance works on after SIGTERM, until load balancers have noticed that it is not ready. */
  noticeSeconds: variable('NOTICE_SECONDS', form.whole(0, 300).default(2)),
  /** A blank one comes from an unset variable of a script: with the default, the service would start without its data. */
  dataDir: variable(
    'DATA_DIR',
    z.string().min(1, 'the path of a folder; unset, it is .data').default('.data'),
    { refusesBlank: true },
  ),
  /** null: only the embedded database outside of production is filled. */
  demoData: optional('DEMO_DATA', form.FLAG),
  /** True if requests can use the admin token. If false, none is generated. */
  adminApiTokenEnabled: variable('ADMIN_API_TOKEN_ENABLED', form.FLAG.default(true)),
  /** null: generated for the embedded database; with a database URL, only people and operator tokens can use the Admin API. */
  adminApiToken: secret('ADMIN_API_TOKEN', form.BEARER_TOKEN),
  /** The token that Prometheus reads the metrics with on the main port; null: none. */
  metricsToken: secret('METRICS_TOKEN', form.BEARER_TOKEN),
  /** Key of stored secrets, 32 bytes; null: kept in `dataDir`, but none in production with a database URL. */
  secretsKey: secret('SECRETS_KEY', SECRETS_KEY),
  /** The previous key, which stored secrets can still be read with. */
  secretsKeyPrevious: secret('SECRETS_KEY_PREVIOUS', SECRETS_KEY),
  /** ISO 4217, two decimals. */
  currency: variable('CURRENCY', form.CURRENCY.default('INR')),
  deliveryPolicy: variable('DELIVERY_POLICY', z.enum(DELIVERY_POLICIES).default('per_product')),
  /** Hours until an unpaid order expires; 0: never. */
  unpaidOrderTtlHours: variable('UNPAID_ORDER_TTL_HOURS', form.whole(0, 8_760).default(24)),
  /** Days for which an expired order can still be paid at its own prices; 0: not at all. */
  payExpiredDays: variable('PAY_EXPIRED_DAYS', form.whole(0, 3_650).default(2)),
  /** Days after which the customers of closed orders are anonymized; 0: never. */
  customerDataRetentionDays: variable(
    'CUSTOMER_DATA_RETENTION_DAYS',
    form.whole(0, 36_500).default(0),
  ),
  /** Maximum units that the unpaid orders of a client may reserve. 0 = unlimited. */
  maxReservedUnitsPerClient: variable(
    'MAX_RESERVED_UNITS_PER_CLIENT',
    form.whole(0, 100_000_000).default(0),
  ),
  /** Maximum total of the unpaid orders of a client in minor units. 0 = unlimited. */
  maxOpenValueMinorPerClient: variable(
    'MAX_OPEN_VALUE_PER_CLIENT',
    form
      .whole(0, 999_999_999)
      .transform((major) => major * MINOR_UNITS)
      .default(0),
  ),
  /** null: rate limits are counted in memory. */
  redisUrl: secret('REDIS_URL', REDIS_URL),
  /** Requests of a client per minute. 0 = unlimited. */
  rateLimitPerMinute: variable('RATE_LIMIT_PER_MINUTE', RATE.default(1_200)),
  /** Orders of a client per minute. 0 = unlimited. */
  orderRateLimitPerMinute: variable('ORDER_RATE_LIMIT_PER_MINUTE', RATE.default(300)),
  /** Requests of an operator token per minute. 0 = unlimited. */
  operatorTokenRateLimitPerMinute: variable(
    'OPERATOR_TOKEN_RATE_LIMIT_PER_MINUTE',
    RATE.default(1_200),
  ),
  /** Open connections of an IP address that is not a trusted proxy. 0 = unlimited. */
  maxConnectionsPerAddress: variable(
    'MAX_CONNECTIONS_PER_ADDRESS',
    form.whole(0, 1_000_000).default(1_024),
  ),
  /** Calls of a client that may wait for changes at one instance, in test mode apart. 0 = unlimited. */
  maxWaitingCallsPerClient: variable(
    'MAX_WAITING_CALLS_PER_CLIENT',
    form.whole(0, 1_000_000).default(500),
  ),
  logLevel: variable('LOG_LEVEL', z.enum(LOG_LEVELS).default('info')),
  /** Origin of the pages for browsers, such as `https://orders.example`; null: localhost and the port. */
  publicUrl: optional('PUBLIC_URL', ORIGIN),
  /** The only port that operators can use; null: every port. */
  operationsPort: optional('OPERATIONS_PORT', form.whole(0, 65_535)),
  /** Origin of the operators' pages; null: that of the other pages, or this machine and `operationsPort`. */
  operationsUrl: optional('OPERATIONS_URL', ORIGIN),
  /** Hosts of the pages besides those of the two URLs. If there is one, the pages refuse every other host. */
  allowedHosts: variable('ALLOWED_HOSTS', form.list(form.HOST_NAME).default([])),
  /** Proxies whose `X-Forwarded-For` is trusted. */
  trustedProxies: variable('TRUST_PROXY', form.list(form.SUBNET).default([])),
  /** Header, in lower case, that a trusted proxy writes the caller's country into; null: none does. */
  countryHeader: optional(
    'COUNTRY_HEADER',
    z
      .string()
      .regex(/^[\w-]{1,60}$/, 'the name of a header, such as CF-IPCountry')
      .toLowerCase(),
  ),
  /** Lines of the bank account for clients' transfers; null: not shown. */
  bankDetails: optional('BANK_DETAILS', form.BANK_DETAILS),
  /** The mail server, and the sender of every mail. */
  mail: z.object({
    smtpUrl: secret('SMTP_URL', SMTP_URL),
    from: optional('MAIL_FROM', form.MAIL_SENDER),
  }),
  /** Destination of traces. OpenTelemetry itself reads the other variables. */
  tracing: z.object({
    /** The address of a collector, without `/v1/traces`. */
    endpoint: secret('OTEL_EXPORTER_OTLP_ENDPOINT', COLLECTOR_URL),
    /** Headers as `name=value,name=value`, which may contain a key. */
    headers: secret(
      'OTEL_EXPORTER_OTLP_HEADERS',
      z.string().regex(/^[\x20-\x7e]*=[\x20-\x7e]*$/, 'headers as name=value, separated by commas'),
    ),
    protocol: variable(
      'OTEL_EXPORTER_OTLP_PROTOCOL',
      z.enum(['http/protobuf', 'http/json']).default('http/protobuf'),
    ),
  }),
  /** True if NODE_ENV is `production`. A misspelled one is refused, because the service would skip its checks. */
  isProduction: variable(
    'NODE_ENV',
    z
      .string()
      .refine(
        (value) => value === 'production' || !/^\W*prod/i.test(value),
        'production, or another value outside of it',
      )
      .transform((value) => value === 'production')
      .default(false),
  ),
  /** False if NODE_TLS_REJECT_UNAUTHORIZED makes every connection accept any certificate. Node.js applies it itself. */
  verifiesTls: variable(
    'NODE_TLS_REJECT_UNAUTHORIZED',
    z
      .string()
      .transform((value) => value !== '0')
      .default(true),
  ),
  /** Checks that do not stop a start in production when they fail. */
  allowedInProduction: variable(
    'ALLOW_IN_PRODUCTION',
    form.list(z.enum(PRODUCTION_EXCEPTIONS)).default([]),
  ),
};

type Values = z.output<z.ZodObject<typeof FIELDS>>;

/** Settings from the environment, read and validated once at the start. */
export interface Settings extends Readonly<Omit<Values, 'demoData' | 'mail' | 'tracing'>> {
  readonly demoData: boolean;
  /** Secret files with the three URLs, which may be replaced together with the password; null: no file. */
  readonly databaseUrlFiles: readonly [
    url: string | null,
    pooledUrl: string | null,
    readerUrl: string | null,
  ];
  /** null: no gateway. */
  readonly gateway: GatewaySettings | null;
  /** null: mails are written to files in `dataDir`. */
  readonly mail: MailSettings | null;
  /** null: no tracing. */
  readonly tracing: TracingSettings | null;
}

/** The selected kind of payment gateway, and its keys by their variables. */
export interface GatewaySettings {
  readonly kind: string;
  readonly keys: Readonly<Record<string, string>>;
}
export type MailSettings = Readonly<Record<keyof Values['mail'], string>>;
export type TracingSettings = Readonly<Values['tracing'] & { endpoint: string }>;

/** A line about settings that need or exclude each other, and when it is due. With a field, what that one should be. */
interface Condition {
  line: string;
  isDue: (values: Values) => boolean;
  field?: keyof Values;
}

const BOTH_URLS = 'with OPERATIONS_PORT, expected both PUBLIC_URL and OPERATIONS_URL, or none';

const CONDITIONS: readonly Condition[] = [
  {
    line: 'DATABASE_URL is not set: with DATABASE_POOLED_URL, expected the same database without a pooler, or through one in session mode',
    isDue: (of) => of.databaseUrl === null && of.databasePooledUrl !== null,
  },
  {
    line: 'DATABASE_URL is not set: with DATABASE_READER_URL, expected the primary of these standbys',
    isDue: (of) => of.databaseUrl === null && of.databaseReaderUrl !== null,
  },
  {
    line: `ADMIN_API_TOKEN is not set: with DATABASE_URL in production, expected ${form.PRINTABLE}, or ADMIN_API_TOKEN_ENABLED=false`,
    isDue: ({ adminApiToken, adminApiTokenEnabled, databaseUrl, isProduction }) =>
      adminApiToken === null &&
      adminApiTokenEnabled === true &&
      databaseUrl !== null &&
      isProduction !== false,
  },
  {
    line: 'OPERATIONS_PORT is not set: with OPERATIONS_URL, expected a port',
    isDue: (of) => of.operationsPort === null && of.operationsUrl !== null,
  },
  {
    line: `PUBLIC_URL is not set: ${BOTH_URLS}`,
    isDue: (of) => of.operationsPort !== null && of.publicUrl === null && of.operationsUrl !== null,
  },
  {
    line: `OPERATIONS_URL is not set: ${BOTH_URLS}`,
    isDue: (of) => of.operationsPort !== null && of.operationsUrl === null && of.publicUrl !== null,
  },
  {
    field: 'operationsPort',
    line: 'another port than PORT',
    isDue: ({ operationsPort, port }) => (operationsPort ?? 0) > 0 && operationsPort === port,
  },
  {
    field: 'operationsUrl',
    line: 'the same scheme as PUBLIC_URL',
    isDue: ({ publicUrl, operationsUrl }) =>
      /^(http:.* https|https:.* http):/.test(`${publicUrl} ${operationsUrl}`),
  },
  {
    line: 'PUBLIC_URL is not set: with ALLOWED_HOSTS, expected the address of the pages',
    isDue: (of) => of.publicUrl === null && of.allowedHosts.length > 0,
  },
  {
    line: 'TRUST_PROXY is not set: with COUNTRY_HEADER, expected the address of the proxy that sends it',
    isDue: (of) => of.countryHeader !== null && of.trustedProxies.length === 0,
  },
  {
    line: `MAIL_FROM is not set: with SMTP_URL, expected ${form.MAILBOX}`,
    isDue: ({ mail }) => mail.smtpUrl !== null && mail.from === null,
  },
];

/** The schema of all settings except those of the payment gateway. */
export const PLATFORM_SETTINGS = z.object(FIELDS).superRefine(
  (values, context) => {
    for (const { line, field } of CONDITIONS.filter(({ isDue }) => isDue(values))) {
      context.addIssue({ code: 'custom', path: field === undefined ? [] : [field], message: line });
    }
  },
  // Also beside wrong values. They are in place of the right ones then.
  { when: () => true },
);

/** Completes the values of the variables. */
export function toSettings(
  { mail: { smtpUrl, from }, tracing: { endpoint, ...tracing }, ...values }: Values,
  env: Environment,
): Omit<Settings, 'gateway'> {
  const { databaseUrl, isProduction, adminApiTokenEnabled } = values;
  return {
    ...values,
    demoData: values.demoData ?? (databaseUrl === null && !isProduction),
    adminApiToken: adminApiTokenEnabled ? values.adminApiToken : null,
    databaseUrlFiles: [
      text(env, 'DATABASE_URL_FILE'),
      text(env, 'DATABASE_POOLED_URL_FILE'),
      text(env, 'DATABASE_READER_URL_FILE'),
    ],
    mail: smtpUrl === null || from === null ? null : { smtpUrl, from },
    tracing: endpoint === null ? null : { ...tracing, endpoint },
  };
}
