import { randomInt } from 'node:crypto';
import * as fc from 'fast-check';
import { newOrderNumber } from '../../../src/orders/order-number.js';
import { PlacingSql, type BatchRequest, type Outcome } from '../../support/database/placing-sql.js';

// To repeat a failure: FUZZ_SEED and FUZZ_RUNS as the failed test names them.
const seed = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31));
const numRuns = Number(process.env.FUZZ_RUNS ?? 400);
const LIMIT_MS = 3_600_000;
/** Units on hand. */
const STOCK = { none: 0, scarce: 3, some: 12, plenty: 1_000_000 };

const items = fc.dictionary(
  fc.constantFrom('plenty', 'plenty', 'some', 'some', 'scarce', 'none'),
  fc.integer({ min: 1, max: 4 }),
  { minKeys: 1, maxKeys: 3, noNullPrototype: true },
);
/** Requests that the short way is for, also where one of them turns out to be known, a twin or short. */
const plain = {
  items,
  storeOrderId: rarely(fc.constantFrom('known', 'archived', 'twin', 'twin', 'other')),
  content: fc.constantFrom('same', 'same', 'other'),
  isTest: fc.constantFrom(false, false, false, true),
};
/** Requests that may also need the long way from the beginning. */
const any = {
  ...plain,
  key: rarely(fc.constantFrom('used', 'new', 'twin')),
  maxUnits: rarely(fc.integer({ min: 0, max: 8 })),
  isLookup: fc.constantFrom(...Array.from({ length: 12 }, () => false), true),
};
const anyRequest = fc.record(any);
const plainRequest: typeof anyRequest = fc.record({
  ...any,
  key: fc.constant(undefined),
  maxUnits: fc.constant(undefined),
  isLookup: fc.constant(false),
});
const batch = fc.record({
  requests: fc.oneof(
    { weight: 3, arbitrary: fc.array(plainRequest, { minLength: 1, maxLength: 4 }) },
    { weight: 1, arbitrary: fc.array(anyRequest, { minLength: 1, maxLength: 6 }) },
  ),
  isStale: fc.constantFrom(...Array.from({ length: 4 }, () => false), true),
});

/** Makes a value that two of three requests do not have. */
function rarely<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, value);
}

const sql = await PlacingSql.open();
const before = await sql.snapshot();
for (const [name, units] of Object.entries(STOCK)) await sql.givenProduct(name, units);
await sql.place([
  sql.request(1, { plenty: 1 }, { store_order_id: 'known', idempotency_key: 'used' }),
]);
await sql.value(
  `INSERT INTO order_archives VALUES (1, 'orders-000001.jsonl.gz', 1, 1, '', now(), true)`,
);
await sql.value(
  `INSERT INTO archived_orders (id, order_number, client_id, store_order_id, request_hash, is_test, status, payment_status,
          total_minor, shipped_units, created_at, closed_at, archive_number)
        SELECT id + 1000, '${newOrderNumber()}', client_id, 'archived', request_hash, false, 'expired', 'unpaid', total_minor, 0,
          now(), now(), 1 FROM orders`,
);

describe(`the short way to place a batch (FUZZ_SEED=${seed} FUZZ_RUNS=${numRuns})`, () => {
  /** Places a batch in a transaction that is rolled back. Returns the outcomes, and what it stored. */
  const placed = async (
    requests: BatchRequest[],
    wait: boolean,
    snapshot: string | null,
  ): Promise<[Outcome[], unknown]> => {
    await sql.value('BEGIN');
    try {
      const outcomes = await sql.place(requests, { wait, snapshot });
      return [outcomes, await sql.value(STORED)];
    } finally {
      await sql.value('ROLLBACK');
    }
  };

  it(
    'ends as the long way does',
    async () => {
      const ways = { short: 0, long: 0 };
      await fc.assert(
        fc.asyncProperty(batch, async ({ requests: drawn, isStale }) => {
          const requests = drawn.map((one, index) =>
            sql.request(index + 1, one.isLookup ? {} : one.items, {
              ...(one.storeOrderId !== undefined && { store_order_id: one.storeOrderId }),
              ...(one.key !== undefined && { idempotency_key: one.key }),
              ...(one.maxUnits !== undefined && { max_reserved_units: one.maxUnits }),
              content: one.content,
              is_test: one.isTest,
            }),
          );
          const snapshot = isStale ? before : null;
          // A call that may wait for locks never takes the short way.
          const long = await placed(requests, true, snapshot);
          expect(await placed(requests, false, snapshot)).toEqual(long);
          const isPlain =
            long[0].every(({ outcome }) => outcome === 'placed') &&
            long[0].length === requests.length;
          ways[isPlain ? 'short' : 'long'] += 1;
        }),
        { seed, numRuns },
      );
      // Both were tried.
      expect(Math.min(ways.short, ways.long)).toBeGreaterThan(numRuns / 20);
    },
    LIMIT_MS,
  );
});

/** All that placing writes, without what differs in every transaction. */
const STORED = `SELECT to_json(stored) FROM (SELECT
  (SELECT json_agg(to_jsonb(o) - '{id,created_at,updated_at,changed_xid}'::text[] ORDER BY order_number) FROM orders o) AS orders,
  (SELECT json_agg(to_jsonb(i) - 'order_id' || jsonb_build_object('order', o.order_number) ORDER BY o.order_number, i.line)
    FROM order_items i JOIN orders o ON o.id = i.order_id) AS items,
  (SELECT json_agg(jsonb_build_object('order', o.order_number, 'status', c.status, 'total', c.total_minor) ORDER BY o.order_number)
    FROM order_status_changes c JOIN orders o ON o.id = c.order_id) AS timelines,
  (SELECT json_agg(to_jsonb(k) - 'created_at' ORDER BY client_id, key) FROM idempotency_keys k) AS keys,
  (SELECT json_agg(to_jsonb(s) ORDER BY product_id) FROM stock_levels s) AS levels,
  (SELECT json_agg(jsonb_build_object('kind', kind, 'count', cardinality(ids)) ORDER BY kind, cardinality(ids)) FROM change_queue) AS queue) stored`;
