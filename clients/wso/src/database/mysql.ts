import { createPool, type Pool, type PoolConnection } from 'mysql2/promise';
import type { Connection, Database, Dialect, Row, Value } from './database.js';

const DIALECT: Dialect = {
  types: {
    key: 'varchar(64)',
    short: 'varchar(255)',
    text: 'text',
    // Not json: MySQL would sort the keys.
    json: 'longtext',
    integer: 'bigint',
    decimal: 'decimal(14, 2)',
    time: 'datetime(3)',
    flag: 'boolean DEFAULT false',
    order_id: 'char(36) DEFAULT (uuid())',
    created: 'datetime(3) DEFAULT CURRENT_TIMESTAMP(3)',
  },
  definition: ({ name, parts, indexes }) => {
    const all = [...parts, ...indexes.map((column) => `INDEX (${column})`)];
    // SKUs differ by letter case.
    const options = 'ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin';
    return [`CREATE TABLE IF NOT EXISTS ${name} (${all.join(', ')}) ${options}`];
  },
  onDuplicate: (_key, columns) =>
    `ON DUPLICATE KEY UPDATE ${columns.map((name) => `${name} = VALUES(${name})`).join(', ')}`,
  jsonText: (column) => column,
  schema: 'DATABASE()',
  elsewhere: 'use another database',
  // Names of locks are those of the server, and have at most 64 characters.
  lock: `GET_LOCK(SHA1(CONCAT('wso ', DATABASE())), 0)`,
};

/**
 * Refuses values that do not fit, lets backslashes escape values, and makes default times UTC. A session whose machine is gone would hold
 * its lock for hours: the outbox is read far more often than every five minutes.
 */
const SESSION = [
  `SET SESSION sql_mode = 'TRADITIONAL', time_zone = '+00:00', wait_timeout = 300`,
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
];

/** A MySQL or MariaDB database of the merchant. */
export class MysqlDatabase implements Database {
  readonly dialect = DIALECT;
  private readonly pool: Pool;

  constructor(url: string) {
    this.pool = createPool({
      uri: url.replace(/^mariadb:/, 'mysql:'),
      connectionLimit: 1,
      charset: 'utf8mb4_bin',
      typeCast: (field) => field.string('utf8'),
    });
    this.pool.on('connection', (connection) => {
      for (const statement of SESSION) void connection.query(statement);
    });
  }

  async query(sql: string, values: readonly Value[] = []): Promise<Row[]> {
    return queryOn(this.pool, sql, values);
  }

  async transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const client = await this.pool.getConnection();
    try {
      await client.beginTransaction();
      const result = await work({ query: (sql, values = []) => queryOn(client, sql, values) });
      await client.commit();
      client.release();
      return result;
    } catch (error) {
      // Closing the connection rolls back, also where it is broken.
      client.destroy();
      throw error;
    }
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}

async function queryOn(
  target: Pool | PoolConnection,
  sql: string,
  values: readonly Value[],
): Promise<Row[]> {
  const [rows] = await target.query(sql, [...values]);
  return Array.isArray(rows) ? (rows as Row[]) : [];
}
