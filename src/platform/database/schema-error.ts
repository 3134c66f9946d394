/** Error: the schema cannot be migrated to this version. The message says in one line what was found and what to do. */
export class SchemaError extends Error {
  override readonly name: string = 'SchemaError';
}

/** The database has run migrations that this version does not have and that are older than its newest one. */
export class UnknownMigrationsError extends SchemaError {
  override readonly name = 'UnknownMigrationsError';

  constructor(names: readonly string[]) {
    super(
      `the database has run migrations that this version does not have (${names.join(', ')}), so this version cannot upgrade it`,
    );
  }
}
