import { invalidField } from '../../platform/http/errors.js';

/** Number of characters that a password must have besides what others know about the person. */
const OWN_LENGTH_MIN = 8;
/** The name of this service in authenticators and passkeys. */
export const SERVICE_NAME = 'Wholesale orders';
/** Shorter words are parts of many passwords by chance. */
const WORD_LENGTH_MIN = 3;

/**
 * Refuses a new password that consists of little more than the person's address, name or shop.
 *
 * @param field of the request
 * @param known texts that others know about the person
 * @throws AppError validation_failed
 */
export function assertNotPersonal(
  password: string,
  field: string,
  known: readonly (string | null)[],
): void {
  if (ownPart(password, known).length >= OWN_LENGTH_MIN) return;
  const message = `must have ${OWN_LENGTH_MIN} letters or digits besides your address, your name and the names of your company and this service`;
  throw invalidField(field, 'too_personal', `${field} ${message}`);
}

/** Finds the letters and digits of a password that remain without the words of the known texts. */
function ownPart(password: string, known: readonly (string | null)[]): string {
  const words = [SERVICE_NAME, ...known].flatMap((text) => {
    const parts = normal(text ?? '').split(/[^\p{L}\p{M}\p{N}]+/u);
    return [parts.join(''), ...parts];
  });
  const longestFirst = words
    .filter(({ length }) => length >= WORD_LENGTH_MIN)
    .sort((one, other) => other.length - one.length);
  const letters = normal(password).replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
  return longestFirst.reduce((rest, word) => rest.replaceAll(word, ''), letters);
}

function normal(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
