import type { Settings } from '../../platform/config/settings.js';
import { OrderCursorStamps } from './order-cursor-stamps.js';
import { readOrderCursor, writeOrderCursor } from './order-cursor.js';

const [FIRST, SECOND] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const CURSOR = { incarnation: '0123456789ab', after: { position: 7, id: 0 }, readAt: 9 };
/** The same cursor, stamped by release 1.2 with the first key. */
const CURSOR_OF_1_2 = 'MDEyMzQ1Njc4OWFiLjcuNDYyMjkwNzQzNzEyNTk4Ny45';

function stampsOf(secretsKey: Buffer | null, secretsKeyPrevious: Buffer | null = null) {
  return new OrderCursorStamps({ secretsKey, secretsKeyPrevious } as Settings);
}

describe('the stamp of a cursor', () => {
  const stamped = stampsOf(FIRST).stamp(CURSOR, 7);

  it('survives writing and reading', () => {
    expect(readOrderCursor(writeOrderCursor(stamped))).toEqual(stamped);
    for (const id of [0, 5]) {
      const cursor = { ...CURSOR, after: { position: 7, id }, stamp: null };
      expect(readOrderCursor(writeOrderCursor(cursor))).toEqual(cursor);
    }
  });

  it('is known after the key was replaced, and not with another key', () => {
    expect(stampsOf(FIRST).isGenuine(stamped, 7)).toBe(true);
    expect(stampsOf(SECOND, FIRST).isGenuine(stamped, 7)).toBe(true);
    expect(stampsOf(SECOND).isGenuine(stamped, 7)).toBe(false);
  });

  it('proves nothing without a key', () => {
    const stamps = stampsOf(null);
    expect(stamps.stamp(CURSOR, 7)).toEqual({ ...CURSOR, stamp: null });
    expect(stamps.isGenuine({ ...CURSOR, stamp: null }, 7)).toBe(false);
  });

  it('tells another client, of a cursor that this service wrote', () => {
    for (const id of [1, 65_535, 65_541]) {
      expect(stampsOf(SECOND, FIRST).isOfAnother(stamped, id)).toBe(true);
      expect(stampsOf(SECOND, FIRST).isGenuine(stamped, id)).toBe(false);
    }
    expect(stampsOf(FIRST).isOfAnother(stamped, 7)).toBe(false);
    expect(stampsOf(SECOND).isOfAnother(stamped, 1)).toBe(false);
    expect(stampsOf(FIRST).isOfAnother({ ...stamped, stamp: null }, 1)).toBe(false);
  });

  it('the stamp of a cursor of release 1.2 fits every client', () => {
    const read = readOrderCursor(CURSOR_OF_1_2);
    for (const id of [1, 7]) {
      expect(stampsOf(FIRST).isGenuine(read, id)).toBe(true);
      expect(stampsOf(FIRST).isOfAnother(read, id)).toBe(false);
    }
  });

  it.each([
    ['incarnation', { incarnation: 'ba9876543210' }],
    ['position', { after: { position: 8, id: 0 } }],
    ['latest position', { readAt: 10 }],
    ['absence', { stamp: null }],
  ])('does not fit another %s', (_, change) => {
    expect(stampsOf(FIRST).isGenuine({ ...stamped, ...change }, 7)).toBe(false);
  });
});
