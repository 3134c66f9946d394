const STRINGS_AND_NUMBERS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** The shortest whole number that can be beyond 2^53. */
const LONG_WHOLE = /^-?\d{16,}$/;

/**
 * Reads JSON; null for any other text. Whole numbers that a number cannot hold are read as texts, so that ids of other companies
 * keep their digits.
 */
export function parseExactly(text: string): unknown {
  try {
    const value = JSON.parse(text) as unknown;
    if (!/\d{16}/.test(text)) return value;
    // With Node.js 20, the reviver of JSON.parse does not receive how a number was written.
    const exact = text.replace(STRINGS_AND_NUMBERS, (token) =>
      LONG_WHOLE.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
    );
    return JSON.parse(exact) as unknown;
  } catch {
    return null;
  }
}
