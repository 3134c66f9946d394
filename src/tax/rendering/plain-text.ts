/** Texts without other characters are in Noto Sans as a whole, as nearly all are. */
const PLAIN = /^[\x20-\x7e\xa0-\xac\xae-\u024f₹–—‘’“”•…]*$/;

export function isPlain(text: string): boolean {
  return PLAIN.test(text);
}
