/** Error when the embedded PostgreSQL cannot be used. Its message says in one line what is wrong and what is expected. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}
