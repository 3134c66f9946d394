/** The number of an article within what a GS1 code holds, such as `(01)00036000291452(10)LOT7` or `https://id.gs1.org/01/00036000291452`. */
const IN_GS1_CODE = /(?:^|[\s(/])0[12][)/]?(\d{14})/;
const LENGTHS = [8, 12, 13, 14];

/** Removes what a scanner adds to a code: the kind of the code before it, such as `]C1`, and control characters. */
export function withoutScannerSigns(text: string): string {
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .replace(/^\][A-Za-z]\d\s*/, '');
}

/**
 * Lists what an article may be stored as that a text names: the text, or the GTIN that it is or holds, in each length. A UPC and
 * an EAN have the same bars, and scanners add or drop zeros before them.
 */
export function articleCodes(text: string): string[] {
  const inside = IN_GS1_CODE.exec(text)?.[1];
  const number = (inside ?? text).replace(/^0+/, '');
  if (!/^\d{6,14}$/.test(number)) return [text];
  const gtins = LENGTHS.filter((length) => length >= number.length)
    .map((length) => number.padStart(length, '0'))
    .filter(isGtin);
  return [...new Set([text, ...gtins])];
}

/** Returns true if the last digit is the GS1 check digit of the others. */
export function isGtin(text: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false;
  const sum = [...text]
    .reverse()
    .reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}
