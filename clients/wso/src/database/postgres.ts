import pg from 'pg';
import type { Connection, Database, Dialect, Row, Value } from './database.js';

const DIALECT: Dialect = {
  types: {
    key: 'varchar(64)',
    short: 'varchar(255)',
    text: 'text',
    json: 'json',
    integer: 'bigint',
    decimal: 'numeric(14, 2)',
    time: 'timestamptz(3)',
    flag: 'boolean DEFAULT false',
    order_id: 'uuid DEFAULT gen_random_uuid()',
    created: 'timestamptz(3) DEFAULT now()',
  },
  definition: ({ name, parts, indexes }) => [
    `CREATE TABLE IF NOT EXISTS ${name} (${parts.join(', ')})`,
    ...indexes.map(
      (column) => `CREATE INDEX IF NOT EXISTS ${name}_${column} ON ${name} (${column})`,
    ),
  ],
  onDuplicate: (key, columns) =>
    `ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`,
  jsonText: (column) => `${column}::text`,
  schema: 'current_schema()',
  elsewhere: 'use another schema: ?schema=',
  lock: `pg_try_advisory_lock(hashtextextended('wso mirror ' || current_schema(), 0))::int`,
};

/** A PostgreSQL database of the merchant. */
export class PostgresDatabase implements Database {
  readonly dialect = DIALECT;
  private readonly pool: pg.Pool;

  constructor(url: string) {
    this.pool = new pg.Pool({
      ...addressOf(url),
      max: 1,
      // An idle connection holds the lock on the tables.
      idleTimeoutMillis: 0,
      application_name: 'wso',
      types: { getTypeParser: () => (text: string) => text },
    });
    // An idle connection that breaks is replaced by the next statement. One that breaks within a transaction fails its next statement:
    // without a listener of its own, it would end the process.
    this.pool.on('error', () => undefined);
    this.pool.on('connect', (client) => client.on('error', () => undefined));
  }

  query(sql: string, values: readonly Value[] = []): Promise<Row[]> {
    return queryOn(this.pool, sql, values);
  }

  async transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    try {
      // A deferred rule of the merchant would refuse the whole transaction, not the rows that it concerns.
      await client.query('BEGIN; SET CONSTRAINTS ALL IMMEDIATE');
      const result = await work({ query: (sql, values = []) => queryOn(client, sql, values) });
      await client.query('COMMIT');
      client.release();
      return result;
    } catch (error) {
      // Closing the connection rolls back, also where it is broken.
      client.release(true);
      throw error;
    }
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}

async function queryOn(
  target: pg.Pool | pg.PoolClient,
  sql: string,
  values: readonly Value[],
): Promise<Row[]> {
  let count = 0;
  const numbered = sql.replaceAll('?', () => `$${(count += 1)}`);
  return (await target.query<Row>(numbered, [...values])).rows;
}

/** Session options. The server ends a session, and its lock, within a minute after its machine is gone. */
const OPTIONS =
  '-c timezone=UTC -c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3';

/** Reads an address, in which `?schema=shop` names the schema of the tables. */
function addressOf(url: string): pg.PoolConfig {
  // URL knows no address without a host, as of a socket.
  const [address = '', query] = url.split('?');
  const parameters = new URLSearchParams(query);
  const [own, schema] = [parameters.get('options'), parameters.get('schema')];
  // They would replace those below.
  parameters.delete('options');
  parameters.delete('schema');
  const name = schema?.replaceAll('"', '""').replaceAll(/[\\ ]/g, String.raw`\$&`);
  const path = name === undefined ? null : `-c search_path="${name}"`;
  return {
    connectionString: `${address}?${parameters.toString()}`,
    options: [own, OPTIONS, path].filter((option) => option !== null).join(' '),
  };
}
