import { allPages } from '../../support/call.js';
import { givenProduct, unique } from '../../support/shop/given.js';
import { whileLocked } from '../../support/database/locks.js';
import { givenOrderOf } from '../../support/shop/order-actions.js';
import { givenSuite } from '../../support/shop/shop.js';

const SIZES = [{ name: 'Size', values: ['L', 'M (slim)'] }];
const { app, admin, shop } = await givenSuite();

/** Places an order of some units of a product, paid. */
const order = (sku: string, quantity: number) => givenOrderOf(shop, sku, quantity, 'pay');

/** Lists the SKUs that the list of stock counts has for a query. */
const found = async (query: Record<string, string>): Promise<string[]> => {
  const { data } = await admin.counts.overview(query);
  return data.map(({ sku, variation_key: key }) => `${sku} ${key}`.trim());
};

describe('the stock of all products', () => {
  it('can be filtered by out, low, reserved and sold', async () => {
    const [out, low, held, sold] = ['A-OUT', 'A-LOW', 'A-HELD', 'A-SOLD'] as const;
    await givenProduct(app, { sku: out, stock: 2 });
    await givenProduct(app, { sku: low, stock: 9 });
    await givenProduct(app, { sku: held, stock: 50 });
    await givenProduct(app, { sku: sold, stock: 50 });
    await order(out, 2);
    await order(held, 1);
    await admin.orders.ship(await order(sold, 3));
    const q = 'A-';
    expect(await found({ q, state: 'out' })).toEqual([out]);
    expect(await found({ q, state: 'low' })).toEqual([low, out]);
    expect(await found({ q, state: 'low', below: '50' })).toEqual([held, low, out, sold]);
    expect(await found({ q, state: 'reserved' })).toEqual([held, out]);
    expect(await found({ q, sold: 'true' })).toEqual([sold]);
    expect(await found({ q: 'product a-h' })).toEqual([held]);
    const { data } = await admin.counts.overview({ q: held });
    expect(data).toEqual([
      {
        sku: held,
        name: `Product ${held}`,
        variation_key: '',
        shelf: null,
        on_hand: 50,
        reserved: 1,
        available: 49,
        shipped_last_week: 0,
      },
    ]);
  });

  it('is found by a whole GTIN, and by the code of a combination', async () => {
    const variation_codes = { 'Size:L': 'CODE-L', 'Size:M (slim)': 'CODE-M' };
    const { sku } = await givenProduct(app, { gtin: '8901030865275' });
    const sized = await givenProduct(app, {
      variations: SIZES,
      stock: { 'Size:L': 3, 'Size:M (slim)': 2 },
    });
    await admin.products.change(sized.sku, { variation_codes });
    expect(await found({ q: '8901030865275' })).toEqual([sku]);
    expect(await found({ q: '8901030865' })).toEqual([]);
    expect(await found({ q: 'CODE-M' })).toEqual([`${sized.sku} Size:M (slim)`]);
  });

  it('counts units shipped in a week by the time, also after the clock was set back', async () => {
    const { id, sku } = await givenProduct(app, { stock: 50 });
    // The first movement has a later time than the next one, and the last one is too old.
    await app.sql`INSERT INTO stock_movements (product_id, variation_key, delta, reason, order_id, created_at)
        SELECT ${id}, '', delta, 'shipped', 900000000, now() - age::interval
        FROM (VALUES (-3, '1 day'), (-2, '6 days'), (-4, '8 days'), (9, '1 day')) moved (delta, age)`;
    const { data } = await admin.counts.overview({ q: sku, sold: 'true' });
    expect(data).toMatchObject([{ sku, shipped_last_week: 5 }]);
  });

  it('omits empty levels of variations that are not offered and of inactive products', async () => {
    const q = unique('SHIRT');
    const stock = { 'Size:L': 0, 'Size:M (slim)': 4 };
    const { sku } = await givenProduct(app, { sku: q, variations: SIZES, stock });
    await givenProduct(app, { sku: `${q}-GONE`, stock: 0, active: false });
    expect(await found({ q })).toEqual([`${sku} Size:L`, `${sku} Size:M (slim)`]);
    await admin.products.change(sku, { variations: [{ name: 'Size', values: ['XL'] }] });
    expect(await found({ q })).toEqual([`${sku} Size:M (slim)`, `${sku} Size:XL`]);
  });

  it('shows every level once, in order, over its pages, exports all of them, and refuses an invalid cursor', async () => {
    const q = unique('漢"PAGE');
    const stock = { 'Size:L': 1, 'Size:M (slim)': 2 };
    for (const end of ['a', 'b']) {
      await givenProduct(app, { sku: `${q}${end}`, variations: SIZES, stock });
    }
    const pages = await allPages(1, (query) => admin.counts.overview({ q, ...query }));
    const keys = pages.flat().map(({ sku, variation_key: key }) => `${sku.at(-1)} ${key}`);
    const expected = ['a Size:L', 'a Size:M (slim)', 'b Size:L', 'b Size:M (slim)'];
    expect(keys).toEqual(expected);
    expect(await admin.file('stock/export', { q })).toHaveLength(1 + expected.length);
    for (const cursor of ['x', 'NjE', Buffer.from('00.').toString('base64url')]) {
      expect(await admin.counts.overview({ cursor }).problems()).toEqual(['cursor invalid_cursor']);
    }
  });

  it('records movements with person, reason, and units before and after', async () => {
    const { sku } = await givenProduct(app, { stock: 10 });
    await admin.stock.adjust(sku, { delta: -2, reason: 'damaged' });
    const shipped = await order(sku, 3);
    await admin.orders.ship(shipped);
    await admin.stock.count(sku, { stock_qty: 7 });
    const pages = await allPages(2, (query) => admin.stock.movements(sku, query));
    const { data: second } = await admin.stock.movements(sku, { limit: 500 });
    expect(pages.flat()).toEqual(second);
    const moves = second.map((move) => [
      ...[move.on_hand_before, move.on_hand_after, move.reason, move.actor, move.order_number],
    ]);
    expect(moves).toEqual([
      [5, 7, 'counted', 'operator', null],
      [8, 5, 'shipped', 'operator', shipped],
      [10, 8, 'damaged', 'operator', null],
      [0, 10, 'opening stock', 'service', null],
    ]);
  });
});

