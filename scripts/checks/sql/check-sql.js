// Compares the statements of the service with its schema, as `npm run check:sql` does. PostgreSQL parses and describes the texts of each
// call of `.query<Row>(…)`, and the columns are compared with the declared row. Only the temporary tables of imports are made.
//   node scripts/checks/sql/check-sql.js [checkout]
import { resolve } from 'node:path';
import { inDatabase, openMigratedDatabase } from '../../../test/support/test-databases.js';
import { readCalls } from './calls.js';
import { Columns, differencesOf } from './columns.js';
import { RUN_TIME, unacceptedIn } from './exceptions.js';
import { statementsIn } from './statements.js';

const TEMPORARY = /^\s*CREATE TEMP TABLE (\w+)[\s\S]*?(?=\s*ON COMMIT DROP)/;

const { server, database, close } = await openMigratedDatabase();
try {
  const connection = inDatabase(server, database);
  const calls = await readCalls(resolve(process.argv[2] ?? '.'), connection);
  const complaints = unacceptedIn(await problemsOf(calls, connection));
  for (const complaint of complaints) process.stderr.write(`${complaint}\n`);
  if (complaints.length > 0) process.exitCode = 1;
  const described = calls.filter(({ texts }) => texts.length > 0);
  const compared = described.filter(({ row }) => row !== null);
  process.stdout.write(
    `${calls.length} calls: the texts of ${described.length} are described, the rows of ${compared.length} compared\n`,
  );
} finally {
  await close();
}

/** Lists what is wrong with calls, each with its place. */
async function problemsOf(calls, connection) {
  const columns = new Columns('url' in connection ? connection.url : connection);
  await columns.connect();
  try {
    const problems = [];
    for (const { file, line, texts, row } of calls) {
      await columns.makeTemporary(temporaryTables(calls, file));
      const messages = new Set(texts.length === 0 ? [RUN_TIME] : []);
      for (const text of texts) {
        for (const message of await problemsWith(columns, text, row)) messages.add(message);
      }
      problems.push(...[...messages].map((message) => ({ file, line, message })));
    }
    return problems;
  } finally {
    await columns.end();
  }
}

async function problemsWith(columns, text, row) {
  try {
    const described = [];
    for (const statement of statementsIn(text)) described.push(await columns.of(statement));
    return row === null ? [] : differencesOf(described.at(-1), row);
  } catch (error) {
    return [error.message];
  }
}

/** Finds the definitions of temporary tables for a file, which has some of its own, or uses those of others. */
function temporaryTables(calls, file) {
  const tables = new Map();
  const isOwn = (call) => call.file === file;
  for (const { texts } of [...calls.filter(isOwn), ...calls.filter((call) => !isOwn(call))]) {
    for (const statement of texts.flatMap(statementsIn)) {
      const [definition, name] = TEMPORARY.exec(statement) ?? [];
      if (name !== undefined && !tables.has(name)) tables.set(name, definition);
    }
  }
  return [...tables.values()];
}
