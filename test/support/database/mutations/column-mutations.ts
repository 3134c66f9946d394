import pg from 'pg';
import type { DatabaseConnection } from '../../../../ormconfig.js';
import { pgOptions } from '../database.js';

/** A change of one column of one row, or the removal of a row. */
export interface Mutation {
  /** `table.column`; `table` for a removed row. */
  name: string;
  /**
   * `noticed` by a rule of `verify`, `refused` by the database itself, or `unnoticed`. `empty` if no row of the table has a
   * value.
   */
  result: 'noticed' | 'refused' | 'unnoticed' | 'empty';
}

interface Column {
  table: string;
  column: string;
  type: string;
  isIdentity: boolean;
}

const COLUMNS = `
  SELECT c.table_name AS table, c.column_name AS column, c.udt_name AS type, c.is_identity = 'YES' AS "isIdentity"
  FROM information_schema.columns c
  WHERE c.table_schema = 'public' AND c.table_name = ANY ($1) AND c.is_generated = 'NEVER'
  ORDER BY c.table_name, c.ordinal_position`;

const NUMBER = ['v + 1', 'v - 1'];
const LIST = ['array_append(v, v[1])', 'v[2:]'];
/** Replaces the first character. */
const TEXT = ["overlay(v placing CASE left(v, 1) WHEN 'a' THEN 'b' ELSE 'a' END from 1)"];
/** Expressions that differ from the value `v`, for each type of column. */
const OTHER: Record<string, string[]> = {
  bool: ['NOT v'],
  int2: NUMBER,
  int4: NUMBER,
  int8: NUMBER,
  oid: ['(v::bigint + 1)::oid'],
  xid8: ['(v::text::bigint + 1)::text::xid8'],
  text: TEXT,
  varchar: TEXT,
  bpchar: TEXT,
  date: NUMBER,
  timestamptz: ["v + interval '1 day'", "v - interval '1 day'"],
  bytea: ['set_byte(v, 0, 255 - get_byte(v, 0))'],
  jsonb: ['\'{"changed": true}\'::jsonb'],
  _int4: LIST,
  _int8: LIST,
  _text: LIST,
  _varchar: LIST,
};

/** Values of columns that are null in every row. Numbers get 1. */
const FIRST_VALUE: Record<string, string> = {
  bool: 'true',
  text: "'x'",
  varchar: "'x'",
  timestamptz: 'now()',
  date: 'current_date',
  bytea: "'\\x00'",
  jsonb: "'{}'",
  _text: "'{}'",
  _varchar: "'{}'",
};

/**
 * Changes every column of some tables, one at a time, and removes a row of each. The transaction is rolled back.
 * - triggers do not fire and foreign keys are not checked, as after a change with the database's password
 * - check constraints are checked
 *
 * @param faults queries that return rows if they notice a fault
 */
export async function mutate(
  connection: DatabaseConnection,
  tables: readonly string[],
  faults: readonly string[],
): Promise<Mutation[]> {
  const client = new pg.Client(pgOptions(connection));
  await client.connect();
  try {
    await client.query('BEGIN; SET LOCAL session_replication_role = replica; SET LOCAL jit = off');
    for (const [n, fault] of faults.entries()) {
      await client.query(`PREPARE fault_${n} AS SELECT ${n} AS n WHERE EXISTS (${fault})`);
    }
    const all = faults.map((fault, n) => `SELECT ${n} AS n FROM (${fault}) AS fault_${n}`);
    await client.query(`PREPARE faults AS ${all.join(' UNION ALL ')} LIMIT 1`);
    // The check that noticed the change before is likely to notice the next one, and takes a twentieth of all.
    let likely = 0;
    const isNoticed = async (): Promise<boolean> => {
      for (const name of [`fault_${likely}`, 'faults']) {
        const { rows } = await client.query<{ n: number }>(`EXECUTE ${name}`);
        if (rows[0] === undefined) continue;
        likely = rows[0].n;
        return true;
      }
      return false;
    };
    const tried = async (statements: string[]): Promise<Mutation['result']> => {
      let result: Mutation['result'] = 'empty';
      for (const statement of statements) {
        await client.query('SAVEPOINT mutation');
        try {
          const { rowCount } = await client.query(statement);
          if (rowCount === 0) continue;
          if (!(await isNoticed())) return 'unnoticed';
          result = 'noticed';
        } catch (error) {
          if (!(error instanceof pg.DatabaseError) || !/^(22|23)/.test(error.code ?? ''))
            throw error;
          if (result === 'empty') result = 'refused';
        } finally {
          await client.query('ROLLBACK TO SAVEPOINT mutation');
        }
      }
      return result;
    };
    const results: Mutation[] = [];
    const { rows: columns } = await client.query<Column>(COLUMNS, [tables]);
    for (const { table, column, isIdentity } of columns) {
      if (isIdentity) await client.query(`ALTER TABLE ${table} ALTER ${column} DROP IDENTITY`);
    }
    for (const { table, column, type } of columns) {
      if (!(type in OTHER)) throw new Error(`no other value of the type ${type}`);
      results.push({
        name: `${table}.${column}`,
        result: await tried(changesOf(table, column, type)),
      });
    }
    for (const table of tables) {
      const removal = `DELETE FROM ${table} WHERE ctid = (SELECT max(ctid) FROM ${table})`;
      results.push({ name: table, result: await tried([removal]) });
    }
    return results;
  } finally {
    await client.end();
  }
}

/** Makes changes of one row: to the value of another row, and to other values. A column that is null everywhere gets a value. */
function changesOf(table: string, column: string, type: string): string[] {
  const first = `(SELECT max(ctid) FROM ${table} WHERE ${column} IS NOT NULL)`;
  const change = (value: string): string =>
    `UPDATE ${table} v SET ${column} = ${value} WHERE ctid = ${first}`;
  const another = `SELECT o.${column} FROM ${table} o WHERE o.${column} <> v.${column} ORDER BY 1 LIMIT 1`;
  return [
    `${change(`(${another})`)} AND EXISTS (${another})`,
    ...OTHER[type]!.map((other) => change(other.replaceAll(/\bv\b/g, `v.${column}`))),
    `UPDATE ${table} SET ${column} = ${FIRST_VALUE[type] ?? "'1'"} WHERE ctid = (SELECT max(ctid) FROM ${table}) AND ${first} IS NULL`,
  ];
}
