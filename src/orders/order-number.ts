import { randomBytes } from 'node:crypto';

/** Crockford's base32: no I, L, O, U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** `WO-` and ten characters of Crockford base32. */
export const ORDER_NUMBER_PATTERN = /^WO-[0-9A-HJKMNP-TV-Z]{10}$/;

/** A new random order number: 50 bits, so that numbers can't be guessed or counted. */
export function newOrderNumber(): string {
  return `WO-${Array.from(randomBytes(10), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('')}`;
}
