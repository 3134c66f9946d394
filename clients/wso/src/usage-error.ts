/** A mistake of the person who started the command: repeating it does not help. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
