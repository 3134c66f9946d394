import { messageOf, UsageError } from '../errors.js';
import type { Database } from './database.js';

/**
 * Opens the merchant's database, and tries it.
 *
 * @throws Error where the URL is not one of PostgreSQL, MySQL or MariaDB, and where the database does not answer
 */
export async function openDatabase(url: string): Promise<Database> {
  const database = await databaseAt(url);
  try {
    const [row] = await database.query(`SELECT ${database.dialect.schema} AS name`);
    if (row?.name == null) throw new Error('the schema of its address does not exist');
    return database;
  } catch (error) {
    await database.close();
    throw new Error(`the database cannot be used: ${messageOf(error)}`);
  }
}

async function databaseAt(url: string): Promise<Database> {
  // Only one of the two drivers is loaded.
  if (/^postgres(ql)?:\/\//.test(url)) {
    const { PostgresDatabase } = await import('./postgres.js');
    return new PostgresDatabase(url);
  }
  if (/^(mysql|mariadb):\/\//.test(url)) {
    const { MysqlDatabase } = await import('./mysql.js');
    return new MysqlDatabase(url);
  }
  // The URL holds a password, so the message does not.
  throw new UsageError('the database must be given as postgres://… or mysql://…');
}
