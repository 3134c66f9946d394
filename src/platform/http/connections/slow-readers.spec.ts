import type { Socket } from 'node:net';
import { SlowReaders } from './slow-readers.js';

/**
 * Makes a connection whose answer waits in Node and in the system. Between two looks, the system takes some bytes over,
 * and the caller takes some from it.
 */
function connectionTaking({ bySystem, byCaller }: { bySystem: number; byCaller: number }) {
  const handle = { bytesWritten: 9_000_000, writeQueueSize: 5_000_000 };
  const connection = {
    writableLength: 5_000_000,
    bytesWritten: 9_000_000,
    _handle: handle,
    destroyed: false,
    resetAndDestroy: () => (connection.destroyed = true),
  };
  const socket = connection as unknown as Socket;
  let held = 4_000_000;
  const readers = new SlowReaders(() => Promise.resolve(new Map([[socket, held]])));
  return {
    lookUntilReset: async (most: number): Promise<number | null> => {
      for (let look = 1; look <= most; look += 1) {
        await readers.look([socket]);
        if (connection.destroyed) return look;
        handle.writeQueueSize -= bySystem;
        held += bySystem - byCaller;
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
  ])('and takes %s is cut off at the right look', async (_, bytes, look) => {
    const connection = connectionTaking({ bySystem: bytes, byCaller: bytes });
    expect(await connection.lookUntilReset(60)).toBe(look);
  });

  it('is served while it works through what the system holds', async () => {
    const connection = connectionTaking({ bySystem: 0, byCaller: 50_000 });
    expect(await connection.lookUntilReset(60)).toBeNull();
  });

  it('is cut off although the system takes more over for a caller that takes nothing', async () => {
    const connection = connectionTaking({ bySystem: 50_000, byCaller: 0 });
    expect(await connection.lookUntilReset(60)).toBe(7);
  });
});
