import { FileImportsJob } from '../../src/dashboard/products/file-imports/file-imports.job.js';
import { FileImportsService } from '../../src/dashboard/products/file-imports/file-imports.service.js';
import { file, imported, refused, reportOf, send } from '../support/shop/catalog-file.js';
import { execute } from '../support/database/database.js';
import { rowLock, whileLocked, whileQueued } from '../support/database/locks.js';
import { unique } from '../support/shop/given.js';
import { givenSuite } from '../support/shop/shop.js';

const { app, admin, shop } = await givenSuite();
// The tests decide when it looks for work.
await app.service(FileImportsJob).beforeApplicationShutdown();

const MR = 'Size:M|Colour:Red';
const LR = 'Size:L|Colour:Red';
const RM = 'Colour:Red|Size:M';
const RL = 'Colour:Red|Size:L';
const IMAGE = 'https://images.example.com/m.jpg';

const axis = (name: string, ...values: string[]) => ({ name, values });
const reordered = [axis('Colour', 'Red'), axis('Size', 'L', 'M')];

/** Makes a product with 5 and 7 units, a code, a picture, a plan's price, and an open order of one unit of M. */
async function givenVaried() {
  const sku = unique('VAR');
  await imported(
    app,
    'sku,name,base_price,delivery_charge,variations,stock,variation_codes,variation_images',
    `${sku},Var,10,1,Size:M|Size:L|Colour:Red,"${MR}=5\n${LR}=7","${MR}=C-M","${MR}=${IMAGE}"`,
  );
  await admin.plans.setPrice(shop.client.plan, sku, 8);
  const order = await shop.orders.place({ sku, quantity: 1, variation: 'red, m' });
  return { sku, order, before: await admin.products.get(sku) };
}

/** Ships and cancels open orders, to see that their units are where they look for them. */
const expectUnits = async (sku: string, stocks: Record<string, number>, order: string) => {
  expect(await shop.stockOf(sku)).toEqual(stocks);
  await shop.orders.cancel(order);
  const [first] = Object.keys(stocks) as [string];
  const back = Object.keys(stocks).find((key) => key.includes('Size:M')) ?? first;
  expect(await shop.stockOf(sku)).toEqual({ ...stocks, [back]: stocks[back]! + 1 });
  await app.expectInvariants();
};

const WRITTEN = [
  'Colour:Red|Size:L|Size:M',
  'COLOUR: RED | SIZE : l | SIZE : m',
  'Size:L|Colour:Red\u00a0|Size:\u3000M',
];

describe('variations in another order, letter case or blanks', () => {
  it.each(WRITTEN)('are the same ones by a file: %s', async (cell) => {
    const { sku, order, before } = await givenVaried();
    const content = file('sku,variations', `${sku},${cell}`);
    const dry = reportOf(await send(app, content, { dryRun: true }).expect(200));
    const report = await imported(app, 'sku,variations', `${sku},${cell}`);
    expect([dry, report]).toEqual([
      { ...report, dry_run: true },
      { dry_run: false, rows: 1, created: 0, updated: 0, unchanged: 1, problems: [] },
    ]);
    expect(await admin.products.get(sku)).toEqual(before);
    await expectUnits(sku, { [MR]: 4, [LR]: 7 }, order);
  });

  it('name the levels, codes and pictures of the same file', async () => {
    const { sku } = await givenVaried();
    const row = `${sku},COLOUR:red|size:l|size:m`;
    await imported(
      app,
      'sku,variations,stock,variation_codes,variation_images',
      `${row},"COLOUR:red|size:m=9\nSIZE:L|Colour:Red=8","Colour:Red|size:L=C-L","Colour:RED|Size:M=${IMAGE}"`,
    );
    expect(await admin.products.get(sku)).toMatchObject({
      variation_stocks: { [MR]: 8, [LR]: 8 },
      variation_codes: { [LR]: 'C-L' },
      variation_images: { [MR]: IMAGE },
    });
    expect(await refused(app, file('sku,stock', `${sku},"${MR}=1\nCOLOUR:red|size:m=2"`))).toEqual([
      '2 stock: names COLOUR:red|size:m more than once',
    ]);
    const codes = { [MR]: 'a', [RM]: 'b' };
    await admin.products
      .change(sku, { variation_codes: codes })
      .expectProblems('variation_codes unknown_key');
    await admin.stock.count(sku, { variation_stocks: { 'size:l|COLOUR:red': 3 } });
    expect(await shop.stockOf(sku)).toEqual({ [MR]: 8, [LR]: 3 });
  });

  it('are the same ones by PATCH, also with a value more and one less', async () => {
    const { sku, order, before } = await givenVaried();
    const variations = [axis('COLOUR', 'red'), axis('SIZE', 'l', 'm')];
    const after = await admin.products.change(sku, { variations });
    expect(after).toEqual({ ...before, updated_at: after.updated_at });
    const more = [axis('COLOUR', 'RED', 'Blue'), axis('Size', 'XL', 'l', 'M')];
    expect(await admin.products.change(sku, { variations: more })).toMatchObject({
      variations: [axis('Size', 'XL', 'M', 'L'), axis('Colour', 'Red', 'Blue')],
      variation_stocks: { [MR]: 4, [LR]: 7, 'Size:XL|Colour:Blue': 0 },
      variation_codes: { [MR]: 'C-M' },
    });
    await admin.products.change(sku, { variations: before.variations });
    await expectUnits(sku, { [MR]: 4, [LR]: 7 }, order);
  });

  it('find their stock again after they were not offered', async () => {
    const { sku, order, before } = await givenVaried();
    await imported(app, 'sku,variations', `${sku},`);
    expect((await admin.products.get(sku)).stock_qty).toBe(0);
    await imported(app, 'sku,variations', `${sku},COLOUR:RED|size:l|size:m`);
    expect(await admin.products.get(sku)).toMatchObject({
      variation_stocks: before.variation_stocks,
      variation_codes: before.variation_codes,
    });
    await expectUnits(sku, { [MR]: 4, [LR]: 7 }, order);
  });

  it('stay refused where one product has them twice', async () => {
    const { sku } = await givenVaried();
    const [problem] = await refused(app, file('sku,variations', `${sku},Size:M|Size:m`));
    expect(problem).toMatch(/differ in more than case/);
  });
});

