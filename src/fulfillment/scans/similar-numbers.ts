import { ORDER_NUMBER_ALPHABET, ORDER_NUMBER_PATTERN } from '../../orders/order-number.js';

/** A number without its beginning or end, or without `WO-` alone. Fewer characters would be a part of too many. */
const PART = new RegExp(`^(?:WO-)?[${ORDER_NUMBER_ALPHABET}]{4,10}$`);

/** Returns true if a text may be a part of an order number, but is not a whole one. */
export function isPartOfNumber(text: string): boolean {
  return PART.test(text) && !ORDER_NUMBER_PATTERN.test(text);
}

/** Lists the order numbers that differ from a text by one character; none for a text of another length. */
export function similarNumbers(text: string): string[] {
  return [...text].flatMap((_, at) =>
    [...ORDER_NUMBER_ALPHABET]
      .map((letter) => text.slice(0, at) + letter + text.slice(at + 1))
      .filter((number) => ORDER_NUMBER_PATTERN.test(number)),
  );
}
