import type { Settings } from '../../platform/config/settings.js';
import { OrderCursorStamps } from './order-cursor-stamps.js';
import { readOrderCursor, writeOrderCursor } from './order-cursor.js';

const [FIRST, SECOND] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const CURSOR = { incarnation: '0123456789ab', after: { position: 7, id: 0 }, readAt: 9 };

function stampsOf(secretsKey: Buffer | null, secretsKeyPrevious: Buffer | null = null) {
  return new OrderCursorStamps({ secretsKey, secretsKeyPrevious } as Settings);
}

describe('the stamp of a cursor', () => {
  const stamped = stampsOf(FIRST).stamp(CURSOR);

  it('survives writing and reading', () => {
    expect(readOrderCursor(writeOrderCursor(stamped))).toEqual(stamped);
    for (const id of [0, 5]) {
      const cursor = { ...CURSOR, after: { position: 7, id }, stamp: null };
      expect(readOrderCursor(writeOrderCursor(cursor))).toEqual(cursor);
    }
  });

  it('is known after the key was replaced, and not with another key', () => {
    expect(stampsOf(FIRST).isGenuine(stamped)).toBe(true);
    expect(stampsOf(SECOND, FIRST).isGenuine(stamped)).toBe(true);
    expect(stampsOf(SECOND).isGenuine(stamped)).toBe(false);
  });

  it('proves nothing without a key', () => {
    const stamps = stampsOf(null);
    expect(stamps.stamp(CURSOR)).toEqual({ ...CURSOR, stamp: null });
    expect(stamps.isGenuine({ ...CURSOR, stamp: null })).toBe(false);
  });

  it.each([
    ['incarnation', { incarnation: 'ba9876543210' }],
    ['position', { after: { position: 8, id: 0 } }],
    ['latest position', { readAt: 10 }],
    ['absence', { stamp: null }],
  ])('does not fit another %s', (_, change) => {
    expect(stampsOf(FIRST).isGenuine({ ...stamped, ...change })).toBe(false);
  });
});
