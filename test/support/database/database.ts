import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { dataSourceOptions, type DatabaseConnection } from '../../../ormconfig.js';
import { atEndOfSuite } from '../native/end-of-suite.js';

/** Returns a connection to another database of the same server. */
export function inDatabase(server: DatabaseConnection, database: string): DatabaseConnection {
  if (!('url' in server)) return { ...server, database };
  const url = new URL(server.url);
  url.pathname = `/${database}`;
  return { url: url.href };
}

export function pgOptions(connection: DatabaseConnection): pg.ClientConfig {
  return 'url' in connection ? { connectionString: connection.url } : connection;
}

/** Runs statements, one by one, on a connection of their own. */
export async function execute(
  connection: DatabaseConnection,
  ...statements: string[]
): Promise<void> {
  const client = new pg.Client(pgOptions(connection));
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Writes the statement of a template. Each of its values becomes a parameter, `$1` and so on. */
export function withParameters(texts: TemplateStringsArray): string {
  return texts.reduce((text, next, index) => `${text}$${index}${next}`);
}

/** Ends the connections of others to a database, or those that fit a condition, and may wait until they have ended. */
export function cutConnections(
  connection: DatabaseConnection,
  { which = 'true', waitMs = 0 } = {},
): Promise<void> {
  const all = 'datname = current_database() AND pid <> pg_backend_pid()';
  const cut = `SELECT pg_terminate_backend(pid, ${waitMs}) FROM pg_stat_activity WHERE ${all}`;
  return execute(connection, `${cut} AND ${which}`);
}

/** Opens a session of its own, until the suite ends or its database is dropped. */
export async function openClient(connection: DatabaseConnection): Promise<pg.Client> {
  const client = new pg.Client(pgOptions(connection));
  client.on('error', () => undefined);
  await client.connect();
  atEndOfSuite(() => client.end());
  return client;
}

/** Opens a transaction on its own connection, which stays open until it is committed or rolled back. Afterwards both do nothing. */
export async function openTransaction(connection: DatabaseConnection) {
  const client = new pg.Client(pgOptions(connection));
  // A test that fails leaves it open, and its database is dropped.
  client.on('error', () => undefined);
  await client.connect();
  let isOpen = true;
  const end = (sql: string) => async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  await client.query('BEGIN');
  return {
    query: <Row extends object = object>(sql: string, values?: unknown[]) =>
      client.query<Row>(sql, values),
    commit: end('COMMIT'),
    rollback: end('ROLLBACK'),
  };
}

/** A database for one suite, and a function that drops it before the suite ends. */
interface GivenDatabase {
  connection: DatabaseConnection;
  drop: () => Promise<void>;
}

/** Makes a database for one suite with the current schema, as a copy of the run's template. */
export function givenDatabase(): Promise<GivenDatabase> {
  return databaseLike(process.env.TEST_TEMPLATE_DATABASE ?? '');
}

/** Makes a database without a schema for one suite. */
export function givenEmptyDatabase(): Promise<GivenDatabase> {
  return databaseLike('template0');
}

/** The session that makes and drops the databases of a suite. */
let session: Promise<pg.Client> | null = null;

async function openSession(): Promise<pg.Client> {
  const client = await openClient(testServer());
  return client.on('error', () => (session = null));
}

/** Returns the connection to the server of the run's databases. */
export function testServer(): DatabaseConnection {
  return JSON.parse(process.env.TEST_DATABASE_SERVER ?? '') as DatabaseConnection;
}

/** Makes a copy for one suite of a database without connections. */
export async function databaseLike(template: string): Promise<GivenDatabase> {
  const run = async (sql: string) => {
    await (await (session ??= openSession())).query(sql);
  };
  const name = `wso_test_${randomBytes(6).toString('hex')}`;
  // Copying files takes half the processor time of writing each page to the log first.
  await run(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  let dropped: Promise<void> | undefined;
  const drop = () => (dropped ??= run(`DROP DATABASE ${name} WITH (FORCE)`));
  atEndOfSuite(drop);
  return { connection: inDatabase(testServer(), name), drop };
}

/** Connects to a database until the suite ends. */
export async function givenDataSource(connection: DatabaseConnection): Promise<DataSource> {
  const dataSource = await new DataSource(dataSourceOptions(connection)).initialize();
  atEndOfSuite(() => dataSource.destroy());
  return dataSource;
}

/** Writes the same connection as the text in DATABASE_URL. */
export function connectionUrl(connection: DatabaseConnection): string {
  if ('url' in connection) return connection.url;
  const { user, host, port, database } = connection;
  return `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}

/** Sessions without triggers, one for each database, because checks of all stored data take longer to plan than to run. */
const uncheckedSessions = new WeakMap<DatabaseConnection, Promise<pg.Client>>();

async function openUnchecked(connection: DatabaseConnection): Promise<pg.Client> {
  const client = await openClient(connection);
  // Not in each transaction: a change of this setting discards all plans.
  await client.query('SET session_replication_role = replica');
  return client;
}

/** Runs a query after some statements in a transaction, without triggers. Nothing of it is stored. */
export async function afterUnchecked<T>(
  connection: DatabaseConnection,
  statements: readonly string[],
  sql: string,
): Promise<T[]> {
  const opened = uncheckedSessions.get(connection) ?? openUnchecked(connection);
  uncheckedSessions.set(connection, opened);
  const client = await opened;
  await client.query('BEGIN');
  try {
    for (const statement of statements) await client.query(statement);
    return (await client.query(sql)).rows as T[];
  } finally {
    await client.query('ROLLBACK');
  }
}

/** A role that reads and writes rows, on a database that is dropped before the role. */
export interface ServiceRole {
  name: string;
  connection: { url: string };
}

/** Creates a role with exactly the rights that docs/operations/upgrades.md grants. Drops the database and the role at the end of the suite. */
export async function givenServiceRole(
  connection: DatabaseConnection,
  drop: () => Promise<void>,
): Promise<ServiceRole> {
  const name = `service_${randomBytes(6).toString('hex')}`;
  const page = await readFile('docs/operations/upgrades.md', 'utf8');
  const [, grants] = /```sql\n([^`]*GRANT [^`]*)```/.exec(page)!;
  await execute(
    connection,
    `CREATE ROLE ${name} LOGIN PASSWORD 'secret'`,
    grants!.replaceAll(/\bservice\b/g, name),
  );
  atEndOfSuite(async () => {
    await drop();
    await execute(inDatabase(connection, 'postgres'), `DROP ROLE ${name}`);
  });
  const url = connectionUrl(connection).replace(/\/\/[^@/]*@/, `//${name}:secret@`);
  return { name, connection: { url } };
}
