import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { hashToken, isWellFormedToken, newToken } from './token-format.js';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Computed by another program. If the service refuses one of these, it also refuses tokens that clients already have. */
const ISSUED = [
  'wso_00000000000000000000000000000000000000000002CZclj',
  'wso_yhjskwdA6OZ1AL1YmHWZWm8LLG7HjnuCA2j5rOw8Xp13sRzl1',
  'wso_0Gj7PHcTWolMMAoH3h6Ln2Wqzlj9JIFHhROBI35WkDX3elg0X',
];

const token = fc.constant(null).map(() => newToken());
const tokenAndPosition = fc.tuple(token, fc.nat({ max: 52 }));

describe('newToken', () => {
  const tokens = Array.from({ length: 500 }, () => newToken());

  it('is wso_ and 49 letters and digits, 53 characters in all', () => {
    for (const made of tokens) {
      expect(made).toHaveLength(53);
      expect(made).toMatch(/^wso_[0-9A-Za-z]{49}$/);
    }
  });

  it('shows by its looks that it is a test token', () => {
    const made = newToken('test');
    expect(made).toMatch(/^wso_test_[0-9A-Za-z]{49}$/);
    expect(isWellFormedToken(made)).toBe(true);
    expect(isWellFormedToken(made.replace('wso_test_', 'wso_live_'))).toBe(false);
  });

  it('is well formed', () => {
    expect(tokens.filter((made) => !isWellFormedToken(made))).toEqual([]);
  });

  it('is never the same twice', () => {
    expect(new Set(tokens).size).toBe(tokens.length);
  });

  it('is random in every character but the first of its secret', () => {
    for (let at = 5; at < 47; at++) {
      expect(new Set(tokens.map((made) => made.charAt(at))).size).toBeGreaterThan(50);
    }
  });
});

describe('isWellFormedToken', () => {
  it.each(ISSUED)('takes %s', (issued) => {
    expect(isWellFormedToken(issued)).toBe(true);
  });

  it('refuses a token with any one character changed', () => {
    const other = fc.oneof(
      fc.constantFrom(...BASE62),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    );
    fc.assert(
      fc.property(tokenAndPosition, other, ([made, at], character) => {
        fc.pre(made.charAt(at) !== character);
        expect(isWellFormedToken(made.slice(0, at) + character + made.slice(at + 1))).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });

  it('refuses a token with two neighboring characters swapped', () => {
    fc.assert(
      fc.property(token, fc.nat({ max: 51 }), (made, at) => {
        const [first, second] = [made.charAt(at), made.charAt(at + 1)];
        fc.pre(first !== second);
        const swapped = `${made.slice(0, at)}${second}${first}${made.slice(at + 2)}`;
        expect(isWellFormedToken(swapped)).toBe(false);
      }),
    );
  });

  it('refuses a token with a character missing or added', () => {
    fc.assert(
      fc.property(tokenAndPosition, fc.constantFrom(...BASE62), ([made, at], character) => {
        expect(isWellFormedToken(made.slice(0, at) + made.slice(at + 1))).toBe(false);
        expect(isWellFormedToken(made.slice(0, at) + character + made.slice(at))).toBe(false);
      }),
    );
  });

  it('refuses the checksum of another token', () => {
    fc.assert(
      fc.property(token, token, (made, other) => {
        expect(isWellFormedToken(made.slice(0, -6) + other.slice(-6))).toBe(false);
      }),
    );
  });

  it('refuses any other text', () => {
    const secretLike = fc.stringMatching(/^wso_[0-9A-Za-z]{49}$/);
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), secretLike), (text) => {
        expect(isWellFormedToken(text)).toBe(false);
      }),
    );
  });

  it.each([
    ['spaces around it', ` ${ISSUED[1]} `],
    ['a line break after it', `${ISSUED[1]}\n`],
    ['its prefix in capitals', ISSUED[1]!.replace('wso_', 'WSO_')],
    ['its prefix missing', ISSUED[1]!.slice(4)],
    ['two of it', `${ISSUED[1]}${ISSUED[1]}`],
    ['nothing', ''],
  ])('refuses %s', (_, text) => {
    expect(isWellFormedToken(text)).toBe(false);
  });
});

describe('hashToken', () => {
  it('is the SHA-256 that is kept in place of the token', () => {
    expect(hashToken('abc').toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  it('is the same for the same token, and another for another', () => {
    fc.assert(
      fc.property(token, token, (made, other) => {
        expect(hashToken(made)).toEqual(createHash('sha256').update(made).digest());
        expect(hashToken(made)).not.toEqual(hashToken(other));
      }),
    );
  });
});
