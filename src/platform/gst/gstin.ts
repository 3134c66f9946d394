// Read by the web application too.
import { findState } from './states.js';

/** A valid GSTIN for examples: Karnataka. */
export const GSTIN_EXAMPLE = '29AAPFU0939F1ZR';

/** Two digits of the state, the PAN, the number of the registration, a kind, and the check character. */
const GSTIN = /^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z][Z1-9ABD-J][0-9A-Z]$/;
const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Writes a GSTIN as it is stored: in upper case, without the blanks, dashes and invisible characters that it is printed and copied with. */
export function plainGstin(text: string): string {
  return text.replace(/[\s\p{Pd}\p{Cf}\p{DI}]+/gu, '').toUpperCase();
}

/** Returns true if a text in upper case is a GSTIN: its pattern, the code of a state, and the check character. */
export function isGstin(text: string): boolean {
  return (
    GSTIN.test(text) && findState(text.slice(0, 2)) !== null && text[14] === checkCharacter(text)
  );
}

/** Reads the code of the state that a GSTIN is registered in. */
export function stateOfGstin(gstin: string): string {
  return gstin.slice(0, 2);
}

/** Reads the PAN of the company that a GSTIN belongs to. */
export function panOfGstin(gstin: string): string {
  return gstin.slice(2, 12);
}

/** Computes the check character of the first fourteen characters, by the Luhn algorithm modulo 36. */
function checkCharacter(gstin: string): string {
  let sum = 0;
  for (let place = 0; place < 14; place++) {
    const product = CHARACTERS.indexOf(gstin[place]!) * (place % 2 === 0 ? 1 : 2);
    sum += Math.floor(product / 36) + (product % 36);
  }
  return CHARACTERS[(36 - (sum % 36)) % 36]!;
}
