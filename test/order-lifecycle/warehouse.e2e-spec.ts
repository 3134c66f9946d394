import { Admin } from '../support/shop/admin.js';
import { TestApp } from '../support/app.js';
import { allPages } from '../support/call.js';
import { givenProduct, givenShirt, ISO_UTC } from '../support/shop/given.js';
import { givenShop, givenTestShop, type Shop } from '../support/shop/shop.js';

let app: TestApp;
let admin: Admin;
let shop: Shop;
beforeAll(async () => {
  app = await TestApp.start();
  admin = new Admin(app);
  shop = await givenShop(app);
});
afterAll(() => app.expectInvariants());
afterAll(() => app.stop());

type Items = Parameters<Shop['orders']['place']>[0];

async function givenPaidOrder(items: Items): Promise<string> {
  const order = await shop.orders.place(items);
  await admin.orders.pay(order);
  return order;
}

describe('the movements of a product', () => {
  it('list every change of its stock with reason and order, newest first, in pages', async () => {
    const { sku } = await givenShirt(app);
    const [red, blue] = ['Size:M|Colour:Red', 'Size:L|Colour:Blue'];
    await admin.stock.adjust(sku, { delta: -2, variation_key: red, reason: 'damaged' });
    const order = await givenPaidOrder({ sku, quantity: 3, variation: blue });
    await admin.orders.ship(order);

    const pages = await allPages(4, (page) => admin.stock.movements(sku, page));
    const [shipped, adjusted, ...counted] = pages.flat();
    const base = { id: expect.any(Number), at: expect.stringMatching(ISO_UTC) };
    expect(shipped).toEqual({
      ...base,
      ...{ variation_key: blue, delta: -3, on_hand_before: 10, on_hand_after: 7 },
      ...{ reason: expect.any(String), order_number: order, actor: 'operator' },
    });
    expect(adjusted).toEqual({
      ...base,
      ...{ variation_key: red, delta: -2, on_hand_before: 10, on_hand_after: 8 },
      ...{ reason: 'damaged', order_number: null, actor: 'operator' },
    });
    expect(counted.map(({ delta }) => delta)).toEqual([10, 10, 10, 10]);
  });

  it('belong to one product, under its current SKU', async () => {
    const { sku } = await givenProduct(app, { stock: 7 });
    await givenProduct(app, { stock: 8 });
    await admin.products.change(sku, { sku: `${sku}-NEW` });
    expect((await admin.stock.movements(`${sku}-NEW`)).data).toMatchObject([{ delta: 7 }]);
    await admin.stock.movements(sku).refused(404);
  });
});

describe('the pick list', () => {
  /** Returns the pick list of some orders as order, line, SKU and quantity. */
  const toPick = async (...orders: string[]): Promise<string[]> => {
    const pages = await allPages(2, (page) => admin.orders.pickList(page));
    return pages
      .flat()
      .filter(({ order_number: number }) => orders.includes(number))
      .flatMap(({ order_number: number, lines }) =>
        lines.map(({ line, sku, quantity }) => `${number} ${line} ${sku} ${quantity}`),
      );
  };

  it('lists the units left to ship of paid orders, oldest order first', async () => {
    const [one, two] = [await givenProduct(app), await givenProduct(app)];
    const first = await givenPaidOrder([
      { sku: one.sku, quantity: 3 },
      { sku: two.sku, quantity: 2 },
    ]);
    const second = await givenPaidOrder({ sku: two.sku, quantity: 4 });
    const unpaid = await shop.orders.place({ sku: one.sku, quantity: 1 });
    const all = [first, second, unpaid];
    const rest = [`${first} 2 ${two.sku} 2`, `${second} 1 ${two.sku} 4`];
    expect(await toPick(...all)).toEqual([`${first} 1 ${one.sku} 3`, ...rest]);

    await admin.orders.ship(first, { items: [{ line: 1, quantity: 1 }] });
    expect(await toPick(...all)).toEqual([`${first} 1 ${one.sku} 2`, ...rest]);
    await admin.orders.ship(first, { items: [{ line: 1, quantity: 2 }] });
    expect(await toPick(...all)).toEqual(rest);
    await admin.orders.close(first);
    await admin.orders.cancel(second);
    expect(await toPick(...all)).toEqual([]);
  });

  it('shows the variation, the shelf and the customer', async () => {
    const { sku } = await givenShirt(app);
    await admin.products.change(sku, { shelf: 'A-04-2' });
    const { name } = await admin.clients.get(shop.client.id);
    const order = await givenPaidOrder({ sku, quantity: 1, variation: 'M / Red' });
    const { data } = await admin.orders.pickList({ sort: '-created_at', limit: 1 });
    expect(data).toEqual([
      {
        ...{ order_number: order, client_id: shop.client.id, status: 'pending', on_hold: false },
        missing_for_invoice: [],
        ...{ client_name: name, store_order_id: null, notes: null },
        created_at: expect.stringMatching(ISO_UTC),
        customer: { name: 'Asha Verma', phone: '+91 98765 43210' },
        shipping: {
          ...{ address: '14, Lake View Road', city: 'Bengaluru', state: 'Karnataka' },
          ...{ pincode: '560001', country: 'India' },
        },
        lines: [
          expect.objectContaining({
            line: 1,
            sku,
            variation: 'M / Red',
            variation_key: 'Size:M|Colour:Red',
            shelf: 'A-04-2',
            quantity: 1,
          }),
        ],
      },
    ]);
  });

  it('can be limited to some orders, and omits fully shipped ones', async () => {
    const { sku } = await givenProduct(app);
    const [one, two, shipped] = [
      await givenPaidOrder({ sku, quantity: 1 }),
      await givenPaidOrder({ sku, quantity: 2 }),
      await givenPaidOrder({ sku, quantity: 3 }),
    ];
    await admin.orders.ship(shipped);
    const picked = async (...numbers: string[]) =>
      (await admin.orders.pickList({ order_numbers: numbers.join(',') })).data.map(
        ({ order_number: number }) => number,
      );
    expect(await picked(two, shipped, 'WO-0000000000')).toEqual([two]);
    expect(await picked(two, one)).toEqual([one, two]);
    for (const bad of [
      '',
      ',',
      'WO 1',
      Array(201)
        .fill(one)
        .map((n, i) => `${n}${i}`)
        .join(),
    ]) {
      expect(await admin.orders.pickList({ order_numbers: bad }).problems()).toEqual([
        'order_numbers list_expected',
      ]);
    }
  });

  it('contains no test orders', async () => {
    const { sku } = await givenProduct(app);
    const test = await givenTestShop(shop);
    const order = await test.orders.place({ sku, quantity: 1 });
    const put = (status: string, payment: string) =>
      app.dataSource.query(
        'UPDATE orders SET status = $2, payment_status = $3 WHERE order_number = $1',
        [order, status, payment],
      );
    await put('pending', 'paid');
    expect(await toPick(order)).toEqual([]);
    await put('awaiting_payment', 'unpaid');
  });
});
