import { STORAGES, type Storage } from '../database/connection/storage.js';
import { LIMITS } from './limits.js';
import {
  allowedInProduction,
  readsProduction,
  type ProductionException,
} from './production-exceptions.js';
import { secretsKey } from './secrets/secrets-key.js';
import { allowedHosts, countryHeader, listenAddress, trustedProxies } from './proxy-settings.js';
import { secret } from './secrets/secret.js';
import type { Subnet } from './subnet.js';
import * as urls from './urls.js';
import {
  flag,
  integer,
  oneOf,
  refuse,
  SettingsError,
  text,
  type Environment,
} from './variables.js';

/** Settings from the environment, read and validated once at the start. */
export interface Settings {
  readonly port: number;
  /** The only address of this machine that both ports listen on; null: all. */
  readonly listenAddress: string | null;
  /** null: the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  /** The same database through a pooler in transaction mode, for the pool; null: the pool uses `databaseUrl`. */
  readonly databasePooledUrl: string | null;
  /** Hot standbys of the same database that answer reads of operators; null: the primary answers all. */
  readonly databaseReaderUrl: string | null;
  /** Secret files with these URLs, which may be replaced together with the password; null: no file. */
  readonly databaseUrlFiles: readonly [
    url: string | null,
    pooledUrl: string | null,
    readerUrl: string | null,
  ];
  readonly databasePoolSize: number;
  /** The storage of the database. The operator vouches for any other than PostgreSQL's own. */
  readonly databaseStorage: Storage;
  /** Time for which a start waits while another process migrates the database. */
  readonly migrationWaitSeconds: number;
  /** True if a start updates the schema; otherwise it refuses an outdated schema. */
  readonly migrate: boolean;
  /** Time for which an instance works on after SIGTERM, until load balancers have noticed that it is not ready. */
  readonly noticeSeconds: number;
  readonly dataDir: string;
  readonly demoData: boolean;
  /** True if requests can use the admin token. If false, none is generated. */
  readonly adminApiTokenEnabled: boolean;
  /** null: generated for the embedded database; with a database URL, only people and operator tokens can use the Admin API. */
  readonly adminApiToken: string | null;
  /** The token that Prometheus reads the metrics with on the main port; null: none. */
  readonly metricsToken: string | null;
  /** Key of stored secrets, 32 bytes; null: kept in `dataDir`, but none in production with a database URL. */
  readonly secretsKey: Buffer | null;
  /** The previous key, which stored secrets can still be read with. */
  readonly secretsKeyPrevious: Buffer | null;
  /** ISO 4217, two decimals. */
  readonly currency: string;
  readonly deliveryPolicy: DeliveryPolicy;
  /** Hours until an unpaid order expires; 0: never. */
  readonly unpaidOrderTtlHours: number;
  /** Days for which an expired order can still be paid at its own prices; 0: not at all. */
  readonly payExpiredDays: number;
  /** Days after which the customers of closed orders are anonymized; 0: never. */
  readonly customerDataRetentionDays: number;
  /** Maximum units that the unpaid orders of a client may reserve. 0 = unlimited. */
  readonly maxReservedUnitsPerClient: number;
  /** Maximum total of the unpaid orders of a client in minor units. 0 = unlimited. */
  readonly maxOpenValueMinorPerClient: number;
  /** null: rate limits are counted in memory. */
  readonly redisUrl: string | null;
  /** Requests of a client per minute. 0 = unlimited. */
  readonly rateLimitPerMinute: number;
  /** Orders of a client per minute. 0 = unlimited. */
  readonly orderRateLimitPerMinute: number;
  /** Requests of an operator token per minute. 0 = unlimited. */
  readonly operatorTokenRateLimitPerMinute: number;
  /** Open connections of an IP address that is not a trusted proxy. 0 = unlimited. */
  readonly maxConnectionsPerAddress: number;
  /** Calls of a client that may wait for changes at one instance, in test mode apart. 0 = unlimited. */
  readonly maxWaitingCallsPerClient: number;
  readonly logLevel: LogLevel;
  /** Origin of the pages for browsers, such as `https://orders.example`; null: localhost and the port. */
  readonly publicUrl: string | null;
  /** The only port that operators can use; null: every port. */
  readonly operationsPort: number | null;
  /** Origin of the operators' pages; null: that of the other pages, or this machine and `operationsPort`. */
  readonly operationsUrl: string | null;
  /** Hosts of the pages besides those of the two URLs. If there is one, the pages refuse every other host. */
  readonly allowedHosts: readonly string[];
  /** Proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly Subnet[];
  /** Header, in lower case, that a trusted proxy writes the caller's country into; null: none does. */
  readonly countryHeader: string | null;
  /** Lines of the bank account for clients' transfers; null: not shown. */
  readonly bankDetails: string | null;
  /** null: no gateway. */
  readonly gateway: GatewaySettings | null;
  /** null: mails are written to files in `dataDir`. */
  readonly mail: MailSettings | null;
  /** null: no tracing. */
  readonly tracing: TracingSettings | null;
  /** True if NODE_ENV is `production`. */
  readonly isProduction: boolean;
  /** False if NODE_TLS_REJECT_UNAUTHORIZED makes every connection accept any certificate. */
  readonly verifiesTls: boolean;
  /** Checks that do not stop a start in production when they fail. */
  readonly allowedInProduction: readonly ProductionException[];
}

