import { PlacingSql, type Items, type Outcome } from '../../support/database/placing-sql.js';

const sql = await PlacingSql.open();
beforeEach(async () => {
  await sql.renew();
  await sql.givenProduct('Pan', 10);
  await sql.givenProduct('Pot', 10);
});

describe('place_orders', () => {
  it('returns an outcome for each request of a batch, to instances of 1.5.0, too', async () => {
    expect(
      await sql.value(
        `SELECT pg_get_function_arguments(oid) FROM pg_proc WHERE proname = 'place_orders'`,
      ),
    ).toBe(
      'p_requests json, p_lines json, p_snapshot pg_snapshot, p_wait boolean, p_key_hours integer',
    );
    await sql.givenProduct('Lid', 10);
    const ids = { store_order_id: 'A', idempotency_key: 'a' };
    const known = sql.request(1, { Pan: 2 }, ids);
    await sql.place([known]);
    const snapshot = await sql.snapshot();
    const holder = await sql.transaction();
    await sql.lock(holder, 'Lid');
    const outcomes = await sql.place([
      sql.request(1, { Pan: 2 }, ids),
      sql.request(2, { Pan: 1 }, { idempotency_key: 'a', content: 'other' }),
      sql.request(3, { Pan: 1 }, { store_order_id: 'A', content: 'other' }),
      sql.request(4, { Pan: 1 }, { store_order_id: 'B' }),
      sql.request(5, { Pan: 1 }, { store_order_id: 'B' }),
      sql.request(6, { Pot: 11 }),
      sql.request(7, { Pan: 1 }, { max_reserved_units: 2 }),
      sql.request(8, { Lid: 1 }),
      sql.request(9, {}, { store_order_id: 'C' }),
      sql.request(10, { Pan: 6 }),
      sql.request(11, { Pan: 99 }, { is_test: true }),
    ]);
    await holder.rollback();
    const { order_number: orderNumber } = known.row;
    expect(outcomes).toEqual([
      {
        n: 1,
        outcome: 'replayed',
        orderNumber,
        itemsCount: 1,
        subtotalMinor: 20_000,
        deliveryMinor: 0,
        totalMinor: 20_000,
      },
      { n: 2, outcome: 'mismatch', orderNumber, storeOrderId: 'A', status: 'awaiting_payment' },
      { n: 3, outcome: 'duplicate', orderNumber, status: 'awaiting_payment', sameRequest: false },
      { n: 4, outcome: 'placed' },
      { n: 5, outcome: 'again' },
      {
        n: 6,
        outcome: 'short',
        shortages: [{ productId: sql.id('Pot'), variationKey: '', requested: 11, available: 10 }],
      },
      { n: 7, outcome: 'limited', units: 2, valueMinor: 20_000 },
      { n: 8, outcome: 'busy' },
      { n: 10, outcome: 'placed' },
      { n: 11, outcome: 'placed' },
    ]);
    expect(await sql.storedOrders()).toBe(4);
    expect([await sql.reserved('Pan'), await sql.reserved('Pot')]).toEqual([9, 0]);
    await sql.value(`UPDATE products SET name = 'Other' WHERE sku = 'Pan'`);
    expect(await sql.place([sql.request(1, { Pan: 1 })], { snapshot })).toEqual([
      { n: 1, outcome: 'stale' },
    ]);
  });

  it('is stale after a change that commits while it waits for a stock level', async () => {
    const snapshot = await sql.snapshot();
    const holder = await sql.transaction();
    await holder.query('UPDATE stock_levels SET on_hand = 20');
    await holder.query('UPDATE products SET base_price_minor = 1');
    const placing = sql.place([sql.request(1, { Pan: 1 })], { wait: true, snapshot });
    await sql.someSessionWaits(holder);
    await holder.commit();
    expect(await placing).toEqual([{ n: 1, outcome: 'stale' }]);
  });

  it('is stale after a change that commits with a stock level that it first skipped', async () => {
    await sql.value('ALTER FUNCTION find_refused_orders RENAME TO find_refused_orders_later');
    await sql.value(`CREATE FUNCTION find_refused_orders(order_request[], order_request_line[], integer[], boolean)
      RETURNS json[] LANGUAGE plpgsql AS $$ BEGIN
        PERFORM pg_advisory_xact_lock(1);
        RETURN find_refused_orders_later($1, $2, $3, $4);
      END $$`);
    try {
      const snapshot = await sql.snapshot();
      const pause = await sql.transaction();
      await pause.query('SELECT pg_advisory_xact_lock(1)');
      const holder = await sql.transaction();
      await holder.query('UPDATE stock_levels SET on_hand = 20');
      await holder.query('UPDATE products SET base_price_minor = 1');
      const placing = sql.place([sql.request(1, { Pan: 1 })], { snapshot });
      await sql.someSessionWaits(pause);
      await holder.commit();
      await pause.commit();
      expect(await placing).toEqual([{ n: 1, outcome: 'stale' }]);
    } finally {
      await sql.value('DROP FUNCTION find_refused_orders');
      await sql.value('ALTER FUNCTION find_refused_orders_later RENAME TO find_refused_orders');
    }
  });
});

