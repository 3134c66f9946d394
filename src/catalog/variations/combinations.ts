// Imports only pure code: the web application uses this file too.
import { foldVariationText, variationKeys } from './variation-keys.js';

interface Offered {
  name: string;
  values: string[];
}

type Match = (text: string) => string;

/**
 * Makes a function that finds the key of a combination by any key of it, in another order, letter case or with other blanks. It
 * returns undefined if none has it, or several that differ in nothing else.
 */
export function combinationFinder(keys: readonly string[]): (key: string) => string | undefined {
  const own = new Set(keys);
  let bySpelling: Map<string, string | undefined> | undefined;
  return (key) => {
    if (own.has(key)) return key;
    bySpelling ??= spellingsOf(keys);
    return bySpelling.get(foldKey(key));
  };
}

/**
 * Writes variations as a product has them: names and values that it has keep its order and spelling, new ones stay at their
 * places. So the same combinations keep their keys.
 *
 * @param keptKeys of combinations that were offered earlier; those that are offered again get their key
 */
export function asStored(
  stored: readonly Offered[],
  given: readonly Offered[],
  keptKeys: readonly string[],
): Offered[] {
  if (JSON.stringify(stored) === JSON.stringify(given)) return [...given];
  const kept = keptKeys.filter((key) => key !== '').map(pairsOf);
  const isSameSet = (names: readonly string[]): boolean =>
    names.length === given.length && matches(names, given.map(nameOf)).size === given.length;
  const names = isSameSet(stored.map(nameOf))
    ? stored.map(nameOf)
    : (kept.map((pairs) => pairs.map(([name]) => name)).find(isSameSet) ?? stored.map(nameOf));
  const valuesOf = (name: string): string[] =>
    stored.find((variation) => variation.name === name)?.values ?? [];
  const spelled = new Map(kept.flat().map(([name, value]) => [fold(name) + fold(value), value]));
  return inStoredOrder(names, given.map(nameOf)).map(([name, written]) => {
    const { values } = given.find((variation) => variation.name === written)!;
    return {
      name,
      values: inStoredOrder(valuesOf(name), values).map(
        ([value, as, isNew]) => (isNew ? spelled.get(fold(name) + fold(as)) : undefined) ?? value,
      ),
    };
  });
}

/** Returns true if variations name the same combinations with other keys. */
export function changesKeys(stored: readonly Offered[], given: readonly Offered[]): boolean {
  const keys = variationKeys(given);
  const offered = new Set(keys);
  const find = combinationFinder(keys);
  return variationKeys(stored).some((key) => !offered.has(key) && find(key) !== undefined);
}

/**
 * Sums the units of combinations that would no longer be offered.
 *
 * @param available units for sale by key; '' without variations
 */
export function unitsOutOfSale(
  available: Readonly<Record<string, number>>,
  given: readonly Offered[],
): number {
  const find = combinationFinder(given.length === 0 ? [''] : variationKeys(given));
  return Object.entries(available).reduce(
    (units, [key, quantity]) => units + (find(key) === undefined ? quantity : 0),
    0,
  );
}

const nameOf = ({ name }: Offered): string => name;

function pairsOf(key: string): [string, string][] {
  return key.split('|').map((pair) => {
    const colon = pair.indexOf(':');
    return [pair.slice(0, colon), pair.slice(colon + 1)];
  });
}

/** Folds as {@link foldVariationText}. A run of blanks or zero-width spaces counts as one space. */
function fold(text: string): string {
  return foldVariationText(text.replace(/[\s\u200b]+/gu, ' '));
}

function foldKey(key: string): string {
  return key
    .split('|')
    .map((pair) => pair.split(':').map(fold).join(':'))
    .toSorted()
    .join('|');
}

function spellingsOf(keys: readonly string[]): Map<string, string | undefined> {
  const found = new Map<string, string | undefined>();
  for (const key of keys) {
    const folded = foldKey(key);
    found.set(folded, found.has(folded) ? undefined : key);
  }
  return found;
}

/** Finds the stored text of each given one: the same text before one that only looks different, and each text once. */
function matches(stored: readonly string[], given: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  const used = new Set<string>();
  const exactly: Match = (text) => text;
  for (const match of [exactly, fold]) {
    const open = new Map(
      given.filter((text) => !found.has(text)).map((text) => [match(text), text]),
    );
    for (const text of stored) {
      const same = open.get(match(text));
      if (same === undefined || used.has(text) || found.has(same)) continue;
      found.set(same, text);
      used.add(text);
    }
  }
  return found;
}

/** Lists the stored spelling of given texts in stored order, next to the given one. New texts stay at their places. */
function inStoredOrder(
  stored: readonly string[],
  given: readonly string[],
): [text: string, given: string, isNew: boolean][] {
  const storedOf = matches(stored, given);
  const givenOf = new Map([...storedOf].map(([as, text]) => [text, as]));
  const ordered = stored.filter((text) => givenOf.has(text)).values();
  return given.map((as) => {
    if (!storedOf.has(as)) return [as, as, true];
    const text = ordered.next().value!;
    return [text, givenOf.get(text)!, false];
  });
}
