import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as fc from 'fast-check';
import { newOrderNumber } from '../../../src/orders/order-number.js';
import { PlacingSql, type BatchRequest, type Outcome } from '../../support/database/placing-sql.js';

// To repeat a failure: FUZZ_SEED and FUZZ_RUNS as the failed test names them.
const seed = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31));
const numRuns = Number(process.env.FUZZ_RUNS ?? 200);
const LIMIT_MS = 3_600_000;
/** Units on hand. */
const STOCK = { none: 0, scarce: 3, some: 12, plenty: 1_000_000 };

const items = fc.dictionary(
  fc.constantFrom('plenty', 'plenty', 'some', 'some', 'scarce', 'none'),
  fc.integer({ min: 1, max: 4 }),
  { minKeys: 1, maxKeys: 3, noNullPrototype: true },
);
const request = fc.record({
  items,
  storeOrderId: rarely(fc.constantFrom('known', 'archived', 'duplicate', 'duplicate', 'other')),
  content: fc.constantFrom('same', 'same', 'other'),
  isTest: fc.constantFrom(false, false, false, true),
  key: rarely(fc.constantFrom('used', 'new', 'duplicate')),
  maxUnits: rarely(fc.integer({ min: 0, max: 8 })),
  isLookup: fc.constantFrom(...Array.from({ length: 12 }, () => false), true),
});
const batch = fc.record({
  requests: fc.array(request, { minLength: 1, maxLength: 6 }),
  wait: fc.boolean(),
  isStale: fc.constantFrom(...Array.from({ length: 4 }, () => false), true),
});

type Drawn = typeof batch extends fc.Arbitrary<infer Batch> ? Batch : never;

/** A call that is sent twice. It is tried in every run, because 200 random batches may have none. */
const REPEATED: Drawn = {
  requests: [
    {
      items: { plenty: 1 },
      storeOrderId: 'known',
      content: 'same',
      isTest: false,
      key: 'used',
      maxUnits: undefined,
      isLookup: false,
    },
  ],
  wait: true,
  isStale: false,
};

/** Makes a value that two of three requests lack. */
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

// Its functions call each other by the search path.
const released = await sql.transaction();
await released.query(await readFile(new URL('placing-of-1.5.0.sql', import.meta.url), 'utf8'));
await released.commit();

describe(`placing a batch (FUZZ_SEED=${seed} FUZZ_RUNS=${numRuns})`, () => {
  /** Places a batch in a transaction that is rolled back. Returns the outcomes, and the stored rows. */
  const placed = async (
    searchPath: string,
    requests: BatchRequest[],
    options: Parameters<PlacingSql['place']>[1],
  ): Promise<[Outcome[], unknown]> => {
    await sql.value('BEGIN');
    try {
      await sql.value(`SET LOCAL search_path = ${searchPath}`);
      const outcomes = await sql.place(requests, options);
      return [outcomes, await sql.value(STORED)];
    } finally {
      await sql.value('ROLLBACK');
    }
  };

  it(
    'ends as in 1.5.0',
    async () => {
      const seen = new Set<string>();
      await fc.assert(
        fc.asyncProperty(batch, async ({ requests: drawn, wait, isStale }) => {
          const requests = drawn.map((one, index) =>
            sql.request(index + 1, one.isLookup ? {} : one.items, {
              ...(one.storeOrderId !== undefined && { store_order_id: one.storeOrderId }),
              ...(one.key !== undefined && { idempotency_key: one.key }),
              ...(one.maxUnits !== undefined && { max_reserved_units: one.maxUnits }),
              content: one.content,
              is_test: one.isTest,
            }),
          );
          const options = { wait, snapshot: isStale ? before : null };
          const expected = await placed('released, public', requests, options);
          expect(await placed('public', requests, options)).toEqual(expected);
          for (const { outcome } of expected[0]) seen.add(outcome);
        }),
        { seed, numRuns, examples: [[REPEATED]] },
      );
      expect([...seen].sort()).toEqual([
        'again',
        'duplicate',
        'limited',
        'mismatch',
        'placed',
        'replayed',
        'short',
        'stale',
      ]);
    },
    LIMIT_MS,
  );
});

/** Everything that placing writes, without values that differ in every transaction. */
const STORED = `SELECT to_json(stored) FROM (SELECT
  (SELECT json_agg(to_jsonb(o) - '{id,created_at,updated_at,changed_xid}'::text[] ORDER BY order_number) FROM orders o) AS orders,
  (SELECT json_agg(to_jsonb(i) - 'order_id' || jsonb_build_object('order', o.order_number) ORDER BY o.order_number, i.line)
    FROM order_items i JOIN orders o ON o.id = i.order_id) AS items,
  (SELECT json_agg(jsonb_build_object('order', o.order_number, 'status', c.status, 'total', c.total_minor) ORDER BY o.order_number)
    FROM order_status_changes c JOIN orders o ON o.id = c.order_id) AS timelines,
  (SELECT json_agg(to_jsonb(k) - 'created_at' ORDER BY client_id, key) FROM idempotency_keys k) AS keys,
  (SELECT json_agg(to_jsonb(s) ORDER BY product_id) FROM stock_levels s) AS levels,
  (SELECT json_agg(jsonb_build_object('kind', kind, 'count', cardinality(ids)) ORDER BY kind, cardinality(ids)) FROM change_queue) AS queue) stored`;
