import { readNumber } from '../../../../src/platform/table-file/numbers.js';

/** Signs of other currencies than the rupee. */
const FOREIGN = /(?!₹)\p{Sc}/u;

/**
 * Reads a number as people type or paste it: `₹1,950.00` is 1950. Any other text, also none, is kept, so that the service refuses it: JSON
 * has null for `NaN`, which removes a price.
 */
export function typedNumber(typed: string | number): number {
  const text = String(typed);
  const reading = readNumber(text, null);
  return 'value' in reading && reading.value !== null && !FOREIGN.test(text)
    ? Number(reading.value)
    : (text as unknown as number);
}

/** Reads an amount to compare or to show; 0 where none is typed, and for a text that is no amount. */
export function amountOf(typed: string | number): number {
  const amount: unknown = typedNumber(typed);
  return typeof amount === 'number' ? amount : 0;
}
