import {
  PlacingSql,
  type Items,
  type Level,
  type Outcome,
} from '../../support/database/placing-sql.js';

const sql = await PlacingSql.open();
for (const product of ['Pan', 'Pot', 'Lid']) await sql.givenProduct(product, 10);

describe('the stock of a batch', () => {
  it('list_stock_needs adds up what each request needs, and leaves test orders out', async () => {
    const requests = [
      sql.request(1, { Pan: 2, Pot: 1 }),
      sql.request(2, { Pan: 3 }),
      sql.request(3, { Pan: 9 }, { is_test: true }),
    ];
    const needs = await sql.step<{ n: number; product_id: number; quantity: number }[]>(
      'list_stock_needs($requests, $lines || $lines)',
      requests,
    );
    const found = needs.map(({ n, product_id: id, quantity }) => `${n}: ${quantity} of ${id}`);
    expect(found.sort()).toEqual(
      [`1: 4 of ${sql.id('Pan')}`, `1: 2 of ${sql.id('Pot')}`, `2: 6 of ${sql.id('Pan')}`].sort(),
    );
  });

  describe('lock_stock_levels', () => {
    const lock = async (items: Items, wait: boolean): Promise<[number, number][]> => {
      const levels = await sql.step<{ product_id: number; available: number }[]>(
        `lock_stock_levels($needs, ${wait})`,
        [sql.request(1, items)],
      );
      return levels.map(({ product_id: id, available }) => [id, available]);
    };

    it('returns the available units of each level, by key', async () => {
      await sql.place([sql.request(1, { Pot: 4 })]);
      const expected = [
        [sql.id('Pan'), 10],
        [sql.id('Pot'), 6],
      ];
      for (const wait of [true, false]) {
        expect(await lock({ Pot: 1, Pan: 1 }, wait)).toEqual(expected);
      }
    });

    it('skips a level that another transaction has locked', async () => {
      const holder = await sql.transaction();
      await sql.lock(holder, 'Pan');
      expect(await lock({ Pan: 1, Lid: 1 }, false)).toEqual([[sql.id('Lid'), 10]]);
      await holder.rollback();
    });

    it('waits for the lock if allowed, and sees the changes of that transaction', async () => {
      const holder = await sql.transaction();
      await holder.query('UPDATE stock_levels SET on_hand = 3 WHERE product_id = $1', [
        sql.id('Lid'),
      ]);
      const locking = lock({ Lid: 1 }, true);
      await sql.someSessionWaits(holder);
      await holder.commit();
      expect(await locking).toEqual([[sql.id('Lid'), 3]]);
    });

    it('skips a level that does not exist', async () => {
      const requests = [sql.request(1, { Pan: 1 })];
      const missing = `ARRAY[ROW(1, 0, '', 1)::stock_need]`;
      for (const wait of [true, false]) {
        expect(await sql.step(`lock_stock_levels(${missing}, ${wait})`, requests)).toEqual([]);
      }
    });
  });

  describe('refuse_by_stock', () => {
    const refuse = async (batch: Items[], levels: Level[], wait = false): Promise<Outcome[]> =>
      sql.outcomes(
        `refuse_by_stock($needs, $levels, ${wait})`,
        batch.map((items, index) => sql.request(index + 1, items)),
        levels,
      );
    const shortage = (product: string, requested: number, available: number): object => ({
      productId: sql.id(product),
      variationKey: '',
      requested,
      available,
    });

    it('accepts all requests that fit together', async () => {
      const levels = [
        { product: 'Pan', available: 5 },
        { product: 'Pot', available: 1 },
      ];
      expect(await refuse([{ Pan: 2 }, { Pan: 3, Pot: 1 }], levels)).toEqual([]);
    });

    it('serves requests in order and reports the remaining units to the others', async () => {
      const levels = [{ product: 'Pan', available: 5 }];
      expect(await refuse([{ Pan: 4 }, { Pan: 2 }], levels)).toEqual([
        { n: 2, outcome: 'short', shortages: [shortage('Pan', 2, 1)] },
      ]);
    });

    it('reports exactly the levels that are short', async () => {
      const levels = [
        { product: 'Pan', available: 1 },
        { product: 'Pot', available: 9 },
        { product: 'Lid', available: 0 },
      ];
      const [outcome] = await refuse([{ Pan: 2, Pot: 2, Lid: 2 }], levels);
      expect(outcome).toMatchObject({ n: 1, outcome: 'short' });
      expect(outcome?.shortages).toHaveLength(2);
      expect(outcome?.shortages).toEqual(
        expect.arrayContaining([shortage('Pan', 2, 1), shortage('Lid', 2, 0)]),
      );
    });

    it('retries a request that was short only because of a refused one', async () => {
      // The second one fits with the first gone: the first takes nothing, because its pots are short.
      const levels = [
        { product: 'Pan', available: 5 },
        { product: 'Pot', available: 0 },
      ];
      expect(await refuse([{ Pan: 5, Pot: 1 }, { Pan: 1 }], levels)).toEqual([
        { n: 1, outcome: 'short', shortages: [shortage('Pot', 1, 0)] },
        { n: 2, outcome: 'again' },
      ]);
    });

    it('reports a level locked elsewhere as busy, or as short after waiting for it', async () => {
      expect(await refuse([{ Pan: 1 }], [])).toEqual([{ n: 1, outcome: 'busy' }]);
      expect(await refuse([{ Pan: 1 }], [], true)).toEqual([
        { n: 1, outcome: 'short', shortages: [shortage('Pan', 1, 0)] },
      ]);
    });

    it('a busy request takes nothing from the others', async () => {
      const levels = [{ product: 'Pan', available: 5 }];
      expect(await refuse([{ Pan: 3, Pot: 1 }, { Pan: 5 }], levels)).toEqual([
        { n: 1, outcome: 'busy' },
        { n: 2, outcome: 'again' },
      ]);
    });
  });
});
