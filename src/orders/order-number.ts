import { randomInt } from 'node:crypto';

/** Crockford's base32: no I, L, O, U. */
export const ORDER_NUMBER_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** `WO-` and ten characters of Crockford base32. */
export const ORDER_NUMBER_PATTERN = /^WO-[0-9A-HJKMNP-TV-Z]{10}$/;

/** Makes a new random order number: 50 bits, so that numbers cannot be guessed or counted. */
export function newOrderNumber(): string {
  let number = 'WO-';
  // Each draw takes what was drawn for a thousand of them at once.
  for (let at = 0; at < 10; at += 1)
    number += ORDER_NUMBER_ALPHABET[randomInt(ORDER_NUMBER_ALPHABET.length)];
  return number;
}