/** The selected kind of payment gateway, and its keys by their variables. */
export interface GatewaySettings {
  readonly kind: string;
  readonly keys: Readonly<Record<string, string>>;
}

/** The mail server, and the sender of every mail. */
export interface MailSettings {
  readonly smtpUrl: string;
  readonly from: string;
}

/** Destination of traces. OpenTelemetry itself reads the other variables. */
export interface TracingSettings {
  /** The address of a collector, without `/v1/traces`. */
  readonly endpoint: string;
  /** Headers as `name=value,name=value`, which may contain a key. */
  readonly headers: string | null;
  readonly protocol: TracingProtocol;
}

const TRACING_PROTOCOLS = ['http/protobuf', 'http/json'] as const;
type TracingProtocol = (typeof TRACING_PROTOCOLS)[number];

export const DELIVERY_POLICIES = ['per_product', 'highest'] as const;
export type DeliveryPolicy = (typeof DELIVERY_POLICIES)[number];

/** Minor units per major unit of every currency that CURRENCY accepts. */
const MINOR_UNITS = 100;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Nest's injection token of {@link Settings}. */
export const SETTINGS = Symbol('settings');

/**
 * Reads the settings from environment variables. Blank variables count as absent, except DATA_DIR.
 *
 * @throws SettingsError with the variable, its value (never a secret) and the expected values
 */
