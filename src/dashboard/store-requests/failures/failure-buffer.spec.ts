import { FailureBuffer, type PendingFailure } from './failure-buffer.js';

const NOON = Date.parse('2026-01-31T12:00:00Z');

function failure(rest: Partial<PendingFailure> = {}): PendingFailure {
  return {
    atMs: NOON,
    requestId: 'one',
    tokenHash: 'hash',
    clientId: 1,
    method: 'POST',
    route: '/api/orders',
    status: 422,
    code: 'unknown_sku',
    fields: [{ field: 'items.0.sku', code: 'unknown_sku' }],
    storeOrderId: 'SHOP-1',
    sentDomain: null,
    count: 1,
    ...rest,
  };
}

function added(times: number, rest: Partial<PendingFailure> = {}): FailureBuffer {
  const buffer = new FailureBuffer();
  for (let left = times; left > 0; left -= 1) buffer.add(failure(rest));
  return buffer;
}

describe('the buffer of refused requests', () => {
  it('gives back what was added, the oldest first', () => {
    const buffer = new FailureBuffer();
    for (const requestId of ['a', 'b', 'c']) buffer.add(failure({ requestId }));
    expect(buffer.take(NOON, 2)).toEqual([
      failure({ requestId: 'a' }),
      failure({ requestId: 'b' }),
    ]);
    expect(buffer.take(NOON, 2)).toEqual([failure({ requestId: 'c' })]);
    expect(buffer.take(NOON, 2)).toEqual([]);
  });

  it('keeps a hundred of a client in a minute, and counts the others by route and code', () => {
    const buffer = added(100);
    for (let left = 3; left > 0; left -= 1) buffer.add(failure({ atMs: NOON + 59_999 }));
    buffer.add(failure({ code: 'insufficient_stock' }));
    expect(buffer.take(NOON, 1_000)).toHaveLength(100);
    const several = {
      requestId: null,
      tokenHash: null,
      fields: [],
      storeOrderId: null,
      sentDomain: null,
    };
    expect(buffer.take(NOON + 60_000, 1_000)).toEqual([
      failure({ ...several, atMs: NOON + 59_999, count: 3 }),
      failure({ ...several, code: 'insufficient_stock', count: 1 }),
    ]);
  });

  it('lets no client use up the share of another, or of the next minute', () => {
    const buffer = added(150);
    buffer.add(failure({ clientId: 2 }));
    buffer.add(failure({ clientId: null }));
    buffer.add(failure({ atMs: NOON + 60_000 }));
    const rows = buffer.take(NOON + 60_000, 1_000);
    expect(rows.filter(({ requestId }) => requestId !== null)).toHaveLength(103);
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(153);
  });

  it('hands out the counts of an unfinished minute at the end', () => {
    const buffer = added(101);
    expect(buffer.take(NOON, 1_000)).toHaveLength(100);
    buffer.endMinute();
    expect(buffer.take(NOON, 1_000)).toMatchObject([{ requestId: null, count: 1 }]);
  });

  it('keeps what was put back in front of what came since', () => {
    const buffer = added(2, { requestId: 'before' });
    const taken = buffer.take(NOON, 1_000);
    buffer.add(failure({ requestId: 'since' }));
    buffer.putBack(taken);
    expect(buffer.take(NOON, 1_000).map(({ requestId }) => requestId)).toEqual([
      'before',
      'before',
      'since',
    ]);
  });

  it('is bounded: what does not fit is counted, and where there is no room for that either, dropped', () => {
    const buffer = new FailureBuffer();
    for (let clientId = 1; clientId <= 10_001; clientId += 1) buffer.add(failure({ clientId }));
    expect(buffer.dropped).toBe(0);
    for (let clientId = 1; clientId <= 1_000; clientId += 1) buffer.add(failure({ clientId }));
    expect(buffer.dropped).toBe(1);
    const rows = buffer.take(NOON + 60_000, 20_000);
    expect(rows).toHaveLength(11_000);
    buffer.putBack(rows);
    expect(buffer.dropped).toBe(1_001);
    expect(buffer.take(NOON + 60_000, 20_000)).toHaveLength(10_000);
  });
});