describe('PATCH with reorder_variations', () => {
  it('gives combinations other keys, and says so, with stock, texts, prices and orders', async () => {
    const { sku, order } = await givenVaried();
    const shipped = await shop.orders.place({ sku, quantity: 2, variation: LR });
    await admin.orders.pay(shipped);
    await admin.orders.ship(shipped);
    const body = { variations: reordered, reorder_variations: true };
    expect(await admin.products.change(sku, body)).toMatchObject({
      variations: reordered,
      variation_stocks: { [RL]: 5, [RM]: 4 },
      variation_codes: { [RM]: 'C-M' },
      variation_images: { [RM]: IMAGE },
      plan_prices: { [shop.client.plan]: 8 },
      warnings: ['Stores see other keys in variation_stocks.'],
    });
    await expectUnits(sku, { [RL]: 5, [RM]: 4 }, order);
    await admin.orders.recordReturn(shipped, [{ line: 1, quantity: 1 }]);
    await admin.orders.return(shipped);
    await admin.orders.inspect(shipped, [{ line: 1, good: 1, scrap: 0 }]);
    expect(await shop.stockOf(sku)).toEqual({ [RL]: 6, [RM]: 5 });

    // And back, with a value in another letter case.
    const back = [axis('Size', 'M', 'L'), axis('Colour', 'red')];
    await admin.products.change(sku, { variations: back, reorder_variations: true });
    expect(await shop.stockOf(sku)).toEqual({ 'Size:M|Colour:red': 5, 'Size:L|Colour:red': 6 });
    expect(await admin.products.get(sku)).toMatchObject({
      variation_codes: { 'Size:M|Colour:red': 'C-M' },
    });
    await app.expectInvariants();
  });

  it('leaves units out of sale that an earlier order of the variations has', async () => {
    const { sku, order } = await givenVaried();
    for (const key of [RM, RL.toLowerCase()]) {
      const level = `SELECT id, '${key}', 3 FROM products WHERE sku = '${sku}'`;
      await execute(
        app.connection,
        `INSERT INTO stock_levels (product_id, variation_key, on_hand) ${level}`,
        `INSERT INTO stock_movements (product_id, variation_key, delta, reason)
          SELECT *, 'counted by 1.4.0' FROM (${level}) level`,
      );
    }
    const body = { variations: reordered, reorder_variations: true };
    await admin.products.change(sku, body);
    await expectUnits(sku, { [RL]: 7, [RM]: 4 }, order);
  });

  it('warns of no other keys where only values change their places', async () => {
    const { sku } = await givenVaried();
    const variations = [axis('Size', 'L', 'M'), axis('Colour', 'Red')];
    const after = await admin.products.change(sku, { variations, reorder_variations: true });
    expect([after.variations, after.warnings]).toEqual([variations, undefined]);
  });
});

