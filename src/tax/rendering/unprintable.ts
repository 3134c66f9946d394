import { isPlain } from './plain-text.js';

/** Lists the characters of texts that no font of documents has, each once. Null: each has one. */
export async function unprintableIn(texts: readonly string[]): Promise<string[] | null> {
  const text = texts.join(' ');
  if (isPlain(text)) return null;
  // Loaded at the first such text, as documents are.
  const { unprintableOf } = await import('./pdf-fonts.js');
  const found = unprintableOf(text);
  return found.length > 0 ? found : null;
}
