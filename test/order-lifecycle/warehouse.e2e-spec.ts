import { textsOf } from '../../src/orders/order-texts.js';
import { allPages } from '../support/call.js';
import { givenProduct, givenShirt, ISO_UTC, SHIPPING } from '../support/shop/given.js';
import { orderLock, statusesWhileLocked, whileQueued } from '../support/database/locks.js';
import { TestBrowser } from '../support/shop/people.js';
import { givenLines, givenOrderAfter } from '../support/shop/order-actions.js';
import { givenSuite, givenTestShop, type Shop } from '../support/shop/shop.js';
const { app, admin, shop } = await givenSuite();
const warehouse = await TestBrowser.ofOperator(app, ['warehouse']);
const finance = await TestBrowser.ofOperator(app, ['finance']);

type Items = Parameters<Shop['orders']['place']>[0];

async function givenPaidOrder(items: Items): Promise<string> {
  const order = await shop.orders.place(items);
  await admin.orders.pay(order);
  return order;
}

it('the movements of a product belong to it alone, under its current SKU', async () => {
  const { sku } = await givenProduct(app, { stock: 7 });
  await givenProduct(app, { stock: 8 });
  await admin.products.change(sku, { sku: `${sku}-NEW` });
  expect((await admin.stock.movements(`${sku}-NEW`)).data).toMatchObject([{ delta: 7 }]);
  await admin.stock.movements(sku).refused(404);
});

describe('the pick list', () => {
  /** Reads the pick list of some orders as order, line, SKU and quantity. */
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
        order_number: order,
        bookings: [],
        client_id: shop.client.id,
        status: 'pending',
        on_hold: false,
        missing_for_invoice: [],
        client_name: name,
        store_order_id: null,
        ...textsOf({}),
        created_at: expect.stringMatching(ISO_UTC),
        customer: { name: 'Asha Verma', phone: '+91 98765 43210' },
        shipping: { ...SHIPPING, country: 'India' },
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
    const one = await givenPaidOrder({ sku, quantity: 1 });
    const two = await givenPaidOrder({ sku, quantity: 2 });
    const shipped = await givenPaidOrder({ sku, quantity: 3 });
    await admin.orders.ship(shipped);
    const picked = async (...numbers: string[]) =>
      (await admin.orders.pickList({ order_numbers: numbers.join(',') })).data.map(
        ({ order_number: number }) => number,
      );
    expect(await picked(two, shipped, 'WO-0000000000')).toEqual([two]);
    expect(await picked(two, one)).toEqual([one, two]);
    const tooMany = Array.from({ length: 201 }, (_, index) => `${one}${index}`).join();
    for (const bad of ['', ',', 'WO 1', tooMany]) {
      const list = admin.orders.pickList({ order_numbers: bad });
      await list.expectProblems('order_numbers list_expected');
    }
  });

  it('contains no test orders', async () => {
    const order = await (await givenTestShop(shop)).placeNew();
    const put = (status: string, payment: string) =>
      app.sql`UPDATE orders SET status = ${status}, payment_status = ${payment} WHERE order_number = ${order}`;
    await put('pending', 'paid');
    expect(await toPick(order)).toEqual([]);
    await put('awaiting_payment', 'unpaid');
  });
});

describe('a return that the warehouse inspects and finance refunds', () => {
  /** Makes an order of two lines at 100.00 each unit, and 20.00 of delivery. All its units are back. */
  const givenReturned = async (): Promise<{ order: string; sku: string }> => {
    const { sku, order } = await givenLines(shop, [2, 1], 'pay', 'ship');
    const back = [2, 1].map((quantity, at) => ({ line: at + 1, quantity }));
    await admin.orders.recordReturn(order, back);
    await admin.orders.return(order);
    return { order, sku };
  };
  const inspect = (order: string, ...items: object[]) =>
    warehouse.admin('post', `orders/${order}/inspection`, { items });
  const refund = (order: string, amount?: number, rest: object = {}) =>
    finance.admin('post', `orders/${order}/refunds`, { amount, reason: 'Back', ...rest });
  const notInspected = { errors: [{ field: 'amount', code: 'not_inspected' }] };

  it('goes back to stock as far as it is good, and is refunded as far as it is inspected', async () => {
    const { order, sku } = await givenReturned();
    expect(await refund(order, 1)).toMatchObject({ status: 422, body: notInspected });
    expect((await inspect(order, { line: 1, good: 1, scrap: 0 })).status).toBe(200);
    expect((await inspect(order, { line: 1, good: 1, scrap: 0 })).status).toBe(200);
    expect(await admin.onHand(sku)).toBe(18);
    const charge = (await admin.orders.get(order)).delivery!;
    expect(await refund(order, 100 + charge + 0.01)).toMatchObject({
      status: 422,
      body: {
        errors: [{ message: expect.stringContaining(`at most ${(100 + charge).toFixed(2)}`) }],
      },
    });
    expect((await refund(order, 100)).status).toBe(201);
    expect(await refund(order, charge + 0.01)).toMatchObject({ status: 422, body: notInspected });
    expect(await refund(order)).toMatchObject({ status: 422, body: notInspected });
    await inspect(order, { line: 1, good: 1, scrap: 1 }, { line: 2, good: 0, scrap: 1 });
    expect(await admin.onHand(sku)).toBe(18);
    expect((await refund(order)).status).toBe(201);
    expect(await admin.orders.get(order)).toMatchObject({ payment_status: 'refunded' });
  });

  it('needs the permission of each step', async () => {
    const { order, sku } = await givenReturned();
    const items = [{ line: 1, good: 2, scrap: 0 }];
    const inspected = await finance.admin('post', `orders/${order}/inspection`, { items });
    const refunded = await warehouse.admin('post', `orders/${order}/refunds`, { reason: 'x' });
    expect([inspected.status, refunded.status]).toEqual([403, 403]);
    const restock = [{ line: 1, quantity: 2 }];
    expect(await refund(order, 100, { restock })).toMatchObject({
      status: 403,
      body: { code: 'permission_denied' },
    });
    expect(await admin.onHand(sku)).toBe(17);
    expect((await refund(order, 0, { final: true })).status).toBe(201);
  });

  it('a return without a record of what came back is not refunded by finance alone', async () => {
    const order = await givenOrderAfter(shop, 'pay', 'ship', 'return');
    expect(await refund(order)).toMatchObject({ status: 422, body: notInspected });
    await admin.orders.refund(order);
  });

  it('is refunded once by two that do it at once, after the inspection that was first', async () => {
    const { order } = await givenReturned();
    const [inspected, first, second] = await whileQueued(app, orderLock(order), [
      () => inspect(order, { line: 1, good: 1, scrap: 0 }).then(({ status }) => status),
      () => refund(order, 100).then(({ status }) => status),
      () => refund(order, 100).then(({ status }) => status),
    ]);
    // Either refund may be the first.
    expect([inspected, ...[first, second].toSorted()]).toEqual([200, 201, 422]);
    expect((await admin.orders.get(order)).refunds).toHaveLength(1);
  });
});

