/**
 * Normalizes a reference, so that claims, receipts and statements can be compared. Only letters without accents change, so that
 * no text becomes longer.
 * - people type references in small letters and with spaces
 * - copies of them may have invisible characters
 */
export function normalizeReference(text: string): string {
  return inCapitals(inAscii(text));
}

/** Removes spaces and invisible characters, and writes letters without accents in capitals. */
export function inCapitals(text: string): string {
  return text
    .replace(/[\s\p{Cf}\p{DI}]+/gu, '')
    .replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

/** Replaces digits of any script, full-width letters and unusual spaces by plain ones. Removes invisible characters. */
export function inAscii(text: string): string {
  return text.replace(/\p{DI}+/gu, '').replace(/[^\0-\x7f]/gu, (one) => {
    const plain = one.normalize('NFKC');
    const same = plain.length > one.length ? one : plain;
    return /^\p{Nd}$/u.test(same) ? String(digitOf(same)) : same;
  });
}

/** Reads a decimal digit of any script. Unicode has the ten digits of a script in a row that begins with zero. */
function digitOf(character: string): number {
  const code = character.codePointAt(0)!;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return (code - first) % 10;
}

/** Words that people and banks write around the number of a transfer or a cheque. */
const WORDS =
  '(?:UTR|RRN|REFERENCE|REF|TRANSACTION|TRANSFER|TXN|TRN|NEFT|RTGS|IMPS|UPI|ID|NUMBER|NO' +
  '|CHEQUE|CHECK|CHQ|CHK|CH(?=NO|\\d)|CQ|CK)+';
const AROUND = new RegExp(`^${WORDS}(?=.*\\d)|(?<=\\d)${WORDS}$`, 'g');

/**
 * Reduces all spellings of a reference to one form: its letters and digits. Removed are:
 * - known words around them, such as `UTR`
 * - zeros before a number
 * - the `.0` that spreadsheets add to a number
 */
export function normalForm(reference: string): string {
  return normalizeReference(withoutZeroDecimals(reference))
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
    .replace(AROUND, '')
    .replace(/^0+(?=\d+$)/, '');
}

/** Removes the `.0` that spreadsheets add to a number. */
export function withoutZeroDecimals(text: string): string {
  return inAscii(text).replace(/(?<=\d)\.0+\s*$/, '');
}

/** Returns true if a text has letters outside ASCII, which may look like those of a reference. Full-width letters are plain ones. */
export function hasOtherLetters(text: string): boolean {
  return /[^\0-\x7f]/.test(text) && /\p{L}/u.test(inAscii(text).replace(/[\0-\x7f]+/g, ''));
}
