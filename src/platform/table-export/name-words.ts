// No imports: the web application uses this file too.

const ABBREVIATIONS = new Set(
  'cgst gst gstin gtin hsn id igst ip mrp pan sez sgst sku url utr'.split(' '),
);

/** Writes a name of the API in words: `store_url` is "store URL". */
export function wordsOfName(name: string): string {
  return name
    .split('_')
    .map((word) => (ABBREVIATIONS.has(word) ? word.toUpperCase() : word))
    .join(' ');
}

/** Writes a text with a capital letter. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
