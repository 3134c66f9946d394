import type { DatabaseConnection } from '../../ormconfig.js';
import { TestApp } from './app.js';
import { execute, givenDatabase } from './database/database.js';

export interface TwoApps {
  one: TestApp;
  two: TestApp;
  connection: DatabaseConnection;
}

/** Makes two instances of the service as it is shipped, on a database of their own, changed by `statements` before. */
export async function givenTwoApps(
  env: Record<string, string> = {},
  statements: readonly string[] = [],
): Promise<TwoApps> {
  const { connection } = await givenDatabase();
  await execute(connection, ...statements);
  // Instances of one service have one address, which their answers name.
  const settings = { PUBLIC_URL: 'http://orders.example', ...env };
  const one = await TestApp.startOn(connection, settings);
  const two = await TestApp.startOn(connection, settings);
  return { one, two, connection };
}
