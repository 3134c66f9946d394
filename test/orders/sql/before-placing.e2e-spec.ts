import { PlacingSql, type Outcome } from '../../support/database/placing-sql.js';

const sql = await PlacingSql.open();
await sql.givenProduct('Pan', 100);
await sql.givenProduct('Pot', 10);
await sql.value(`INSERT INTO plans (code, name) VALUES ('other', 'Other')`);
await sql.value(`INSERT INTO clients (name, email) VALUES ('Other', 'other@example.com')`);
const OTHER_CLIENT = `(SELECT id FROM clients WHERE name = 'Other')`;

describe('find_known_orders by the store order id', () => {
  const duplicate = async (id: string | undefined, content = 'same'): Promise<Outcome[]> => {
    const request = sql.request(1, { Pan: 1 }, { store_order_id: id, content });
    return sql.outcomes('find_known_orders($requests)', [request]);
  };

  it.each([
    ['same', true],
    ['other', false],
  ])('returns the order with the store order id; %s content: %s', async (content, isSame) => {
    const first = sql.request(1, { Pan: 1 }, { store_order_id: `D-${content}` });
    await sql.place([first]);
    expect(await duplicate(`D-${content}`, content)).toEqual([
      {
        n: 1,
        outcome: 'duplicate',
        orderNumber: first.row.order_number,
        status: 'awaiting_payment',
        sameRequest: isSame,
      },
    ]);
  });

  it('does not find the order of another client', async () => {
    await sql.place([sql.request(1, { Pan: 1 }, { store_order_id: 'D-foreign' })]);
    await sql.value(`ALTER TABLE orders DISABLE TRIGGER orders_frozen_ck`);
    await sql.value(
      `UPDATE orders SET client_id = ${OTHER_CLIENT} WHERE store_order_id = 'D-foreign'`,
    );
    expect(await duplicate('D-foreign')).toEqual([]);
  });
});

describe('find_refused_orders', () => {
  const duplicates = async (rows: Parameters<PlacingSql['request']>[2][]): Promise<Outcome[]> => {
    const requests = rows.map((row, index) => sql.request(index + 1, { Pan: 1 }, row));
    return sql.outcomes('find_refused_orders($requests, $lines, NULL, true)', requests);
  };

  it.each(['store_order_id', 'idempotency_key'])(
    'holds back no request with the %s of another client',
    async (column) => {
      expect(await duplicates([{ [column]: 'A' }, { [column]: 'A', client_id: 7_000 }])).toEqual(
        [],
      );
    },
  );
});

describe('find_known_orders by the key', () => {
  const replay = async (key: string | undefined, content = 'same'): Promise<Outcome[]> => {
    const request = sql.request(1, { Pan: 2 }, { idempotency_key: key, content });
    return sql.outcomes('find_known_orders($requests)', [request]);
  };

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

  it('does not find the key of another client', async () => {
    await sql.place([sql.request(1, { Pan: 1 }, { idempotency_key: 'foreign' })]);
    await sql.value(
      `UPDATE idempotency_keys SET client_id = ${OTHER_CLIENT} WHERE key = 'foreign'`,
    );
    expect(await replay('foreign')).toEqual([]);
  });
});

describe('a batch is stale', () => {
  const isStale = async (snapshot: string | null): Promise<boolean> => {
    const [placed] = await sql.place([sql.request(1, { Pan: 1 })], { snapshot });
    return placed!.outcome === 'stale';
  };

  it.each([
    ["the client's access", `UPDATE clients SET name = name WHERE name = 'C'`],
    ['the plan', `UPDATE plans SET discount_bp = 1 WHERE name = 'P'`],
    ['a product', `UPDATE products SET active = active WHERE sku = 'Pan'`],
  ])('%s has changed since', async (_, change) => {
    const before = await sql.snapshot();
    expect(await isStale(before)).toBe(false);
    await sql.value(change);
    expect(await isStale(before)).toBe(true);
    expect(await isStale(await sql.snapshot())).toBe(false);
  });

  it.each([
    ['another client', `UPDATE clients SET name = name WHERE name = 'Other'`],
    ['another plan', `UPDATE plans SET discount_bp = 1 WHERE code = 'other'`],
    ['another product', `UPDATE products SET active = active WHERE sku = 'Pot'`],
    ['stock, which is locked and checked separately', 'UPDATE stock_levels SET on_hand = on_hand'],
  ])('a change of %s does not matter', async (_, change) => {
    const before = await sql.snapshot();
    await sql.value(change);
    expect(await isStale(before)).toBe(false);
  });

  it('a transaction that was open at the snapshot matters once it has committed', async () => {
    const changing = await sql.transaction();
    await changing.query(`UPDATE products SET active = active WHERE sku = 'Pan'`);
    // A later transaction ends first: the snapshot is not simply a point in a sequence.
    await sql.value(`UPDATE products SET active = active WHERE sku = 'Pot'`);
    const meanwhile = await sql.snapshot();
    expect(await isStale(meanwhile)).toBe(false);
    await changing.commit();
    expect(await isStale(meanwhile)).toBe(true);
  });
});
