import type { ColumnType, Connection, Dialect, Row } from './database.js';
import type { Table } from './tables.js';

/** Parents of one query. */
const PARENTS = 1_000;
/** Rows of one INSERT or DELETE: even of products with the longest texts, they are less than a server takes at once. */
const ROWS = 200;

/** Values of a row as JavaScript has them. */
export type NewRow<T extends Table> = Partial<Record<keyof T['columns'] & string, unknown>>;

/** Rows to write and rows to delete. */
export interface Difference {
  changed: Row[];
  gone: Row[];
}

/** Makes the rows of some parents, products or orders, equal to the wanted ones. Writes those that differ, and no others. */
export async function replaceRows<T extends Table>(
  connection: Connection,
  dialect: Dialect,
  table: T,
  parents: readonly string[],
  wanted: readonly NewRow<T>[],
): Promise<void> {
  const { changed, gone } = await differenceOf(connection, table, parents, wanted);
  for (const rows of chunks(gone, ROWS)) await deleteRows(connection, table, rows);
  for (const rows of chunks(changed, ROWS)) await writeRows(connection, dialect, table, rows);
}

/** Computes the difference between the stored rows of some parents and the wanted ones. */
export async function differenceOf<T extends Table>(
  connection: Connection,
  table: T,
  parents: readonly string[],
  wanted: readonly NewRow<T>[],
): Promise<Difference> {
  const columns = columnsOf(table);
  const stored = new Map<string, Row>();
  for (const some of chunks(parents, PARENTS)) {
    const sql = `SELECT ${columns.join(', ')} FROM ${table.name} WHERE ${table.key[0]} IN (${marks(some)})`;
    for (const row of await connection.query(sql, some)) stored.set(keyOf(table, row), row);
  }
  const changed: Row[] = [];
  for (const values of wanted) {
    const row = toRow(table, values);
    const key = keyOf(table, row);
    const known = stored.get(key);
    stored.delete(key);
    if (!columns.every((name) => known !== undefined && isEqual(table, name, known, row))) {
      changed.push(row);
    }
  }
  return { changed, gone: [...stored.values()] };
}

/** Inserts rows of values, or replaces the mirror's columns of rows whose key exists. */
export async function putRows<T extends Table>(
  connection: Connection,
  dialect: Dialect,
  table: T,
  wanted: readonly NewRow<T>[],
): Promise<void> {
  const rows = wanted.map((values) => toRow(table, values));
  await writeRows(connection, dialect, table, rows);
}

/** Inserts rows, or replaces the mirror's columns of rows whose key exists: a merchant's own columns keep their values. */
export async function writeRows(
  connection: Connection,
  dialect: Dialect,
  table: Table,
  rows: readonly Row[],
): Promise<void> {
  const changedAt = toText('time', new Date().toISOString());
  const names = [...columnsOf(table), ...(table.changedAt === undefined ? [] : [table.changedAt])];
  const values = rows.flatMap((row) =>
    names.map((name) => (name === table.changedAt ? changedAt : (row[name] ?? null))),
  );
  const tuples = rows.map(() => `(${marks(names)})`).join(', ');
  const others = names.filter((name) => !table.key.includes(name));
  await connection.query(
    `INSERT INTO ${table.name} (${names.join(', ')}) VALUES ${tuples} ${dialect.onDuplicate(table.key, others)}`,
    values,
  );
}

async function deleteRows(
  connection: Connection,
  table: Table,
  rows: readonly Row[],
): Promise<void> {
  const tuples = rows.map(() => `(${marks(table.key)})`).join(', ');
  const values = rows.flatMap((row) => table.key.map((name) => row[name] ?? null));
  await connection.query(
    `DELETE FROM ${table.name} WHERE (${table.key.join(', ')}) IN (${tuples})`,
    values,
  );
}

/** Writes `?, ?` with as many marks as there are values. */
export function marks(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}

/** Divides a list into parts of some length. */
export function* chunks<T>(list: readonly T[], length: number): Generator<T[]> {
  for (let start = 0; start < list.length; start += length) yield list.slice(start, start + length);
}

/** Writes a row as text, in the form in which {@link isEqual} expects it. */
function toRow<T extends Table>(table: T, values: NewRow<T>): Row {
  const given = values as Record<string, unknown>;
  return Object.fromEntries(
    columnsOf(table).map((name) => [name, toText(table.columns[name], given[name])]),
  );
}

function toText(type: ColumnType | undefined, value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (type === 'decimal') return Number(value).toFixed(2);
  if (type === 'json') return JSON.stringify(value);
  // MySQL knows neither the T nor the Z; both databases read UTC.
  if (type === 'time')
    return new Date(value as string | number).toISOString().replace('T', ' ').slice(0, -1);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function isEqual(table: Table, name: string, stored: Row, wanted: Row): boolean {
  const [before, after] = [stored[name], wanted[name]];
  if (table.columns[name] !== 'time' || before == null || after == null) return before === after;
  return timeOf(before) === timeOf(after);
}

/** Reads a time as a database prints it: `2026-01-16 09:30:00.12+00` or `2026-01-16 09:30:00.120`. */
export function timeOf(text: string): number {
  return Date.parse(`${text.replace(' ', 'T').replace(/\+00$/, '')}Z`);
}

function columnsOf(table: Table): string[] {
  return Object.keys(table.columns).filter((name) => name !== table.changedAt);
}

function keyOf(table: Table, row: Row): string {
  return JSON.stringify(table.key.map((name) => row[name]));
}
