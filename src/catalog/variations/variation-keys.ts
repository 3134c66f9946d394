// No imports: the web application uses this file too.

/** Lists every combination's key `Name:Value|Name:Value`, the last variation changing fastest; [] without variations. */
export function variationKeys(
  variations: readonly { name: string; values: readonly string[] }[],
): string[] {
  if (variations.length === 0) return [];
  return variations
    .reduce<string[][]>(
      (pairs, { name, values }) =>
        pairs.flatMap((chosen) => values.map((value) => [...chosen, `${name}:${value}`])),
      [[]],
    )
    .map((pairs) => pairs.join('|'));
}

/**
 * Writes a variation for people: the key `Size:45 x 45 cm|Colour:Red` is "Size 45 × 45 cm, Colour Red", and `Colour:Red` alone
 * is "Red". Other texts of stores stay as they are.
 */
export function variationText(variation: string): string {
  const pairs = variation.split('|');
  const texts =
    pairs.length === 1
      ? [variation.replace(/^[^:]+:(?=\S)/, '')]
      : pairs.map((pair) => pair.replace(/:(?=\S)/, ' '));
  return texts.join(', ').replaceAll(/(?<=\d) x (?=\d)/g, ' × ');
}

/** Writes a product with its variation for people. */
export function itemText({ name, variation }: { name: string; variation: string | null }): string {
  return variation === null ? name : `${name}, ${variationText(variation)}`;
}

/** Converts a text to the form in which names and values are compared: NFC, trimmed, case folded. */
export function foldVariationText(text: string): string {
  return text.normalize('NFC').toLowerCase().toUpperCase().normalize('NFC').trim();
}
