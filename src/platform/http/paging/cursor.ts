import { AppError, invalidField } from '../errors.js';

/** Writes a cursor's parts as one opaque text. */
export function encodeCursor(parts: readonly (string | number)[]): string {
  return Buffer.from(parts.join('.'), 'latin1').toString('base64url');
}

/** Reads the parts of a text that {@link encodeCursor} made, which are the groups of a pattern; null for any other text. */
export function decodeCursor(text: string, form: RegExp): readonly (string | undefined)[] | null {
  const [, ...parts] = form.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  // One cursor has one spelling: base64 would pass over much.
  return encodeCursor(parts.filter((part) => part !== undefined)) === text ? parts : null;
}

/** Makes the refusal of a cursor that no answer gave. */
export function invalidCursor(field: string): AppError {
  const message = `${field} must be the next_cursor of an answer`;
  return invalidField(field, 'invalid_cursor', message);
}
