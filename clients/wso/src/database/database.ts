/** A row as text: both databases return each value as they print it. */
export type Row = Record<string, string | null>;

export type Value = string | number | null;

/** A connection on which statements run one after the other. SQL has `?` where a value goes. */
export interface Connection {
  query(sql: string, values?: readonly Value[]): Promise<Row[]>;
}

/** The merchant's database. */
export interface Database extends Connection {
  readonly dialect: Dialect;
  /** Runs work in a transaction, which a failure rolls back. */
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface TableParts {
  name: string;
  parts: readonly string[];
  indexes: readonly string[];
}

/** Everything that PostgreSQL and MySQL or MariaDB write differently. */
export interface Dialect {
  /** SQL types of columns, with their defaults. */
  types: Record<ColumnType, string>;
  /** Writes the statements that create a table and its indexes where they do not exist; `parts` are columns and constraints. */
  definition: (table: TableParts) => string[];
  /** Writes the end of an INSERT that replaces columns of rows whose key exists. */
  onDuplicate: (key: readonly string[], columns: readonly string[]) => string;
  /** Writes an expression for a JSON column as it was stored. */
  jsonText: (column: string) => string;
  /** Expression for the schema in which tables are created. */
  schema: string;
  /** What to do where that schema has tables of the merchant with the same names. */
  elsewhere: string;
  /** Expression that takes the lock on the tables for this connection, and is 1 where it holds it. */
  lock: string;
}

/**
 * Type of a column.
 * - `key` holds 64 characters, `short` 255
 * - `json` holds a JSON text exactly as it was written
 * - `flag` is true or false, false by default
 * - `order_id` is a UUID that the database makes
 * - `created` is the time when the row was inserted
 */
export type ColumnType =
  | 'key'
  | 'short'
  | 'text'
  | 'json'
  | 'integer'
  | 'decimal'
  | 'time'
  | 'flag'
  | 'order_id'
  | 'created';
