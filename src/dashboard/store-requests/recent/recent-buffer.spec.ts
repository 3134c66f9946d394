import { KEPT_PER_MINUTE, RecentBuffer } from './recent-buffer.js';

const NOON = Date.parse('2026-01-31T12:00:00Z');

describe('the buffer of answered requests', () => {
  it('keeps the first requests of each client in a minute', () => {
    const buffer = new RecentBuffer();
    const kept = (clientId: number, atMs: number): number => {
      let count = 0;
      for (let left = 2 * KEPT_PER_MINUTE; left > 0; left -= 1) {
        if (buffer.takes(clientId, atMs)) count += 1;
      }
      return count;
    };
    expect(kept(1, NOON)).toBe(KEPT_PER_MINUTE);
    expect(kept(2, NOON)).toBe(KEPT_PER_MINUTE);
    expect(kept(1, NOON + 59_999)).toBe(0);
    expect(kept(1, NOON + 60_000)).toBe(KEPT_PER_MINUTE);
  });

  it('is bounded, also while nothing can be stored', () => {
    const buffer = new RecentBuffer();
    const request = { requestId: 'a', tokenId: 1, method: 'GET', route: '/', status: 200, ms: 1 };
    for (let clientId = 1; clientId <= 25_000; clientId += 1) {
      if (buffer.takes(clientId, NOON)) buffer.add({ ...request, clientId, atMs: NOON });
    }
    expect(buffer.takeAll()).toHaveLength(20_000);
    expect(buffer.takeAll()).toEqual([]);
    expect(buffer.takes(1, NOON)).toBe(true);
  });
});