describe('place_orders, of a test client,', () => {
  it('a test order neither waits for stock nor reserves any', async () => {
    const holder = await sql.transaction();
    await holder.query('SELECT FROM stock_levels FOR UPDATE');
    const request = sql.request(1, { Pan: 99 }, { is_test: true });
    expect(await sql.place([request], { wait: true })).toEqual([{ n: 1, outcome: 'placed' }]);
    await holder.rollback();
    expect(await sql.reserved('Pan')).toBe(0);
  });
});

describe('place_orders and locked stock levels', () => {
  it('reserves the units left by the transaction that it waited for', async () => {
    const other = await sql.transaction();
    await sql.place([sql.request(1, { Pan: 8 })], {}, other);
    const placing = sql.place([sql.request(1, { Pan: 3 })], { wait: true });
    await sql.someSessionWaits(other);
    await other.commit();
    expect(await placing).toMatchObject([
      { n: 1, outcome: 'short', shortages: [{ requested: 3, available: 2 }] },
    ]);
  });

  it.each([
    ['the same idempotency key', { idempotency_key: 'duplicate' }, 'replayed'],
    ['the same store order id', { store_order_id: 'TWIN' }, 'duplicate'],
  ])(
    'finds an order of %s that took the last units while it waited for them',
    async (_, row, outcome) => {
      const other = await sql.transaction();
      const first = sql.request(1, { Pan: 8 }, row);
      await sql.place([first], {}, other);
      const both = [sql.request(1, { Pan: 8 }, row), sql.request(2, { Pan: 8 })];
      const placing = sql.place(both, { wait: true });
      await sql.someSessionWaits(other);
      await other.commit();
      expect(await placing).toMatchObject([
        { n: 1, outcome, orderNumber: first.row.order_number },
        { n: 2, outcome: 'short' },
      ]);
    },
  );

  it('locks levels by key, not in the order of the request, so that calls do not deadlock', async () => {
    const holder = await sql.transaction();
    await sql.lock(holder, 'Pan');
    const one = await sql.transaction();
    const two = await sql.transaction();
    const first = sql.place([sql.request(1, { Pot: 1, Pan: 1 })], { wait: true }, one);
    await sql.someSessionWaits(holder);
    // Pot is free: a call that locked it before it waits for Pan would make this fail.
    await sql.lock(two, 'Pot', 'NOWAIT');
    await two.rollback();
    await holder.rollback();
    expect(await first).toEqual([{ n: 1, outcome: 'placed' }]);
    await one.commit();
  });
});

it.each(['idempotency_key', 'store_order_id'])(
  'place_orders takes each %s by key, not in the order of the batch, so that calls do not deadlock',
  async (column) => {
    await sql.givenProduct('Lid', 10);
    const holder = await sql.transaction();
    await sql.place([sql.request(1, { Pot: 1 }, { [column]: 'a' })], {}, holder);
    const placing = sql.place([
      sql.request(1, { Pan: 1 }, { [column]: 'b' }),
      sql.request(2, { Pan: 1 }, { [column]: 'a' }),
    ]);
    await sql.someSessionWaits(holder);
    // b is free: a call that took it before it waits for a would make this fail.
    const other = await sql.transaction();
    await other.query(`SET lock_timeout = '500ms'`);
    const free = sql.request(1, { Lid: 1 }, { [column]: 'b' });
    expect(await sql.place([free], {}, other)).toMatchObject([{ outcome: 'placed' }]);
    await other.rollback();
    await holder.rollback();
    expect(await placing).toMatchObject([{ outcome: 'placed' }, { outcome: 'placed' }]);
  },
);