export function readPlatformSettings(
  env: Environment,
  readGateway: (env: Environment, isTrial: boolean) => GatewaySettings | null,
): Settings {
  const addresses = databaseAddresses(env);
  const { databaseUrl } = addresses;
  const embedded = databaseUrl === null;
  const isProduction = readsProduction(env);
  const adminApiToken = bearerToken(env, 'ADMIN_API_TOKEN');
  const adminApiTokenEnabled = flag(env, 'ADMIN_API_TOKEN_ENABLED', true);
  const isMissing = adminApiToken === null && adminApiTokenEnabled;
  if (!embedded && isMissing && isProduction) {
    throw new SettingsError(
      'ADMIN_API_TOKEN is not set: with DATABASE_URL in production, expected at least 32 printable ASCII characters without spaces, or ADMIN_API_TOKEN_ENABLED=false',
    );
  }
  return {
    port: integer(env, 'PORT', 3000, 0, 65_535),
    listenAddress: listenAddress(env),
    ...addresses,
    databasePoolSize: integer(env, 'DATABASE_POOL_SIZE', 10, 2, 500),
    databaseStorage: oneOf(env, 'DATABASE_STORAGE', STORAGES, 'postgres'),
    migrationWaitSeconds: integer(env, 'MIGRATION_WAIT_SECONDS', 600, 1, 86_400),
    migrate: flag(env, 'MIGRATE', true),
    noticeSeconds: integer(env, 'NOTICE_SECONDS', 2, 0, 300),
    dataDir: dataDir(env),
    demoData: flag(env, 'DEMO_DATA', embedded && !isProduction),
    adminApiTokenEnabled,
    adminApiToken: adminApiTokenEnabled ? adminApiToken : null,
    metricsToken: bearerToken(env, 'METRICS_TOKEN'),
    secretsKey: secretsKey(env, 'SECRETS_KEY'),
    secretsKeyPrevious: secretsKey(env, 'SECRETS_KEY_PREVIOUS'),
    currency: currency(env),
    deliveryPolicy: oneOf(env, 'DELIVERY_POLICY', DELIVERY_POLICIES, 'per_product'),
    unpaidOrderTtlHours: integer(env, 'UNPAID_ORDER_TTL_HOURS', 24, 0, 8_760),
    payExpiredDays: integer(env, 'PAY_EXPIRED_DAYS', 2, 0, 3_650),
    customerDataRetentionDays: integer(env, 'CUSTOMER_DATA_RETENTION_DAYS', 0, 0, 36_500),
    maxReservedUnitsPerClient: integer(env, 'MAX_RESERVED_UNITS_PER_CLIENT', 0, 0, 100_000_000),
    maxOpenValueMinorPerClient:
      integer(env, 'MAX_OPEN_VALUE_PER_CLIENT', 0, 0, 999_999_999) * MINOR_UNITS,
    redisUrl: urls.redisUrl(env, 'REDIS_URL'),
    rateLimitPerMinute: rate(env, 'RATE_LIMIT_PER_MINUTE', 1_200),
    orderRateLimitPerMinute: rate(env, 'ORDER_RATE_LIMIT_PER_MINUTE', 300),
    operatorTokenRateLimitPerMinute: rate(env, 'OPERATOR_TOKEN_RATE_LIMIT_PER_MINUTE', 1_200),
    maxConnectionsPerAddress: integer(env, 'MAX_CONNECTIONS_PER_ADDRESS', 1_024, 0, 1_000_000),
    maxWaitingCallsPerClient: integer(env, 'MAX_WAITING_CALLS_PER_CLIENT', 500, 0, 1_000_000),
    logLevel: oneOf(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    publicUrl: origin(env, 'PUBLIC_URL'),
    ...operations(env),
    allowedHosts: allowedHosts(env),
    trustedProxies: trustedProxies(env),
    countryHeader: countryHeader(env),
    bankDetails: bankDetails(env),
    gateway: readGateway(env, embedded && !isProduction),
    mail: mailSettings(env),
    tracing: tracingSettings(env),
    isProduction,
    allowedInProduction: allowedInProduction(env),
    // Node.js applies this variable itself; the service only checks it in production.
    verifiesTls: text(env, 'NODE_TLS_REJECT_UNAUTHORIZED') !== '0',
  };
}

function bearerToken(env: Environment, name: 'ADMIN_API_TOKEN' | 'METRICS_TOKEN'): string | null {
  const isToken = (value: string): boolean => /^[\x21-\x7e]{32,}$/.test(value);
  return secret(env, name, isToken, 'at least 32 printable ASCII characters without spaces');
}

/** Reads the addresses of the database. */
function databaseAddresses(
  env: Environment,
): Pick<Settings, 'databaseUrl' | 'databasePooledUrl' | 'databaseReaderUrl' | 'databaseUrlFiles'> {
  const databaseUrl = urls.databaseUrl(env, 'DATABASE_URL');
  const databasePooledUrl = urls.databaseUrl(env, 'DATABASE_POOLED_URL');
  const databaseReaderUrl = urls.databaseUrl(env, 'DATABASE_READER_URL');
  if (databaseUrl === null && databasePooledUrl !== null) {
    throw new SettingsError(
      'DATABASE_URL is not set: with DATABASE_POOLED_URL, expected the same database without a pooler, or through one in session mode',
    );
  }
  if (databaseUrl === null && databaseReaderUrl !== null) {
    throw new SettingsError(
      'DATABASE_URL is not set: with DATABASE_READER_URL, expected the primary of these standbys',
    );
  }
  return {
    databaseUrl,
    databasePooledUrl,
    databaseReaderUrl,
    databaseUrlFiles: [
      text(env, 'DATABASE_URL_FILE'),
      text(env, 'DATABASE_POOLED_URL_FILE'),
      text(env, 'DATABASE_READER_URL_FILE'),
    ],
  };
}

function rate(env: Environment, name: string, byDefault: number): number {
  return integer(env, name, byDefault, 0, 10_000_000);
}

/** Reads an address without a path, as browsers send it in the header `Origin`; null if it is not set. */
function origin(env: Environment, name: 'PUBLIC_URL' | 'OPERATIONS_URL'): string | null {
  const value = text(env, name);
  if (value === null) return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  const isOrigin = url !== null && [url.origin, `${url.origin}/`].includes(value.toLowerCase());
  return isOrigin && /^https?:$/.test(url.protocol)
    ? url.origin
    : refuse(
        name,
        JSON.stringify(value),
        'an http:// or https:// address without a path, such as https://orders.example',
      );
}

/** Reads the operators' port with its address. Mails to operators and the session cookie need to know it. */
function operations(env: Environment): Pick<Settings, 'operationsPort' | 'operationsUrl'> {
  const isSet = text(env, 'OPERATIONS_PORT') !== null;
  const operationsPort = isSet ? integer(env, 'OPERATIONS_PORT', 0, 0, 65_535) : null;
  const operationsUrl = origin(env, 'OPERATIONS_URL');
  const publicUrl = origin(env, 'PUBLIC_URL');
  if (operationsPort === null && operationsUrl !== null) {
    throw new SettingsError('OPERATIONS_PORT is not set: with OPERATIONS_URL, expected a port');
  }
  if (operationsPort !== null && (operationsUrl === null) !== (publicUrl === null)) {
    const missing = publicUrl === null ? 'PUBLIC_URL' : 'OPERATIONS_URL';
    throw new SettingsError(
      `${missing} is not set: with OPERATIONS_PORT, expected both PUBLIC_URL and OPERATIONS_URL, or none`,
    );
  }
  if (
    operationsPort !== null &&
    operationsPort !== 0 &&
    operationsPort === integer(env, 'PORT', 3000, 0, 65_535)
  ) {
    refuse('OPERATIONS_PORT', JSON.stringify(String(operationsPort)), 'another port than PORT');
  }
  if (operationsUrl !== null && operationsUrl.split(':')[0] !== publicUrl?.split(':')[0]) {
    refuse('OPERATIONS_URL', JSON.stringify(operationsUrl), 'the same scheme as PUBLIC_URL');
  }
  return { operationsPort, operationsUrl };
}

/**
 * Reads the lines of the bank account, separated by `\\n` as two characters, because variables are usually set on a
 * single line.
 */
function bankDetails(env: Environment): string | null {
  const value = text(env, 'BANK_DETAILS');
  if (value === null) return null;
  const lines = value.replaceAll('\\n', '\n').split('\n');
  const isFit =
    value.length <= LIMITS.bankDetailsLength && !lines.some((line) => /\p{Cc}/u.test(line));
  if (!isFit) {
    refuse(
      'BANK_DETAILS',
      JSON.stringify(value.slice(0, 40)),
      `at most ${LIMITS.bankDetailsLength} characters, with \\n between lines`,
    );
  }
  return lines.map((line) => line.trim()).join('\n');
}

function mailSettings(env: Environment): MailSettings | null {
  const smtpUrl = urls.smtpUrl(env, 'SMTP_URL');
  const from = text(env, 'MAIL_FROM');
  const allowed = 'an e-mail address such as orders@shop.example or Shop <orders@shop.example>';
  if (from !== null && !isMailbox(from)) refuse('MAIL_FROM', JSON.stringify(from), allowed);
  if (smtpUrl === null) return null;
  if (from === null) {
    throw new SettingsError(`MAIL_FROM is not set: with SMTP_URL, expected ${allowed}`);
  }
  return { smtpUrl, from };
}

function tracingSettings(env: Environment): TracingSettings | null {
  const endpoint = urls.collectorUrl(env, 'OTEL_EXPORTER_OTLP_ENDPOINT');
  const headers = secret(
    env,
    'OTEL_EXPORTER_OTLP_HEADERS',
    (value) => /^[\x20-\x7e]*=[\x20-\x7e]*$/.test(value),
    'headers as name=value, separated by commas',
  );
  const name = 'OTEL_EXPORTER_OTLP_PROTOCOL';
  const protocol = oneOf(env, name, TRACING_PROTOCOLS, 'http/protobuf');
  return endpoint === null ? null : { endpoint, headers, protocol };
}

function isMailbox(value: string): boolean {
  return /^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(value);
}

/**
 * Reads DATA_DIR. A blank DATA_DIR comes from an unset variable of a script: with the default, the service would start without
 * its data.
 */
function dataDir(env: Environment): string {
  if (env.DATA_DIR === undefined) return '.data';
  return (
    text(env, 'DATA_DIR') ??
    refuse('DATA_DIR', JSON.stringify(env.DATA_DIR), 'the path of a folder; unset, it is .data')
  );
}

/** Reads the currency. Amounts are stored in hundredths, so a currency with other minor units would be misread. */
function currency(env: Environment): string {
  const value = text(env, 'CURRENCY') ?? 'INR';
  const known = Intl.supportedValuesOf('currency').includes(value);
  const decimals = known
    ? new Intl.NumberFormat('en', { style: 'currency', currency: value }).resolvedOptions()
        .maximumFractionDigits
    : null;
  return decimals === 2
    ? value
    : refuse(
        'CURRENCY',
        JSON.stringify(value),
        'the ISO 4217 code of a currency with two decimals, such as INR',
      );
}
