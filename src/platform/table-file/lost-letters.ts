/** Sentence that follows the name of a field whose letters are lost. */
export const LOST_LETTERS_TEXT =
  'has lost its letters in a spreadsheet: save the file as “CSV UTF-8” or as a workbook';

/** Returns true if nothing but `?` is left of a name. */
export function isLostName(text: unknown): boolean {
  return typeof text === 'string' && /^[?\s]*\?[?\s]*$/.test(text);
}

/** Letters that Windows-1252 lacks. A spreadsheet that saves “CSV” writes ? for each, or for each half of one. */
const LACKED = '[^\\u0001-\\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]';

/** Writes the SQL condition that a given text is the stored one, but for letters that became `?`. */
export function hasLostLetters(stored: string, given: string): string {
  return `(${given} LIKE '%?%' AND ${stored} ~ '${LACKED}'
    AND regexp_replace(${stored}, '(${LACKED}|\\?)+', '?', 'g') = regexp_replace(${given}, '\\?+', '?', 'g'))`;
}
