import { ORDER_TEXT_NAMES, ORDER_TEXTS } from '../../src/orders/order-texts.js';
import { givenOrderOf } from '../support/shop/order-actions.js';
import { EXAMPLE_TEXTS, givenProduct, givenShirt } from '../support/shop/given.js';
import { TestBrowser } from '../support/shop/people.js';
import { givenSuite, givenTestShop } from '../support/shop/shop.js';
import { pagesOf, pageSizesOf } from '../support/tax/read-pdf.js';

const { app, admin, shop } = await givenSuite();
const { sku } = await givenProduct(app);

const pagesIn = async ({ body }: { body: unknown }): Promise<string[]> => pagesOf(body as Buffer);

describe('the papers of the warehouse', () => {
  const slips = (query: string) => app.admin('get', `slips?${query}`).responseType('blob');
  const pickList = (query: string) =>
    app.admin('get', `orders/pick-list/pdf?${query}`).responseType('blob');

  it('are slips of the orders with units left to ship, in the given order, on the paper of the last print', async () => {
    const { sku: shirt } = await givenShirt(app);
    const rest = { store_order_id: 'S-77', ...EXAMPLE_TEXTS };
    const one = await shop.orders.place({ sku: shirt, quantity: 3, variation: 'M / Red' }, rest);
    await admin.orders.pay(one);
    const two = await shop.orders.place({ sku: shirt, quantity: 1, variation: 'M / Red' });
    await admin.orders.pay(two);
    const [unpaid, shipped] = [
      await shop.placeNew(),
      await givenOrderOf(shop, sku, 1, 'pay', 'ship'),
    ];
    await admin.orders.ship(one, { items: [{ line: 1, quantity: 1 }] });
    const test = await (await givenTestShop(shop)).placeNew();
    const orders = [two, unpaid, one, shipped, test, 'WO-0000000000'].join();

    const labels = await slips(`orders=${orders}&paper=100x150`).expect(200);
    const [first, second, ...more] = await pagesIn(labels);
    expect(first).toContain(two);
    expect(second!.replaceAll(/\s+/g, ' ')).toMatch(
      /Your order S-77 · The rest of a part delivery/,
    );
    expect(second).toMatch(/M \/ Red +2/);
    for (const name of ORDER_TEXT_NAMES) {
      const { label, example } = ORDER_TEXTS[name];
      expect(second).toContain(`${label}: ${example}`);
    }
    expect(second).not.toMatch(/₹|\d\.\d\d/);
    expect(more).toEqual([]);

    await app.admin('put', 'brand/slip-paper', { paper: 'a4x4' }).expect(200);
    const remembered = await slips(`orders=${orders}`).expect(200);
    expect(await pageSizesOf(remembered.body as Buffer)).toEqual(['595 x 842']);
    const list = await pickList(`orders=${orders}`).expect(200);
    const [page] = await pagesIn(list);
    expect(page!.indexOf(two)).toBeLessThan(page!.indexOf(one));
    expect(page).toContain('Size M, Colour Red');
    const shelves = await pickList(`orders=${orders}&by=shelf`).expect(200);
    expect((await pagesIn(shelves))[0]).toMatch(/2 orders, 3 units[^]*Red +3/);
  });

  it('name the wholesaler as the sender if the setting says so', async () => {
    const order = await givenOrderOf(shop, sku, 1, 'pay');
    await app.admin('put', 'brand', { name: 'Godown', sender: 'wholesaler' }).expect(200);
    const slip = await slips(`orders=${order}`).expect(200);
    expect((await pagesIn(slip))[0]).toMatch(/Godown[^]+For /);
    await app.admin('put', 'brand', {}).expect(200);
    const again = await slips(`orders=${order}`).expect(200);
    expect((await pagesIn(again))[0]).not.toContain('Godown');
  });

  it('are refused without an order that can be shipped, with too many, and on an unknown paper', async () => {
    const unpaid = await shop.placeNew();
    const nothing = await app.admin('get', `slips?orders=${unpaid}`).expect(404);
    expect(nothing.body).toMatchObject({ code: 'order_not_found' });
    const many = Array.from({ length: 201 }, (_, index) => `WO-${index}`).join();
    for (const [query, field, code] of [
      ['', 'orders', 'required'],
      ['orders=WO 1', 'orders', 'list_expected'],
      [`orders=${many}`, 'orders', 'too_many'],
      [`orders=${unpaid}&paper=letter`, 'paper', 'unknown_value'],
    ]) {
      const { body } = await app.admin('get', `slips?${query}`).expect(422);
      expect(body).toMatchObject({ errors: [{ field, code }] });
    }
    await app.admin('put', 'brand/slip-paper', { paper: 'letter' }).expect(422);
  });

  it('are for the warehouse, which chooses the paper, too', async () => {
    const order = await givenOrderOf(shop, sku, 1, 'pay');
    const warehouse = await TestBrowser.ofOperator(app, ['warehouse']);
    expect((await warehouse.admin('get', `slips?orders=${order}`)).status).toBe(200);
    const put = await warehouse.admin('put', 'brand/slip-paper', { paper: 'a4x2' });
    expect(put.status).toBe(200);
    const { data } = await warehouse.admin('get', 'brand').then(({ body }) => body);
    expect(data).toMatchObject({ slip_paper: 'a4x2', sender: 'client' });
    const [entry] = await app.sql<{ before: object; after: object }>`
      SELECT before, after FROM audit_entries WHERE action = 'brand.slip_paper_changed' ORDER BY id DESC LIMIT 1`;
    expect(entry).toEqual({ before: { slip_paper: 'a4x4' }, after: { slip_paper: 'a4x2' } });
  });
});
