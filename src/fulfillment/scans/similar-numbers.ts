import { ORDER_NUMBER_ALPHABET, ORDER_NUMBER_PATTERN } from '../../orders/order-number.js';

/** Lists the order numbers that differ from a text by one character; none for a text of another length. */
export function similarNumbers(text: string): string[] {
  return [...text].flatMap((_, at) =>
    [...ORDER_NUMBER_ALPHABET]
      .map((letter) => text.slice(0, at) + letter + text.slice(at + 1))
      .filter((number) => ORDER_NUMBER_PATTERN.test(number)),
  );
}
