import { oncePerObject } from '../../platform/http/representation/representation.js';
import type { TextsByVariation } from '../details/product-details.js';
import { foldVariationText, variationKeys } from './variation-keys.js';

/** An attribute of a product that a buyer chooses, such as Size or Colour. */
export interface Variation {
  name: string;
  values: string[];
}

const keysOf = oncePerObject(variationKeys);

export type VariationProblem = 'variation_required' | 'variation_unknown' | 'variation_ambiguous';

/** The chosen variation key (null: the product has no variations), or the reason why the text selects no single combination. */
export type VariationMatch =
  | { key: string | null }
  | { problem: VariationProblem; keys: readonly string[] };

const SEPARATORS = ['/', '|', ','];
/** A text with more fragments is refused. Values contain few separators, and the number of groupings grows fast. */
const FRAGMENTS_MAX = 12;
/** Maximum number of valid keys that an error message names. */
export const NAMED_KEYS_MAX = 50;

/**
 * Computes the units that can be sold now, for every combination and in all. A combination without known stock has 0.
 *
 * @param available the units of a combination's key; '' without variations
 */
export function sellableStock(
  variations: readonly Variation[],
  available: (key: string) => number | undefined,
): { stockQty: number; variationStocks: Record<string, number> } {
  const variationStocks: Record<string, number> = {};
  let stockQty = variations.length === 0 ? (available('') ?? 0) : 0;
  for (const key of keysOf(variations)) {
    const quantity = available(key) ?? 0;
    variationStocks[key] = quantity;
    stockQty += quantity;
  }
  return { stockQty, variationStocks };
}

/**
 * Lists the texts of the combinations that are offered, in their order; null: none has a text. Texts of other combinations stay
 * stored, like their stock, in case they are offered again.
 */
export function offeredTexts(
  texts: Readonly<Record<string, string>>,
  variations: readonly Variation[],
): Record<string, string> | null {
  const offered = keysOf(variations).filter((key) => Object.hasOwn(texts, key));
  if (offered.length === 0) return null;
  return Object.fromEntries(offered.map((key) => [key, texts[key]!]));
}

/**
 * Makes a function that finds the combination that a store means by a free text. It tries the exact key first, then:
 * - the values, with or without their names, in the order of the variations
 * - the values in any order, if only one combination fits
 * - the combination's own code
 *
 * The product is prepared once for any number of texts.
 */
export function variationMatcher(
  variations: readonly Variation[],
  codes: TextsByVariation = {},
): (text: string | null) => VariationMatch {
  if (variations.length === 0) return () => ({ key: null });
  const keys = variationKeys(variations);
  const choices = variations.map(toChoice);
  const keysOfCode = (text: string): string[] => {
    const folded = foldVariationText(text);
    return keys.filter((key) => key in codes && foldVariationText(codes[key]!) === folded);
  };
  return (text) => {
    if (text === null) {
      const [only, ...others] = keys;
      return only !== undefined && others.length === 0
        ? { key: only }
        : refusal('variation_required', keys);
    }
    const readings = readingsOf(foldVariationText(text), choices.length);
    const inOrder = distinct(readings.flatMap((parts) => keysInOrder(choices, parts)));
    const byValues =
      inOrder.length > 0
        ? inOrder
        : distinct(readings.flatMap((parts) => keysInAnyOrder(choices, parts)));
    const found = byValues.length > 0 ? byValues : keysOfCode(text);
    const [key, ...others] = found;
    if (key === undefined) return refusal('variation_unknown', keys);
    return others.length === 0 ? { key } : refusal('variation_ambiguous', found);
  };
}

/** Finds the combination for one text, see {@link variationMatcher}. */
export function matchVariation(
  variations: readonly Variation[],
  text: string | null,
  codes: TextsByVariation = {},
): VariationMatch {
  return variationMatcher(variations, codes)(text);
}

/** A variation with the pairs `Name:Value` of its folded values. */
interface Choice {
  foldedName: string;
  pairs: ReadonlyMap<string, readonly string[]>;
}

/** `Name:Value` or a bare value, folded. */
interface Part {
  name: string | null;
  value: string;
}

function toChoice({ name, values }: Variation): Choice {
  const pairs = new Map<string, string[]>();
  for (const value of values) {
    const folded = foldVariationText(value);
    pairs.set(folded, [...(pairs.get(folded) ?? []), `${name}:${value}`]);
  }
  return { foldedName: foldVariationText(name), pairs };
}

/** Lists every way to split a folded text into `count` parts. A value may contain a separator. */
function readingsOf(text: string, count: number): Part[][] {
  return SEPARATORS.flatMap((separator) => {
    const fragments = text.split(separator);
    if (fragments.length > FRAGMENTS_MAX) return [];
    return groupings(fragments, count).map((groups) =>
      groups.map((group) => readPart(group.join(separator))),
    );
  });
}

/** Lists every way to cut a list into `count` groups of neighbors; empty if the list is too short. */
function groupings(fragments: readonly string[], count: number): string[][][] {
  if (count === 1) return [[[...fragments]]];
  const lengths = Array.from({ length: fragments.length - count + 1 }, (_, index) => index + 1);
  return lengths.flatMap((length) =>
    groupings(fragments.slice(length), count - 1).map((rest) => [
      fragments.slice(0, length),
      ...rest,
    ]),
  );
}

function readPart(text: string): Part {
  const colon = text.indexOf(':');
  return colon < 0
    ? { name: null, value: text.trim() }
    : { name: text.slice(0, colon).trim(), value: text.slice(colon + 1).trim() };
}

/** Lists the `Name:Value` pairs of one variation that a part of the store's text can mean. */
function pairsOf({ foldedName, pairs }: Choice, { name, value }: Part): readonly string[] {
  return name === null || name === foldedName ? (pairs.get(value) ?? []) : [];
}

/** Lists the keys whose n-th value is the n-th part. */
function keysInOrder(choices: readonly Choice[], parts: readonly Part[]): string[] {
  const [choice, ...otherChoices] = choices;
  const [part, ...otherParts] = parts;
  if (choice === undefined || part === undefined) return [];
  const pairs = pairsOf(choice, part);
  if (otherChoices.length === 0 || pairs.length === 0) return [...pairs];
  return keysInOrder(otherChoices, otherParts).flatMap((rest) =>
    pairs.map((pair) => `${pair}|${rest}`),
  );
}

/** Lists the keys that hold the parts in any order. */
function keysInAnyOrder(choices: readonly Choice[], parts: readonly Part[]): string[] {
  const [choice, ...otherChoices] = choices;
  if (choice === undefined) return [];
  return parts.flatMap((part, index) => {
    const pairs = pairsOf(choice, part);
    if (otherChoices.length === 0 || pairs.length === 0) return [...pairs];
    return keysInAnyOrder(otherChoices, parts.toSpliced(index, 1)).flatMap((rest) =>
      pairs.map((pair) => `${pair}|${rest}`),
    );
  });
}

function refusal(problem: VariationProblem, keys: readonly string[]): VariationMatch {
  return { problem, keys: keys.slice(0, NAMED_KEYS_MAX) };
}

function distinct(keys: readonly string[]): string[] {
  return [...new Set(keys)];
}
