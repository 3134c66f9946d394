import { createHash, randomBytes } from 'node:crypto';
import { estimatedBits, looksLikeWords } from './secret-strength.js';

/** A start in production is refused below this number of bits. */
const REQUIRED = 72;

describe('the estimated strength of a secret', () => {
  it('is enough for random ones in the usual encodings', () => {
    for (let draw = 0; draw < 500; draw += 1) {
      const bytes = randomBytes(24);
      expect(estimatedBits(bytes.toString('hex', 0, 16))).toBeGreaterThan(REQUIRED);
      for (const encoding of ['hex', 'base64', 'base64url'] as const) {
        expect(estimatedBits(bytes.toString(encoding))).toBeGreaterThan(REQUIRED);
      }
    }
  });

  it.each([
    'a'.repeat(64),
    [...Array(32).keys()].map((n) => String.fromCharCode(97 + (n % 26))).join(''),
    '0123456789'.repeat(6),
    'password'.repeat(8),
    '9876543210'.repeat(4),
    'secret'.repeat(6),
    `${'x'.repeat(40)}7Kq`,
  ])('is too little for %s', (secret) => {
    expect(estimatedBits(secret)).toBeLessThan(REQUIRED);
  });
});

describe('a secret of words', () => {
  it.each([
    'admin-token-of-the-wholesale-shop',
    'CorrectHorseBatteryStapleForAdmins',
    'CHANGE_ME_BEFORE_YOU_GO_LIVE_PLEASE',
    'please-change-this-admin-token-2026',
  ])('is recognized although it seems strong: %s', (secret) => {
    expect(estimatedBits(secret)).toBeGreaterThan(REQUIRED);
    expect(looksLikeWords(secret)).toBe(true);
  });

  it('is not taken for one of random characters', () => {
    // The same draws in each run: about one base64 secret in 25,000 reads like words by chance.
    for (let draw = 0; draw < 1_000; draw += 1) {
      const bytes = createHash('sha256').update(`secret ${draw}`).digest().subarray(0, 24);
      for (const encoding of ['hex', 'base64', 'base64url'] as const) {
        expect(looksLikeWords(bytes.toString(encoding))).toBe(false);
      }
    }
  });
});
