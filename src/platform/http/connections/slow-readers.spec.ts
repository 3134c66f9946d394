import type { Socket } from 'node:net';
import { SlowReaders } from './slow-readers.js';

/** Returns a connection of which the system takes this many bytes between two looks, and what became of it. */
function connectionTaking(bytesPerLook: number) {
  const handle = { bytesWritten: 1_000_000, writeQueueSize: 900_000 };
  const connection = { writableLength: 900_000, _handle: handle, isReset: false };
  const socket = Object.assign(connection, {
    resetAndDestroy: () => Object.assign(connection, { isReset: true }),
  });
  const readers = new SlowReaders();
  return {
    lookUntilReset: (most: number): number | null => {
      for (let look = 1; look <= most; look += 1) {
        readers.look([socket as unknown as Socket]);
        if (connection.isReset) return look;
        handle.writeQueueSize -= bytesPerLook;
      }
      return null;
    },
  };
}

describe('a caller that reads its answer slowly', () => {
  it.each([
    ['nothing', 0, 7],
    ['255 bytes a second', 255 * 5, 13],
    ['256 bytes a second', 256 * 5, null],
  ])('and takes %s is cut off at the right look', (_, bytesPerLook, look) => {
    expect(connectionTaking(bytesPerLook).lookUntilReset(60)).toBe(look);
  });
});
