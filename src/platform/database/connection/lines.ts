import { readFile } from 'node:fs/promises';
import type { DataSource } from 'typeorm';
import type { DatabaseConnection, PostgresOptions } from '../database.js';
import { ResilientClient, type ResilientConfig } from '../resilient-client.js';
import type { PoolHolder } from '../service-pool.js';
import { passwordOf, serverUrls } from './database-url.js';
import { PooledClient } from './pooled-client.js';
import { PreparingClient } from './preparing-client.js';
import { PrimaryServer } from './primary-server.js';
import { REQUEST_SETTINGS, TRANSACTION_SETTINGS } from './session-settings.js';

/** Connection options of TypeORM that also find the primary among several servers. */
interface Line {
  place: Pick<PostgresOptions, 'url' | 'host' | 'port' | 'username' | 'database' | 'ssl'>;
  primary: PrimaryServer | null;
  readPassword: ResilientConfig['readPassword'];
}

type OfType = Pick<DataSource, 'options'>;

/** TypeORM passes it on to the pool. */
interface Extra extends ResilientConfig {
  Client: typeof ResilientClient;
  primary: PrimaryServer | null;
  /** The connection that keeps its sessions. The pool may use another address. */
  keptLine: Line;
  holder: PoolHolder;
}

/** How long opening a connection may take. Tests on a busy machine allow more. */
export const CONNECTING = { limitMs: 2_000 };
/** Above the limits of the server. */
const DEADLINE_MS = 5_500;
const APPLICATION = 'wholesale-store-orders';

/** Makes the options of TypeORM that say how to reach the database. */
export function lineOptions(
  connection: DatabaseConnection,
): Pick<PostgresOptions, 'connectTimeoutMS' | 'extra'> & Line['place'] {
  const keptLine = lineOf(connection);
  const pooledUrl = 'url' in connection ? connection.pooledUrl : null;
  const pooledUrlFile = 'url' in connection ? connection.pooledUrlFile : null;
  const pooledLine = pooledUrl == null ? null : lineOf({ url: pooledUrl, urlFile: pooledUrlFile });
  const { place, primary, readPassword } = pooledLine ?? keptLine;
  const extra: Extra = {
    Client: pooledLine === null ? PreparingClient : PooledClient,
    settings: pooledLine === null ? REQUEST_SETTINGS : TRANSACTION_SETTINGS,
    deadlineMs: DEADLINE_MS,
    application_name: APPLICATION,
    primary,
    readPassword,
    keptLine,
    holder: {},
  };
  return { ...place, connectTimeoutMS: CONNECTING.limitMs, extra };
}

/** Makes the same options for a separate data source whose connections keep their sessions. */
export function keptLineOptions(
  { extra, ...options }: PostgresOptions,
  { application, ...own }: ResilientConfig & { application: string },
): PostgresOptions {
  const { place, primary, readPassword } = (extra as Extra).keptLine;
  return {
    ...options,
    ...place,
    extra: {
      ...own,
      Client: ResilientClient,
      application_name: `${APPLICATION} ${application}`,
      primary,
      readPassword,
    },
  };
}

/**
 * Makes pg's configuration of connections that keep their sessions.
 *
 * @param use added to the name that PostgreSQL lists them under
 */
export function keptLineConfig({ options }: OfType, use = ''): ResilientConfig {
  const application_name = `${APPLICATION} ${use}`.trim();
  return { ...configOf(extraOf(options).keptLine), application_name };
}

/** Makes pg's configuration of the pool; null if it is the same. */
export function pooledLineConfig({ options }: OfType): ResilientConfig | null {
  const { Client, primary, readPassword, settings } = extraOf(options);
  const { url } = options as PostgresOptions;
  return Client === PooledClient
    ? { ...configOf({ place: { url }, primary, readPassword }), settings }
    : null;
}

/** Makes a configuration of pg for each standby in a URL. */
export function readerConfigs(url: string | null, urlFile: string | null): ResilientConfig[] {
  const readPassword = passwordReader(urlFile);
  const application_name = `${APPLICATION} reader`;
  return (url === null ? [] : serverUrls(url)).map((server) => ({
    ...configOf({ place: { url: server }, primary: null, readPassword }),
    application_name,
  }));
}

function configOf({
  place: { url, username, ...place },
  primary,
  readPassword,
}: Line): ResilientConfig {
  return {
    ...(place as ResilientConfig),
    connectionString: url,
    user: username,
    connectionTimeoutMillis: CONNECTING.limitMs,
    deadlineMs: DEADLINE_MS,
    application_name: APPLICATION,
    primary,
    readPassword,
  };
}

function extraOf(options: OfType['options']): Extra {
  if (options.type !== 'postgres') throw new Error(`expected postgres, got ${options.type}`);
  return options.extra as Extra;
}

function lineOf(connection: DatabaseConnection): Line {
  if ('url' in connection) {
    const [url] = serverUrls(connection.url);
    const readPassword = passwordReader(connection.urlFile);
    const primary = PrimaryServer.among(connection.url, readPassword);
    return { place: { url }, primary, readPassword };
  }
  const { user: username, ...socket } = connection;
  // PGSSLMODE of the environment is for other servers: there is no TLS on a socket.
  return { place: { ...socket, username, ssl: false }, primary: null, readPassword: null };
}

function passwordReader(urlFile: string | null | undefined): ResilientConfig['readPassword'] {
  // Where the file cannot be read for a moment, the password of the start may still be right.
  return urlFile == null ? null : () => readFile(urlFile, 'utf8').then(passwordOf, () => undefined);
}
