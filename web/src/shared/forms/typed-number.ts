import { readNumber } from '../../../../src/platform/table-file/numbers.js';

/**
 * Reads a number as people type or paste it: `₹1,950.00` is 1950. Any other text is kept, so that the service refuses it: JSON
 * has null for `NaN`, which removes a price.
 */
export function typedNumber(text: string): number {
  const reading = readNumber(text, '.');
  return 'value' in reading && reading.value !== null
    ? Number(reading.value)
    : (text as unknown as number);
}
