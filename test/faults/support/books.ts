import pg from 'pg';
import { DataSource } from 'typeorm';
import { dataSourceOptions, type DatabaseConnection } from '../../../ormconfig.js';
import { allowLongStatements, inSnapshot } from '../../../src/platform/database/transaction.js';
import { findDataFaults } from '../../../src/schema/data-faults.js';
import { pgOptions, withParameters } from '../../support/database/database.js';
import type { Answer } from './http.js';

/** Limit of the check: for ten thousand orders it takes longer than a request may. */
const CHECK_LIMIT_MS = 5 * 60_000;

/** Queries the database directly, without the service. The values of the statement are its parameters. */
export function sqlOn(connection: DatabaseConnection) {
  return <T>(texts: TemplateStringsArray, ...values: unknown[]): Promise<T[]> =>
    query(connection, withParameters(texts), values);
}

/** Queries the database directly, without the service. */
export async function query<T>(
  connection: DatabaseConnection,
  sql: string,
  parameters: unknown[] = [],
): Promise<T[]> {
  const client = new pg.Client(pgOptions(connection));
  await client.connect();
  try {
    const { rows } = await client.query(sql, parameters);
    return rows as T[];
  } finally {
    await client.end();
  }
}

export async function expectInvariants(connection: DatabaseConnection): Promise<void> {
  // Without entities, whose metadata would take longer than the check: that is SQL.
  const options = { ...dataSourceOptions(connection), entities: [] };
  const dataSource = await new DataSource(options).initialize();
  const broken = await inSnapshot(dataSource, async (manager) => {
    await allowLongStatements(manager, CHECK_LIMIT_MS);
    return findDataFaults(manager);
  });
  await dataSource.destroy();
  expect(broken).toEqual([]);
}

/**
 * Fails unless every confirmed order (201) is stored with its number and total, and all invariants of the stored data hold.
 *
 * @returns how many orders were acknowledged
 */
export async function expectBooksBalance(
  connection: DatabaseConnection,
  answers: readonly Answer[],
): Promise<number> {
  const told = new Map(
    answers
      .filter(({ status }) => status === 201)
      .map(({ body }) => [body.order_number as string, Math.round(Number(body.total) * 100)]),
  );
  const stored = await sqlOn(connection)<{ number: string; total: string }>`
    SELECT order_number AS number, total_minor AS total FROM orders WHERE order_number = ANY (${[...told.keys()]})`;
  const totals = new Map(stored.map(({ number, total }) => [number, Number(total)]));
  expect([...told].filter(([number, total]) => totals.get(number) !== total)).toEqual([]);
  await expectInvariants(connection);
  return told.size;
}