// test/lab/properties/placing compares other batches with 1.5.0.
describe('find_refused_orders', () => {
  const refused = (batch: Items[], wait = false): Promise<Outcome[]> =>
    sql.outcomes(
      `find_refused_orders($requests, $lines, NULL, ${wait})`,
      batch.map((items, index) => sql.request(index + 1, items)),
    );

  it('takes nothing from the others for a request whose level is locked elsewhere', async () => {
    const holder = await sql.transaction();
    await sql.lock(holder, 'Pot');
    expect(await refused([{ Pan: 6, Pot: 1 }, { Pan: 10 }])).toEqual([
      { n: 1, outcome: 'busy' },
      { n: 2, outcome: 'again' },
    ]);
    await holder.rollback();
  });

  it('reports a level that does not exist as short after waiting', async () => {
    const productId = sql.id('Pot');
    await sql.value('DELETE FROM stock_levels WHERE product_id = $1', [productId]);
    const shortages = [{ productId, variationKey: '', requested: 1, available: 0 }];
    expect(await refused([{ Pot: 1 }], true)).toEqual([{ n: 1, outcome: 'short', shortages }]);
  });
});

describe("place_orders and the limits of a client's unpaid orders", () => {
  const UNITS = { max_reserved_units: 10 };
  const outcomesOf = async (
    batch: Parameters<typeof sql.place>[0],
    options?: Parameters<typeof sql.place>[1],
  ): Promise<string[]> => (await sql.place(batch, options)).map(({ outcome }) => outcome);

  it('adds up the value of one batch: the first requests are accepted, the others retried', async () => {
    const row = { max_open_value_minor: 100_000 };
    const batch = [
      sql.request(1, { Pan: 6 }, row),
      sql.request(2, { Pot: 6 }, row),
      sql.request(3, { Pot: 11 }, row),
    ];
    expect(await outcomesOf(batch)).toEqual(['placed', 'again', 'short']);
    expect(await sql.place([sql.request(1, { Pot: 6 }, row)])).toEqual([
      { n: 1, outcome: 'limited', units: 6, valueMinor: 60_000 },
    ]);
    expect(await outcomesOf([sql.request(1, { Pot: 4 }, row)])).toEqual(['placed']);
  });

  it('counts no test order', async () => {
    await sql.place([sql.request(1, { Pan: 9 }, { is_test: true })]);
    expect(await outcomesOf([sql.request(1, { Pan: 10 }, UNITS)])).toEqual(['placed']);
  });

  it('skips a client that another call has locked, or waits for it', async () => {
    const other = await sql.transaction();
    await sql.place([sql.request(1, { Pan: 6 }, UNITS)], {}, other);
    const request = sql.request(1, { Pot: 6 }, UNITS);
    expect(await outcomesOf([request, sql.request(2, { Pot: 1 })])).toEqual(['busy', 'placed']);
    const placing = outcomesOf([request], { wait: true });
    await sql.someSessionWaits(other);
    await other.commit();
    expect(await placing).toEqual(['limited']);
  });

  it.each([
    ['the same idempotency key', { idempotency_key: 'duplicate' }, 'replayed'],
    ['the same store order id', { store_order_id: 'TWIN' }, 'duplicate'],
  ])('finds an order of %s that reached the limit while it waited', async (_, ids, outcome) => {
    // The stock would do for both: only the limit refuses the second one.
    const row = { max_reserved_units: 8, ...ids };
    const other = await sql.transaction();
    await sql.place([sql.request(1, { Pan: 5 }, row)], {}, other);
    const placing = outcomesOf([sql.request(1, { Pan: 5 }, row)], { wait: true });
    await sql.someSessionWaits(other);
    await other.commit();
    expect(await placing).toEqual([outcome]);
  });
});
