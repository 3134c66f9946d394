/** Texts without other characters are in Noto Sans as a whole, as nearly all are. */
const PLAIN = /^[\x20-\x7e\xa0-\xac\xae-\u024f₹–—‘’“”•…]*$/;

export function isPlain(text: string): boolean {
  return PLAIN.test(text);
}

/** Lists the characters of texts that no font of documents has, each once. Null if there are none. */
export async function unprintableIn(texts: readonly string[]): Promise<string[] | null> {
  const text = texts.join(' ');
  if (isPlain(text)) return null;
  // Loaded at the first such text, as documents are.
  const { unprintableOf } = await import('./pdf-fonts.js');
  const found = unprintableOf(text);
  return found.length > 0 ? found : null;
}
