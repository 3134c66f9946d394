/** The country of an address that names none. */
export const DEFAULT_COUNTRY = 'India';

/** Description of a valid pincode, for error messages. */
export const PINCODE_FORM =
  'must have six digits, the first not 0 (in India), or 3 to 12 letters, digits, spaces and - (elsewhere)';

/** Returns whether a text is a pincode of a country; no country: of India. */
export function isPincode(pincode: string, country: unknown): boolean {
  return isIndia(country)
    ? /^[1-9]\d{5}$/.test(withoutSpaces(pincode))
    : /^[A-Za-z0-9 -]{3,12}$/.test(pincode);
}

/** Returns the pincode as it is stored: in India without spaces. */
export function normalizePincode(pincode: string, country: string): string {
  return isIndia(country) ? withoutSpaces(pincode) : pincode;
}

/** Names of India, in the form of {@link foldName}. */
const NAMES_OF_INDIA: ReadonlySet<string> = new Set(
  ['India', 'IN', 'IND', 'Bharat', 'भारत', 'Republic of India', 'Hindustan'].map(foldName),
);

/**
 * Returns whether a text means India; so does none. Another name of India must not be another country: its zones would
 * not apply.
 */
function isIndia(country: unknown): boolean {
  return typeof country !== 'string' || NAMES_OF_INDIA.has(foldName(country));
}

/** Returns the letters of a name, in lower case and their usual form. */
export function foldName(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}]/gu, '')
    .toLowerCase();
}

/** Returns a country as it is stored where it is compared. */
export function canonicalCountry(country: string): string {
  return isIndia(country) ? DEFAULT_COUNTRY : country.trim();
}

function withoutSpaces(text: string): string {
  return text.replace(/\s/g, '');
}
