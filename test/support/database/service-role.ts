import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { DatabaseConnection } from '../../../ormconfig.js';
import { atEndOfSuite } from '../native/end-of-suite.js';
import { connectionUrl, execute, inDatabase } from './database.js';

/** A role that reads and writes rows, on a database that is dropped before it. */
export interface ServiceRole {
  name: string;
  connection: { url: string };
}

/** Creates a role with exactly the rights that docs/operations.md grants. Drops the database and the role at the end of the suite. */
export async function givenServiceRole(
  connection: DatabaseConnection,
  drop: () => Promise<void>,
): Promise<ServiceRole> {
  const name = `service_${randomBytes(6).toString('hex')}`;
  const page = await readFile('docs/operations.md', 'utf8');
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
