import { PlacingSql, type Items, type Outcome } from '../../support/database/placing-sql.js';

const sql = await PlacingSql.open();
beforeEach(async () => {
  await sql.renew();
  await sql.givenProduct('Pan', 5);
  await sql.givenProduct('Pot', 0);
  await sql.givenProduct('Lid', 9);
});

/** Returns the orders of a batch that are refused because of the stock. */
const refuse = async (batch: Items[], wait = false): Promise<Outcome[]> =>
  sql.outcomes(
    `find_refused_orders($requests, $lines, NULL, ${wait})`,
    batch.map((items, index) => sql.request(index + 1, items)),
  );
const shortage = (product: string, requested: number, available: number): object => ({
  productId: sql.id(product),
  variationKey: '',
  requested,
  available,
});

// test/lab/properties/placing compares other batches with 1.5.0.
describe('find_refused_orders', () => {
  it('reports a level locked elsewhere as busy, and one that does not exist as short after waiting', async () => {
    const holder = await sql.transaction();
    await sql.lock(holder, 'Lid');
    expect(await refuse([{ Lid: 1 }, { Pan: 1 }])).toEqual([{ n: 1, outcome: 'busy' }]);
    await holder.rollback();
    await sql.value('DELETE FROM stock_levels WHERE product_id = $1', [sql.id('Lid')]);
    expect(await refuse([{ Lid: 1 }], true)).toEqual([
      { n: 1, outcome: 'short', shortages: [shortage('Lid', 1, 0)] },
    ]);
  });

  it('takes nothing from the others for a busy request', async () => {
    const holder = await sql.transaction();
    await sql.lock(holder, 'Lid');
    expect(await refuse([{ Pan: 3, Lid: 1 }, { Pan: 5 }])).toEqual([
      { n: 1, outcome: 'busy' },
      { n: 2, outcome: 'again' },
    ]);
    await holder.rollback();
  });
});
