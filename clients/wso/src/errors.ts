/** A mistake of the person who started the command: repeating it does not help. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Reads the message of an error; of one without, its code. */
export function messageOf(error: unknown): string {
  const { message = '', code = '' } = error as { message?: string; code?: string };
  return message || code || String(error);
}
