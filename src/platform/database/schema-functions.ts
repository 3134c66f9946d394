import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EntityManager, QueryFailedError } from 'typeorm';
import { databaseError } from './database-errors.js';
import { SchemaError } from './schema-error.js';

/** A function of the database and the triggers that execute it: one `.sql` file, named after the function. */
export interface SchemaFunction {
  name: string;
  /** Statements that can be repeated. */
  source: string;
  /** SHA-256 of the source, in hex. */
  hash: string;
}

/** PostgreSQL's code when CREATE OR REPLACE would change a result type or the name of a parameter. */
const INVALID_FUNCTION_DEFINITION = '42P13';
const DECLARATION = /^CREATE OR REPLACE FUNCTION (\w+)\(/gm;

/**
 * Every function that a release has had, by the timestamp of that release's newest migration. A row without source means that
 * the release no longer has the function.
 */
const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS schema_functions (
  name varchar(63) NOT NULL,
  release bigint NOT NULL,
  hash varchar(64),
  source text,
  applied_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT schema_functions_pk PRIMARY KEY (name, release)
)`;

/** The functions of the newest release that has applied any. */
const CURRENT = `SELECT name, hash, source FROM (
    SELECT DISTINCT ON (name) * FROM schema_functions ORDER BY name, release DESC
  ) latest WHERE source IS NOT NULL ORDER BY name`;

const STORE = `INSERT INTO schema_functions (name, release, hash, source)
  SELECT name, $1, hash, source FROM unnest($2::text[], $3::text[], $4::text[]) AS applied (name, hash, source)
  ON CONFLICT (name, release)
  DO UPDATE SET hash = excluded.hash, source = excluded.source, applied_at = excluded.applied_at`;

const SIGNATURES = `SELECT proname AS name, string_agg(format('%s(%s) RETURNS %s', proname,
    pg_get_function_identity_arguments(oid), pg_get_function_result(oid)), '; ' ORDER BY oid) AS signature
  FROM pg_proc WHERE proname = ANY ($1) AND pronamespace = current_schema()::text::regnamespace GROUP BY proname`;

/** Functions that were applied after release $1, and whether that release had them. */
/** A function that was applied, changed or removed after a release, and whether that release had it. */
interface LaterFunction {
  name: string;
  isOlder: boolean;
}

const LATER = `SELECT DISTINCT name, EXISTS (
      SELECT FROM (
        SELECT source FROM schema_functions e
        WHERE e.name = later.name AND e.release <= $1 ORDER BY e.release DESC LIMIT 1
      ) earlier WHERE source IS NOT NULL
    ) AS "isOlder"
  FROM schema_functions later WHERE release > $1 ORDER BY name`;

const TRIGGERS = `SELECT format('DROP TRIGGER %I ON %s', t.tgname, t.tgrelid::regclass) AS drop
  FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
  WHERE NOT t.tgisinternal AND p.proname = $1 AND p.pronamespace = current_schema()::text::regnamespace`;

/**
 * Reads the functions of a folder and its subfolders.
 *
 * @throws Error where a file does not declare exactly the function that its name says
 */
export async function readSchemaFunctions(folder: URL): Promise<SchemaFunction[]> {
  const root = fileURLToPath(folder);
  const paths = (await readdir(root, { recursive: true })).filter((path) => path.endsWith('.sql'));
  const functions = await Promise.all(
    paths.map(async (path) => schemaFunction(path, await readFile(join(root, path), 'utf8'))),
  );
  return functions.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Reads the function that a file declares. @throws Error as {@link readSchemaFunctions} */
export function schemaFunction(path: string, source: string): SchemaFunction {
  const name = basename(path, '.sql');
  const declared = [...source.matchAll(DECLARATION)].map(([, declaredName]) => declaredName);
  if (declared.length !== 1 || declared[0] !== name) {
    throw new Error(
      `${path} must have one "CREATE OR REPLACE FUNCTION ${name}(", at the beginning of a line`,
    );
  }
  return { name, source, hash: createHash('sha256').update(source).digest('hex') };
}

/** Finds the functions whose source differs from the last applied one, and the names of removed functions. */
export async function findChangedFunctions(
  manager: EntityManager,
  functions: readonly SchemaFunction[],
): Promise<{ changed: SchemaFunction[]; removed: string[] }> {
  const current = await manager.query<SchemaFunction[]>(CURRENT);
  const hashes = new Map(current.map(({ name, hash }) => [name, hash]));
  const changed = functions.filter(({ name, hash }) => hashes.get(name) !== hash);
  const names = new Set(functions.map(({ name }) => name));
  return { changed, removed: [...hashes.keys()].filter((name) => !names.has(name)) };
}

/**
 * Applies the functions that changed, and remembers their source. A removed function stays in the database, because an instance
 * of the previous release may still call it.
 *
 * @param release timestamp of the newest migration of the release that the functions belong to
 * @throws SchemaError where a function exists with another signature
 */
export async function applySchemaFunctions(
  manager: EntityManager,
  functions: readonly SchemaFunction[],
  release: number,
): Promise<void> {
  await manager.query(CREATE_TABLE);
  const { changed, removed } = await findChangedFunctions(manager, functions);
  await apply(manager, changed);
  const stored = [...changed, ...removed.map((name) => ({ name, hash: null, source: null }))];
  await manager.query(STORE, [
    release,
    stored.map(({ name }) => name),
    stored.map(({ hash }) => hash),
    stored.map(({ source }) => source),
  ]);
}

/**
 * Drops what would block a migration's `down`. These are the triggers of functions that were applied after a release, and the
 * functions that the release did not have.
 */
export async function dropLaterFunctions(manager: EntityManager, release: number): Promise<void> {
  const later = await manager.query<LaterFunction[]>(LATER, [release]);
  for (const { name, isOlder } of later) {
    const triggers = await manager.query<{ drop: string }[]>(TRIGGERS, [name]);
    for (const { drop } of triggers) await manager.query(drop);
    if (!isOlder) await manager.query(`DROP FUNCTION IF EXISTS ${name}`);
  }
}

/** Applies the source that a release had of every function that was changed or removed after it. */
export async function restoreSchemaFunctions(
  manager: EntityManager,
  release: number,
): Promise<void> {
  const later = await manager.query<LaterFunction[]>(LATER, [release]);
  const names = new Set(later.map(({ name }) => name));
  await manager.query('DELETE FROM schema_functions WHERE release > $1', [release]);
  const current = await manager.query<SchemaFunction[]>(CURRENT);
  await apply(
    manager,
    current.filter(({ name }) => names.has(name)),
  );
}

/**
 * Applies functions with one statement, because orders wait meanwhile. Refuses a changed signature, because a running instance
 * of another release may call the function.
 * - the files name the schema `public`; it is replaced by the schema of the tables
 */
async function apply(
  manager: EntityManager,
  functions: readonly Pick<SchemaFunction, 'name' | 'source'>[],
): Promise<void> {
  if (functions.length === 0) return;
  const names = functions.map(({ name }) => name);
  const before = await signaturesOf(manager, names);
  const [{ schema }] = await manager.query<[{ schema: string }]>(
    'SELECT quote_ident(current_schema()) AS schema',
  );
  const source = functions.map((applied) => applied.source).join('\n');
  try {
    await manager.query(source.replaceAll(/\bpublic\b/g, () => schema));
  } catch (error) {
    const existing = before.get(nameOfRefused(error));
    throw existing === undefined ? error : otherSignature(existing);
  }
  const after = await signaturesOf(manager, names);
  for (const [name, signature] of before) {
    if (after.get(name) !== signature) throw otherSignature(signature);
  }
}

/** Returns the name of the function that PostgreSQL refused to replace, or an empty text for another error. */
function nameOfRefused(error: unknown): string {
  if (databaseError(error)?.code !== INVALID_FUNCTION_DEFINITION) return '';
  const { hint = '' } = (error as QueryFailedError<Error & { hint?: string }>).driverError;
  return /DROP FUNCTION (\w+)\(/.exec(hint)?.[1] ?? '';
}

async function signaturesOf(
  manager: EntityManager,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await manager.query<{ name: string; signature: string }[]>(SIGNATURES, [names]);
  return new Map(found.map(({ name, signature }) => [name, signature]));
}

function otherSignature(existing: string): SchemaError {
  return new SchemaError(
    `the function ${existing} exists and its file declares another signature; give the changed function a new name`,
  );
}
