import { PlacingSql, type Outcome } from '../../support/database/placing-sql.js';

const sql = await PlacingSql.open();
await sql.givenProduct('Pan', 100);

describe('duplicates and twins', () => {
  describe('find_duplicate_orders', () => {
    const duplicate = async (id: string | undefined, content = 'same'): Promise<Outcome[]> => {
      const request = sql.request(1, { Pan: 1 }, { store_order_id: id, content });
      return sql.outcomes('find_duplicate_orders($requests)', [request]);
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

    it('returns nothing for a new store order id or without one', async () => {
      await sql.place([sql.request(1, { Pan: 1 })]);
      expect(await duplicate('D-new')).toEqual([]);
      expect(await duplicate(undefined)).toEqual([]);
    });

    it('does not find the order of another client', async () => {
      await sql.place([sql.request(1, { Pan: 1 }, { store_order_id: 'D-foreign' })]);
      await sql.value(`ALTER TABLE orders DISABLE TRIGGER orders_frozen_ck`);
      await sql.value(
        `WITH other AS (INSERT INTO clients (name, email) VALUES ('O', 'o@example.com') RETURNING id)
          UPDATE orders SET client_id = other.id FROM other WHERE store_order_id = 'D-foreign'`,
      );
      expect(await duplicate('D-foreign')).toEqual([]);
    });
  });

  describe('find_batch_twins', () => {
    const twins = async (rows: Parameters<PlacingSql['request']>[2][]): Promise<Outcome[]> => {
      const requests = rows.map((row, index) => sql.request(index + 1, { Pan: 1 }, row));
      return sql.outcomes('find_batch_twins($requests)', requests);
    };

    it.each([
      ['store order id', 'store_order_id'],
      ['idempotency key', 'idempotency_key'],
    ])('holds back all but the first request with the same %s', async (_, column) => {
      const found = await twins([{ [column]: 'A' }, { [column]: 'B' }, { [column]: 'A' }]);
      expect(found).toEqual([{ n: 3, outcome: 'again' }]);
    });

    it.each(['store_order_id', 'idempotency_key'])(
      'holds back no request with the %s of another client',
      async (column) => {
        expect(await twins([{ [column]: 'A' }, { [column]: 'A', client_id: 7_000 }])).toEqual([]);
      },
    );

    it('holds back none of the requests without store order id and key', async () => {
      expect(await twins([{}, {}])).toEqual([]);
    });
  });

  describe('undecided_requests', () => {
    const undecided = async (outcomes: string): Promise<number[]> => {
      const requests = [1, 2, 3].map((n) => sql.request(n, { Pan: 1 }));
      const call = `ARRAY(SELECT r.n FROM unnest(undecided_requests($requests, ${outcomes})) r ORDER BY 1)`;
      return sql.step<number[]>(call, requests);
    };

    it('keeps the requests without an outcome', async () => {
      expect(await undecided(`ARRAY['{"n": 2}', '{"n": 3}']::json[]`)).toEqual([1]);
      expect(await undecided(`'{}'::json[]`)).toEqual([1, 2, 3]);
    });
  });
});
