/** An attribute of a product a buyer chooses, as Size or Colour. */
export interface Variation {
  name: string;
  values: string[];
}

export type VariationProblem = 'variation_required' | 'variation_unknown' | 'variation_ambiguous';

/** The chosen variation key (null: the product has no variations), or why there is none. */
export type VariationMatch =
  { key: string | null } | { problem: VariationProblem; keys: readonly string[] };

const SEPARATORS = [' / ', '/', '|', ','];

/** Every combination's key `Name:Value|Name:Value`, the last variation changing fastest; [] without variations. */
export function variationKeys(variations: readonly Variation[]): string[] {
  if (variations.length === 0) return [];
  return variations
    .reduce<string[][]>(
      (pairs, { name, values }) =>
        pairs.flatMap((chosen) => values.map((value) => [...chosen, `${name}:${value}`])),
      [[]],
    )
    .map((pairs) => pairs.join('|'));
}

/** What can be sold now: for every combination (0 where nothing is known of it), and in all. */
export function sellableStock(
  variations: readonly Variation[],
  available: ReadonlyMap<string, number>,
): { stockQty: number; variationStocks: Record<string, number> } {
  const variationStocks = Object.fromEntries(
    variationKeys(variations).map((key) => [key, available.get(key) ?? 0]),
  );
  const stockQty =
    variations.length === 0
      ? (available.get('') ?? 0)
      : Object.values(variationStocks).reduce((sum, quantity) => sum + quantity, 0);
  return { stockQty, variationStocks };
}

/** The form in which names and values are compared: NFC, trimmed, case folded. */
export function foldVariationText(text: string): string {
  return text.normalize('NFC').toLowerCase().toUpperCase().normalize('NFC').trim();
}

/**
 * Finds the combination that a store means by a free text: the exact key, else the values (with or
 * without their names) in the order of the variations, else in any order if only one combination fits.
 */
export function matchVariation(
  variations: readonly Variation[],
  text: string | null,
): VariationMatch {
  if (variations.length === 0) return { key: null };
  const keys = variationKeys(variations);
  const only = keys.length === 1 ? keys[0] : undefined;
  if (text === null) {
    return only === undefined ? { problem: 'variation_required', keys } : { key: only };
  }
  const wanted = foldVariationText(text);
  const readings = [[wanted], ...SEPARATORS.map((separator) => wanted.split(separator))]
    .filter((parts) => parts.length === variations.length)
    .map((parts) => parts.map(readPart));
  const candidates = [
    keys.filter((key) => foldVariationText(key) === wanted),
    distinct(readings.flatMap((parts) => keysOf(variations, parts))),
    distinct(readings.flatMap(permutations).flatMap((parts) => keysOf(variations, parts))),
  ].find((found) => found.length > 0);
  if (candidates === undefined) return { problem: 'variation_unknown', keys };
  const [key, ...others] = candidates;
  return key !== undefined && others.length === 0
    ? { key }
    : { problem: 'variation_ambiguous', keys: candidates };
}

interface Part {
  name: string | null;
  value: string;
}

/** `Name:Value` or a bare value, already folded. */
function readPart(text: string): Part {
  const colon = text.indexOf(':');
  return colon < 0
    ? { name: null, value: text.trim() }
    : { name: text.slice(0, colon).trim(), value: text.slice(colon + 1).trim() };
}

/** The keys whose n-th value is the n-th part. */
function keysOf(variations: readonly Variation[], parts: readonly Part[]): string[] {
  const chosen = variations.map(({ name, values }, index) => {
    const part = parts[index];
    const isNamed = part?.name == null || part.name === foldVariationText(name);
    return {
      name,
      values: isNamed ? values.filter((value) => foldVariationText(value) === part?.value) : [],
    };
  });
  return variationKeys(chosen);
}

/** Every order of the parts; a product has at most five variations, so at most 120. */
function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  );
}

function distinct(keys: readonly string[]): string[] {
  return [...new Set(keys)];
}
