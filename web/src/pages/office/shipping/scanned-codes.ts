/** Characters with which the numbers of a courier begin alike. */
const SAME_BEGINNING = 4;
/** Characters of the shortest number. */
const SHORTEST = 8;
/** Characters of the shortest code next to one that is known: fewer are a typing error. */
const SHORTEST_REST = 4;

const ORDER_NUMBER = /^wo-\w{10}|wo-\w{10}$/i;

export function isOrderNumber(text: string): boolean {
  return /^wo-\w{10}$/i.test(text.trim());
}

/**
 * Splits a text that was scanned without Enter between its two codes; null: it is one.
 *
 * @param articles codes that one of them may be, besides the number of an order
 */
export function twoCodesIn(
  text: string,
  articles: readonly string[] = [],
): [string, string] | null {
  const known = [ORDER_NUMBER.exec(text)?.[0] ?? '', ...articles];
  for (const code of known.filter(({ length }) => length >= SHORTEST_REST)) {
    const upper = text.toUpperCase();
    const begins = upper.startsWith(code.toUpperCase());
    if (!begins && !upper.endsWith(code.toUpperCase())) continue;
    const at = begins ? code.length : text.length - code.length;
    const parts: [string, string] = [text.slice(0, at).trim(), text.slice(at).trim()];
    if (parts.every(({ length }) => length >= SHORTEST_REST)) return parts;
  }
  return twoAlikeIn(text);
}

/** Says that two codes arrived as one. */
export function gluedText([one, other]: readonly [string, string]): string {
  return `Two codes came together, ${one} and ${other}: scan again`;
}

/** Splits two labels. Numbers of a courier are of one length and begin alike. */
function twoAlikeIn(text: string): [string, string] | null {
  const half = text.length / 2;
  const parts: [string, string] = [text.slice(0, half), text.slice(half)];
  const [one, other] = parts.map((part) => part.slice(0, SAME_BEGINNING) + shapeOf(part));
  return Number.isInteger(half) && half >= SHORTEST && one === other ? parts : null;
}

function shapeOf(text: string): string {
  return text.replaceAll(/\d/g, '9').replaceAll(/[a-z]/gi, 'A');
}
