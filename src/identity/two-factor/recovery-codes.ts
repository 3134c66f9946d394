import { hash, randomBytes } from 'node:crypto';

const COUNT = 10;
/** Crockford's base32: no I, L, O, U. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 16;
const PATTERN = /^[0-9a-hjkmnp-tv-z]{16}$/;

/** Makes ten new codes of 80 random bits, such as `7k2m-9xqd-…`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => {
    const bytes = [...randomBytes(LENGTH)];
    const text = bytes.map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
    return text.replace(/(.{4})(?=.)/g, '$1-');
  });
}

/** Computes the stored form of a code; null for a text that cannot be a code. Dashes, spaces and case do not matter. */
export function hashRecoveryCode(text: string): Buffer | null {
  const code = text.toLowerCase().replace(/[\s-]/g, '');
  return PATTERN.test(code) ? hash('sha256', code, 'buffer') : null;
}
