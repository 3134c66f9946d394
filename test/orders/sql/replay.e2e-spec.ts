import { PlacingSql, type Outcome } from '../../support/database/placing-sql.js';

const sql = await PlacingSql.open();
await sql.givenProduct('Pan', 100);

describe('find_replayed_orders', () => {
  const replay = async (key: string | undefined, content = 'same'): Promise<Outcome[]> => {
    const request = sql.request(1, { Pan: 2 }, { idempotency_key: key, content });
    return sql.outcomes('find_replayed_orders($requests, 24)', [request]);
  };

  it('returns the order of the key, with its amounts', async () => {
    const first = sql.request(1, { Pan: 2 }, { idempotency_key: 'replayed' });
    await sql.place([first]);
    expect(await replay('replayed')).toEqual([
      {
        n: 1,
        outcome: 'replayed',
        orderNumber: first.row.order_number,
        itemsCount: 1,
        subtotalMinor: 20_000,
        deliveryMinor: 0,
        totalMinor: 20_000,
      },
    ]);
  });

  it('reports a mismatch with the order if the key belongs to a different request', async () => {
    const ids = { idempotency_key: 'mismatch', store_order_id: 'R-1' };
    const first = sql.request(1, { Pan: 1 }, ids);
    await sql.place([first]);
    expect(await replay('mismatch', 'other')).toEqual([
      {
        n: 1,
        outcome: 'mismatch',
        orderNumber: first.row.order_number,
        storeOrderId: 'R-1',
        status: 'awaiting_payment',
      },
    ]);
  });

  it('leaves a different request to its store order id if the order of that exists', async () => {
    const again = (id: string): Promise<Outcome[]> => {
      const ids = { idempotency_key: 'edited', store_order_id: id, content: 'other' };
      const request = sql.request(1, { Pan: 2 }, ids);
      return sql.outcomes('find_replayed_orders($requests, 24)', [request]);
    };
    await sql.place([
      sql.request(1, { Pan: 1 }, { idempotency_key: 'edited', store_order_id: 'R-2' }),
      sql.request(2, { Pan: 1 }, { store_order_id: 'R-3' }),
    ]);
    expect(await again('R-2')).toEqual([]);
    expect(await again('R-3')).toEqual([]);
    expect(await again('R-4')).toMatchObject([{ outcome: 'mismatch', storeOrderId: 'R-2' }]);
  });

  it('returns nothing for an unused key or without one', async () => {
    expect(await replay('unused')).toEqual([]);
    expect(await replay(undefined)).toEqual([]);
  });

  it('knows a key of any age until it is deleted', async () => {
    await sql.place([sql.request(1, { Pan: 1 }, { idempotency_key: 'old' })]);
    await sql.value(
      `UPDATE idempotency_keys SET created_at = now() - interval '25 hours' WHERE key = 'old'`,
    );
    expect(await replay('old')).toMatchObject([{ outcome: 'replayed' }]);
    await sql.value(`DELETE FROM idempotency_keys WHERE key = 'old'`);
    expect(await replay('old')).toEqual([]);
  });

  it('does not find the key of another client', async () => {
    await sql.place([sql.request(1, { Pan: 1 }, { idempotency_key: 'foreign' })]);
    await sql.value(
      `WITH other AS (INSERT INTO clients (name, email) VALUES ('O', 'o@example.com') RETURNING id)
        UPDATE idempotency_keys SET client_id = other.id FROM other WHERE key = 'foreign'`,
    );
    expect(await replay('foreign')).toEqual([]);
  });
});