describe('a change that takes units out of sale', () => {
  const warning =
    '11 units would no longer be for sale: their variations are not offered any more. ' +
    'From 1.6.0 on, such a change needs confirm.';

  it('says so in a dry run, in the report, and in the background', async () => {
    const { sku } = await givenVaried();
    const content = file('sku,variations', `${sku},Size:XL|Colour:Red`);
    const effect = { stock_out_of_sale: 11, warnings: [warning] };
    expect(reportOf(await send(app, content, { dryRun: true }))).toMatchObject(effect);
    const { id } = await admin.upload('uploadCatalogImport', content, 'file_name=a.csv');
    await app.service(FileImportsService).runNext();
    expect(await admin.call('getCatalogImport', id)).toMatchObject({ report: effect });
    expect(reportOf(await send(app, content))).toMatchObject(effect);
    expect(reportOf(await send(app, content))).not.toHaveProperty('stock_out_of_sale');
    const clear = file('sku,variations', `${sku},`);
    const confirmed = await app.adminFile('products/import?confirm=true', clear, 'text/csv');
    expect(reportOf(confirmed)).not.toHaveProperty('warnings');
  });

  it('says so in the answer of PATCH, unless it is confirmed', async () => {
    const { sku, before } = await givenVaried();
    const variations = [axis('Size', 'XL'), axis('Colour', 'Red')];
    expect(await admin.products.change(sku, { variations })).toMatchObject({
      stock_out_of_sale: 11,
      warnings: [warning],
    });
    await admin.products.change(sku, { variations: before.variations });
    const after = await admin.products.change(sku, { variations, confirm: true });
    expect([after.stock_out_of_sale, after.warnings]).toEqual([11, undefined]);
  });

  it('says so of a product that had no variations', async () => {
    const { sku } = await admin.products.create({ stock_qty: 3 });
    const variations = [axis('Size', 'M')];
    expect(await admin.products.change(sku, { variations })).toMatchObject({
      stock_out_of_sale: 3,
    });
  });
});

describe('a change of the keys at the same time', () => {
  const body = { variations: reordered, reorder_variations: true };

  it('an import reads the variations again that a person reorders', async () => {
    const { sku } = await givenVaried();
    const content = file('sku,variations,stock', `${sku},size:l|size:m|COLOUR:red,"${MR}=20"`);
    const [, response] = await whileQueued(app, rowLock('products', sku, 'sku'), [
      () => admin.products.change(sku, body).status(),
      async () => send(app, content),
    ]);
    expect(response.status).toBe(200);
    expect(await shop.stockOf(sku)).toEqual({ [RL]: 7, [RM]: 19 });
    await app.expectInvariants();
  });

  it('two imports of the same product keep its keys, or one is asked to wait', async () => {
    const { sku } = await givenVaried();
    const calls = WRITTEN.map((cell) => send(app, file('sku,variations', `${sku},${cell}`)));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect([200, 409]).toEqual(expect.arrayContaining(statuses));
    expect(await shop.stockOf(sku)).toEqual({ [MR]: 4, [LR]: 7 });
  });

  it.each([
    ['cancel', 5],
    ['ship', 4],
    ['place', 3],
  ] as const)(
    'lets people %s an order while the keys of its product change',
    async (step, left) => {
      const { sku, order } = await givenVaried();
      if (step === 'ship') await admin.orders.pay(order);
      const steps = {
        cancel: () => shop.orders.cancel(order).status(),
        ship: () => admin.orders.ship(order).status(),
        place: () => shop.orders.place({ sku, quantity: 1, variation: MR }).status(),
      };
      const id = `(SELECT id FROM products WHERE sku = '${sku}')`;
      const lock = `SELECT FROM stock_levels WHERE product_id = ${id} FOR UPDATE`;
      const change = () => admin.products.change(sku, body).status();
      const statuses = await whileQueued(app, lock, [change, steps[step]]);
      expect(statuses.map((status) => status < 300)).toEqual([true, true]);
      expect(await shop.stockOf(sku)).toEqual({ [RL]: 7, [RM]: left });
      await app.expectInvariants();
    },
  );

  it('a shipment that has begun gets its stock before its keys change', async () => {
    const { sku } = await givenVaried();
    const id = `(SELECT id FROM products WHERE sku = '${sku}')`;
    const lock = `SELECT FROM order_items WHERE product_id = ${id} FOR UPDATE`;
    const before = `SELECT FROM stock_levels WHERE product_id = ${id} FOR UPDATE NOWAIT`;
    const change = () => admin.products.change(sku, body).status();
    expect(await whileLocked(app, { lock, waiting: 1, before }, change)).toBe(200);
    await app.expectInvariants();
  });
});
