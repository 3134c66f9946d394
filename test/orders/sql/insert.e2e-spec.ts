import { PlacingSql, type BatchRequest, type Outcome } from '../../support/database/placing-sql.js';

const sql = await PlacingSql.open();
await sql.givenProduct('Pan', 1_000);
await sql.givenProduct('Pot', 1_000);

describe('store_orders', () => {
  const insert = async (requests: BatchRequest[]): Promise<Outcome[]> =>
    sql.outcomes('store_orders($requests, $lines)', requests);

  const orderOfKey = async (key: string): Promise<string | undefined> =>
    sql.value('SELECT order_number FROM idempotency_keys WHERE key = $1', [key]);

  it('stores orders with items and timeline, and reserves their stock', async () => {
    const requests = [
      sql.request(1, { Pan: 2, Pot: 1 }, { store_order_id: 'I-1' }),
      sql.request(2, { Pan: 3 }),
    ];
    expect(await insert(requests)).toEqual([
      { n: 1, outcome: 'placed' },
      { n: 2, outcome: 'placed' },
    ]);
    expect([await sql.reserved('Pan'), await sql.reserved('Pot')]).toEqual([5, 1]);
    const stored = await sql.value(
      `SELECT json_agg(json_build_array(o.store_order_id, o.status, c.status,
          (SELECT json_agg(json_build_array(i.line, i.sku, i.quantity, i.line_total_minor) ORDER BY line)
            FROM order_items i WHERE i.order_id = o.id)) ORDER BY o.id)
        FROM orders o JOIN order_status_changes c ON c.order_id = o.id`,
    );
    const pan = [1, 'Pan', 2, 20_000];
    const pot = [2, 'Pot', 1, 10_000];
    expect(stored).toEqual([
      ['I-1', 'awaiting_payment', 'awaiting_payment', [pan, pot]],
      [null, 'awaiting_payment', 'awaiting_payment', [[1, 'Pan', 3, 30_000]]],
    ]);
  });

  it('refuses the number of an archived order', async () => {
    const request = sql.request(1, { Pan: 1 });
    await sql.value(
      `WITH archive AS (
          INSERT INTO order_archives VALUES (1, 'orders-000001.jsonl.gz', 1, 1, '', now(), true) RETURNING number
        )
        INSERT INTO archived_orders
          SELECT -1, $1, min(clients.id), NULL, '', false, 'expired', 'unpaid', 1, 0, now(), now(), min(archive.number)
          FROM clients, archive`,
      [request.row.order_number],
    );
    await expect(insert([request])).rejects.toMatchObject({
      code: '23505',
      constraint: 'orders_order_number_uq',
    });
  });

  it('never takes over an existing key, regardless of its age', async () => {
    const first = sql.request(1, { Pan: 1 }, { idempotency_key: 'I-old' });
    await insert([first]);
    const second = sql.request(1, { Pan: 1 }, { idempotency_key: 'I-old' });
    expect(await insert([second])).toEqual([{ n: 1, outcome: 'again' }]);
    expect(await orderOfKey('I-old')).toBe(first.row.order_number);
    await sql.value(
      `UPDATE idempotency_keys SET created_at = now() - interval '24 hours' WHERE key = 'I-old'`,
    );
    expect(await insert([second])).toEqual([{ n: 1, outcome: 'again' }]);
    expect(await orderOfKey('I-old')).toBe(first.row.order_number);
  });

  describe('while another call is still open', () => {
    /** Makes another call's order, stored and not yet committed. */
    const openCall = async (row: Parameters<PlacingSql['request']>[2]) => {
      const other = await sql.transaction();
      // Another product: the stock level is not what is waited for.
      expect(await sql.place([sql.request(1, { Pot: 1 }, row)], {}, other)).toEqual([
        { n: 1, outcome: 'placed' },
      ]);
      return other;
    };

    it.each([
      ['commits', 'commit', 'again'],
      ['rolls back', 'rollback', 'placed'],
    ] as const)(
      'an order waits for an open call with the same key, which %s',
      async (name, end, outcome) => {
        const key = `I-open-${name}`;
        const other = await openCall({ idempotency_key: key });
        const request = sql.request(1, { Pan: 1 }, { idempotency_key: key });
        const inserting = insert([request]);
        await sql.someSessionWaits(other);
        await other[end]();
        expect(await inserting).toEqual([{ n: 1, outcome }]);
        expect((await orderOfKey(key)) === request.row.order_number).toBe(outcome === 'placed');
      },
    );

    it.each([
      ['commits', 'commit', 'again'],
      ['rolls back', 'rollback', 'placed'],
    ] as const)(
      'an order waits for an open call with the same store order id, which %s',
      async (name, end, outcome) => {
        const id = `I-open-${name}`;
        const key = `I-other-key-${name}`;
        const other = await openCall({ store_order_id: id });
        const before = await sql.reserved('Pan');
        const request = sql.request(1, { Pan: 1 }, { store_order_id: id, idempotency_key: key });
        const inserting = insert([request, sql.request(2, { Pan: 1 })]);
        await sql.someSessionWaits(other);
        await other[end]();
        expect(await inserting).toEqual([
          { n: 1, outcome },
          { n: 2, outcome: 'placed' },
        ]);
        const isPlaced = outcome === 'placed';
        // A key whose order was not stored is free again.
        expect(await orderOfKey(key)).toBe(isPlaced ? request.row.order_number : undefined);
        expect(await sql.reserved('Pan')).toBe(before + (isPlaced ? 2 : 1));
      },
    );
  });

  it('neither waits for changes of client, plan and product, nor keeps them waiting', async () => {
    const CHANGES = ['clients', 'plans', 'products'].map(
      (table) => `UPDATE ${table} SET name = name || '!'`,
    );
    const change = await sql.transaction();
    for (const statement of CHANGES) await change.query(statement);
    const placing = await sql.transaction();
    await placing.query(`SET lock_timeout = '1s'`);
    const request = sql.request(1, { Pan: 1 });
    expect(await sql.place([request], {}, placing)).toEqual([{ n: 1, outcome: 'placed' }]);
    await change.rollback();

    const other = await sql.transaction();
    await other.query(`SET lock_timeout = '1s'`);
    for (const statement of CHANGES) await other.query(statement);
    await other.rollback();
    await placing.rollback();
  });
});
