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
