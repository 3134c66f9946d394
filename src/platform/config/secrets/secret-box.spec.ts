import { randomBytes } from 'node:crypto';
import type { Settings } from '../settings.js';
import { SecretBox } from './secret-box.js';

describe('SecretBox', () => {
  const [first, second] = [randomBytes(32), randomBytes(32)];
  const boxOf = (secretsKey: Buffer, secretsKeyPrevious: Buffer | null = null): SecretBox =>
    new SecretBox({ secretsKey, secretsKeyPrevious } as Settings);
  const wrong = { code: 'secrets_key_wrong' };
  const refusalOf = (work: () => unknown): unknown => {
    try {
      return work();
    } catch (error) {
      return error;
    }
  };

  it('opens what it sealed, which does not contain it and differs each time', () => {
    const box = boxOf(first);
    const sealed = box.seal('the secret', 'user 1');
    expect(sealed).toMatch(/^v1:[0-9a-f]{8}:[\w-]+$/);
    expect(box.seal('the secret', 'user 1')).not.toBe(sealed);
    expect(box.open(sealed, 'user 1')).toBe('the secret');
  });

  it('opens nothing of another key, of another row, or that was changed', () => {
    const sealed = boxOf(first).seal('a secret', 'user 1');
    expect(refusalOf(() => boxOf(second).open(sealed, 'user 1'))).toMatchObject(wrong);
    expect(refusalOf(() => boxOf(first).open(sealed, 'user 2'))).toMatchObject(wrong);
    const last = sealed.endsWith('A') ? 'B' : 'A';
    const middle = Math.floor(sealed.length / 2);
    const changed = sealed.slice(0, middle) + last + sealed.slice(middle + 1);
    const cut = sealed.slice(0, 20);
    for (const text of [changed, cut]) {
      if (text !== sealed) {
        expect(refusalOf(() => boxOf(first).open(text, 'user 1'))).toMatchObject(wrong);
      }
    }
  });

  it('reads the key before, and knows what is not of the current one', () => {
    const sealed = boxOf(first).seal('a secret', 'user 1');
    const box = boxOf(second, first);
    expect(box.open(sealed, 'user 1')).toBe('a secret');
    expect([box.isCurrent(sealed), box.isCurrent(box.seal('x', 'y'))]).toEqual([false, true]);
  });

  it('seals nothing without a key in a production whose instances would each have another one', () => {
    const settings = { secretsKey: null, secretsKeyPrevious: null, isProduction: true };
    const box = new SecretBox({ ...settings, databaseUrl: 'postgres://db/orders' } as Settings);
    expect(refusalOf(() => box.seal('a secret', 'user 1'))).toMatchObject(wrong);
  });

  it('returns what an earlier release stored', () => {
    expect(boxOf(first).open('the secret', 'user 1')).toBe('the secret');
    expect(boxOf(first).isCurrent('the secret')).toBe(false);
  });
});