const COURIER = {
  name: 'BlueLine',
  url_template: 'https://blueline.example/track?awb={tracking_number}',
};
const POST = { name: 'India Post', url_template: null };
/** The tracking URL of a shipment that has its own. */
const OWN = 'https://other.example/1';

describe('couriers', () => {
  beforeEach(() => admin.couriers.replace(POST, COURIER));

  const trackingUrlOf = async (courier: string, rest: object = {}): Promise<string | null> => {
    const shipment = { courier, tracking_number: 'A/1', tracking_url: undefined, ...rest };
    const order = await givenOrderAfter(shop, 'pay');
    const { shipments } = await admin.orders.ship(order, shipment);
    return shipments[0]!.tracking_url;
  };

  it('are replaced all at once, listed by name, and audited', async () => {
    expect(await admin.couriers.list()).toEqual([COURIER, POST]);
    expect(await admin.couriers.replace(POST)).toEqual([POST]);
    const { data } = await admin.audit.list({ subject: 'couriers', limit: 1 });
    expect(data).toMatchObject([
      { action: 'couriers.replaced', before: { couriers: [{}, {}] }, after: { couriers: [{}] } },
    ]);
  });

  it('give a shipment its tracking URL unless it has its own', async () => {
    const made = 'https://blueline.example/track?awb=A%2F1';
    expect(await trackingUrlOf('BlueLine')).toBe(made);
    expect(await trackingUrlOf('blueLine')).toBe(made);
    expect(await trackingUrlOf('India Post')).toBeNull();
    expect(await trackingUrlOf('Unknown')).toBeNull();
    expect(await trackingUrlOf('BlueLine', { tracking_url: OWN })).toBe(OWN);
  });

  it('are known without being kept, and what is kept comes first', async () => {
    const known = 'https://www.delhivery.com/track-v2/package/A%2F1';
    expect(await trackingUrlOf('delhivery')).toBe(known);
    await admin.couriers.replace({ name: 'Delhivery', url_template: null });
    expect(await trackingUrlOf('delhivery')).toBeNull();
  });

  it('update their tracking URL when the number changes', async () => {
    const order = await givenOrderAfter(shop, 'pay');
    const items = [{ line: 1, quantity: 1 }];
    await admin.orders.ship(order, { courier: 'BlueLine', tracking_url: undefined, items });
    const last = { courier: 'BlueLine', tracking_url: OWN };
    const { shipments } = await admin.orders.ship(order, last);
    for (const { id } of shipments) {
      await admin.orders.correctShipment(order, id, { tracking_number: 'B2' });
    }
    const corrected = await admin.orders.get(order);
    expect(corrected.shipments.map((shipment) => shipment.tracking_url)).toEqual([
      'https://blueline.example/track?awb=B2',
      OWN,
    ]);
    const { id } = shipments[0]!;
    const posted = await admin.orders.correctShipment(order, id, { courier: 'India Post' });
    expect(posted.shipments[0]!.tracking_url).toBeNull();
  });

  it.each<[object[], string]>([
    [[{ name: 'A', url_template: 'https://a' }], 'couriers.0.url_template invalid_template'],
    [[{ name: 'A', page: 'x' }], 'couriers.0.page unknown_field'],
    [[{ name: 'A' }, { name: ' a ' }], 'couriers not_distinct'],
  ])('are refused with %j', async (couriers, problem) => {
    await admin.couriers.replace(...couriers).expectProblems(problem);
    expect(await admin.couriers.list()).toHaveLength(2);
  });

  it("are never a mix of two operators' lists", async () => {
    const lists = [['A', 'B'], ['C']].map((names) => names.map((name) => ({ name })));
    const calls = lists.map((couriers) => admin.couriers.replace(...couriers));
    const statuses = statusesWhileLocked(app, 'LOCK TABLE couriers IN SHARE MODE', calls);
    expect(await statuses).toEqual([200, 200]);
    expect(['AB', 'C']).toContain((await admin.couriers.list()).map(({ name }) => name).join(''));
  });
});
