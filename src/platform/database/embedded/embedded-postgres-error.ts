/** Why the embedded PostgreSQL cannot be used, in one line: what was wrong and what would be right. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}
