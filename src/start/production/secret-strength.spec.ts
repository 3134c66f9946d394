import { randomBytes } from 'node:crypto';
import { estimatedBits } from './secret-strength.js';

/** Bits below which a start in production is refused. */
const REQUIRED = 80;

describe('the estimated strength of a secret', () => {
  it('is enough for random ones in the usual encodings', () => {
    for (let draw = 0; draw < 500; draw += 1) {
      const bytes = randomBytes(24);
      for (const encoding of ['hex', 'base64', 'base64url'] as const) {
        expect(estimatedBits(bytes.toString(encoding))).toBeGreaterThan(REQUIRED);
      }
    }
  });

  it.each([
    'a'.repeat(64),
    'abcdefghijklmnopqrstuvwxyzabcdef',
    '0123456789'.repeat(6),
    'changeme'.repeat(8),
    'zyxwvutsrqponmlkjihgfedcba9876543210',
    'secretsecretsecretsecretsecretsecret',
    `${'x'.repeat(40)}7Kq`,
  ])('is too little for %s', (secret) => {
    expect(estimatedBits(secret)).toBeLessThan(REQUIRED);
  });
});