/** Makes a sheet with numbers for some SKUs. */
const counted = (sheet: readonly string[], counts: Record<string, number | string>): string[] =>
  sheet.map((line) => {
    const [sku = '', variation, name, shelf, expected, , last] = line.split(',');
    return sku in counts ? [sku, variation, name, shelf, expected, counts[sku], last].join() : line;
  });

describe('a count sheet', () => {
  it('is downloaded, and returns an outcome for each row', async () => {
    const q = unique('CS');
    const [more, same, held, left] = [`${q}-1`, `${q}-2`, `${q}-3`, `${q}-4`] as const;
    for (const sku of [more, same, held, left]) {
      await givenProduct(app, { sku, stock: 10, shelf: 'A-1' });
    }
    await order(held, 4);
    const sheet = await admin.counts.sheet({ q });
    expect(sheet[0]).toBe('sku,variation,name,shelf,expected,counted,last_movement');
    expect(sheet[1]).toMatch(new RegExp(`^${more},,Product ${more},A-1,10,,\\d+$`));
    const lines = [
      ...counted(sheet, { [more]: 12, [same]: 10, [held]: 3 }),
      ...['NO-SUCH,,,,1,1,0', `${more},,,,1,1,0`, `${same},,,,1,many,0`, `${left},,,,1,9,`],
    ];
    const expected = {
      rows: 8,
      set: 1,
      unchanged: 1,
      skipped: 1,
      refused: 5,
      outcomes: [
        { line: 2, sku: more, outcome: 'set', on_hand: 10, counted: 12, problem: null },
        { line: 4, sku: held, outcome: 'below_reserved', on_hand: 10, counted: 3 },
        { line: 6, sku: 'NO-SUCH', outcome: 'unknown', on_hand: null },
        { line: 7, sku: more, outcome: 'invalid', problem: 'is already on line 2' },
        { line: 8, sku: same, outcome: 'invalid', on_hand: null },
        { line: 9, sku: left, outcome: 'invalid' },
      ],
    };
    const dry = await admin.counts.applySheet(lines, { dry_run: 'true' });
    expect(dry).toMatchObject({ dry_run: true, ...expected });
    expect(await admin.onHand(more)).toBe(10);
    expect(await admin.counts.applySheet(lines)).toMatchObject({ dry_run: false, ...expected });
    expect(await admin.onHand(more)).toBe(12);

    const again = await admin.counts.applySheet(lines);
    expect(again).toMatchObject({ set: 0, unchanged: 2, refused: 5 });
  });

  it('refuses rows whose stock moved since it was made, even if the number fits by chance', async () => {
    const q = unique('MOVED');
    const { sku } = await givenProduct(app, { sku: q, stock: 10 });
    const sheet = await admin.counts.sheet({ q });
    await admin.orders.ship(await order(sku, 1));
    for (const count of [10, 9]) {
      const { outcomes } = await admin.counts.applySheet(counted(sheet, { [sku]: count }));
      const problem = 'moved since the sheet was made, 9 on hand now: count it again';
      expect(outcomes).toMatchObject([{ outcome: 'moved', on_hand: 9, problem }]);
    }
    const fresh = counted(await admin.counts.sheet({ q }), { [sku]: 8 });
    expect(await admin.counts.applySheet(fresh)).toMatchObject({ set: 1, refused: 0 });
  });

  it('does not lose a shipment that is stored while it is applied', async () => {
    const { id, sku } = await givenProduct(app, { sku: unique('RACE'), stock: 10 });
    const lines = counted(await admin.counts.sheet({ q: sku }), { [sku]: 12 });
    const lock = `UPDATE stock_levels SET on_hand = on_hand - 1 WHERE product_id = ${id}`;
    const before = `INSERT INTO stock_movements (product_id, variation_key, delta, reason)
      VALUES (${id}, '', -1, 'shipped')`;
    const apply = async () => admin.counts.applySheet(lines);
    const report = await whileLocked(app, { lock, waiting: 1, before }, apply);
    expect(report).toMatchObject({ set: 0, outcomes: [{ outcome: 'moved', on_hand: 9 }] });
    expect(await admin.onHand(sku)).toBe(9);
  });

  it.each([
    ['', 'is missing: the file is empty'],
    ['sku,counted', 'must name the columns sku, variation, counted, last_movement'],
    ['sku,variation,counted,last_movement', 'has no rows below it'],
  ])('is refused without its columns and rows: %j', async (header, problem) => {
    const data = { problem: expect.stringContaining(problem) };
    await admin.counts.applySheet([header]).expectRefusal(422, 'import_refused', { data });
  });
});
