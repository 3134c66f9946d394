import { textsOf } from '../../src/orders/order-texts.js';
import { UNLIMITED } from '../support/app.js';
import { statusesOf, allPages } from '../support/call.js';
import { givenProduct, ISO_UTC, SHIPMENT, givenShirt, SHIPPING } from '../support/shop/given.js';
import { givenLines } from '../support/shop/order-actions.js';
import { givenShop, givenSuiteOfTwo } from '../support/shop/shop.js';
const { one, admin, adminElsewhere, shop, shopElsewhere } = await givenSuiteOfTwo(UNLIMITED);

/** Makes items of a shipment from pairs of line and quantity. */
function itemsOf(...items: [line: number, quantity: number][]): object[] {
  return items.map(([line, quantity]) => ({ line, quantity }));
}

describe('a shipment', () => {
  const givenPaidOrder = (...quantities: number[]) => givenLines(shop, quantities, 'pay');
  const shippedQuantities = async (order: string): Promise<number[]> =>
    (await adminElsewhere.orders.get(order)).items.map((item) => item.shipped_quantity);

  it('contains all remaining units if it names no items', async () => {
    const { sku, order } = await givenPaidOrder(2, 3);
    expect(await admin.orders.ship(order)).toMatchObject({
      status: 'shipped',
      shipments: [
        { ...SHIPMENT, shipped_at: expect.stringMatching(ISO_UTC), items: itemsOf([1, 2], [2, 3]) },
      ],
    });
    expect(await shippedQuantities(order)).toEqual([2, 3]);
    const { levels } = await adminElsewhere.stock.get(sku);
    expect(levels).toMatchObject([{ on_hand: 15, reserved: 0 }]);
  });

  it('may be one of many; the store sees the latest', async () => {
    const { sku, order } = await givenPaidOrder(2, 3);
    const ship = async (number: string, items: object[] | null): Promise<unknown> => {
      const { status } = await admin.orders.ship(order, { tracking_number: number, items });
      expect(await shopElsewhere.orders.status(order)).toMatchObject({
        status,
        tracking: { tracking_number: number },
      });
      return [status, await shippedQuantities(order)];
    };
    expect(await ship('A1', itemsOf([2, 1]))).toEqual(['partially_shipped', [0, 1]]);
    const { levels } = await adminElsewhere.stock.get(sku);
    expect(levels).toMatchObject([{ on_hand: 19, reserved: 4 }]);
    expect(await ship('B1', itemsOf([2, 1], [1, 2]))).toEqual(['partially_shipped', [2, 2]]);
    expect(await ship('C1', null)).toEqual(['shipped', [2, 3]]);

    const { shipments } = await adminElsewhere.orders.get(order);
    expect(shipments).toMatchObject([
      { tracking_number: 'A1', items: itemsOf([2, 1]) },
      { tracking_number: 'B1', items: itemsOf([1, 2], [2, 1]) },
      { tracking_number: 'C1', items: itemsOf([2, 1]) },
    ]);
    const statuses = ['awaiting_payment', 'pending', 'partially_shipped', 'shipped'];
    expect(await adminElsewhere.timeline(order)).toEqual(statuses);
  });

  it.each([
    [itemsOf([3, 1]), ['items.0.line unknown_line']],
    [itemsOf([1, 2]), ['items.0.quantity out_of_range']],
    [itemsOf([1, 1], [1, 1]), ['items.1.line duplicate_line']],
    [itemsOf([9, 1], [1, 9]), ['items.0.line unknown_line', 'items.1.quantity out_of_range']],
  ])('is refused beyond the remaining units: %j', async (items, problems) => {
    const { order } = await givenPaidOrder(2, 3);
    await admin.orders.ship(order, { items: itemsOf([1, 1]) });
    const before = await adminElsewhere.orders.get(order);
    await admin.orders.ship(order, { items }).expectProblems(...problems);
    expect(await adminElsewhere.orders.get(order)).toEqual(before);
  });

  it('is recorded once when it is sent twice at the same moment', async () => {
    const whole = await givenPaidOrder(3);
    const twice = [admin, adminElsewhere].map((operator) => operator.orders.ship(whole.order));
    expect(await statusesOf(...twice)).toEqual([201, 409]);

    const part = await givenPaidOrder(3);
    const items = itemsOf([1, 2]);
    const again = [admin, adminElsewhere].map((operator) =>
      operator.orders.ship(part.order, { items }),
    );
    expect(await statusesOf(...again)).toEqual([201, 422]);
    expect(await shippedQuantities(part.order)).toEqual([2]);
  });

  it('is not of a day to come', async () => {
    const { order } = await givenPaidOrder(1);
    const shipment = { shipped_at: new Date(Date.now() + 86_400_000).toISOString() };
    await admin.orders.ship(order, shipment).expectProblems('shipped_at date_in_future');
    expect(await shippedQuantities(order)).toEqual([0]);
  });

  it.each(['0000-01-01T00:00:00Z', '2026-02-31T00:00:00Z'])(
    'refuses a timestamp at the limits of the range or returns it as it was sent: %s',
    async (shippedAt) => {
      const { order } = await givenPaidOrder(1);
      const status = await admin.orders.ship(order, { shipped_at: shippedAt }).status();
      await adminElsewhere.orders.get(order);
      const { tracking } = await shopElsewhere.orders.status(order);
      const isShown = tracking.shipped_at?.slice(0, 10) === shippedAt.slice(0, 10);
      expect(status === 422 || isShown).toBe(true);
    },
  );
});

describe('an order that ends early', () => {
  it('releases its stock and the paid amount once when it is canceled', async () => {
    const buyer = await givenShop(one);
    const { sku } = await givenProduct(one, { stock: 9 });
    const unpaid = await buyer.orders.place({ sku, quantity: 2 });
    const paid = await buyer.orders.place({ sku, quantity: 3 });
    await admin.orders.pay(paid);

    await admin.orders.cancel(unpaid, { reason: 'asked to' });
    expect(await adminElsewhere.orders.get(unpaid)).toMatchObject({
      status: 'cancelled',
      payment_status: 'unpaid',
    });
    expect(await shopElsewhere.available(sku)).toBe(6);
    expect(await adminElsewhere.walletBalance(buyer.client)).toBe(0);

    const calls = [admin, adminElsewhere, admin].map((operator) => operator.orders.cancel(paid));
    expect(await statusesOf(...calls)).toEqual([200, 409, 409]);
    expect(await adminElsewhere.orders.get(paid)).toMatchObject({
      status: 'cancelled',
      payment_status: 'refunded',
    });
    expect(await shopElsewhere.available(sku)).toBe(9);
    expect(await adminElsewhere.walletBalance(buyer.client)).toBe(310);
  });
});

describe("the operators' list of orders", () => {
  it('pages through the orders of a client, in a status or in all, oldest first', async () => {
    const buyer = await givenShop(one);
    const placed: string[] = [];
    for (const store of [buyer, shop, buyer, buyer, shop, buyer]) {
      const order = await store.placeNew();
      if (store === buyer) placed.push(order);
    }
    const [first = '', ...unpaid] = placed;
    await admin.orders.pay(first);
    const numbers = async (query: object = {}): Promise<string[]> => {
      const of = { client_id: buyer.client.id, ...query };
      const pages = await allPages(2, (page) => adminElsewhere.orders.list({ ...of, ...page }));
      return pages.flat().map((order) => order.order_number);
    };
    expect(await numbers()).toEqual(placed);
    expect(await numbers({ status: 'awaiting_payment' })).toEqual(unpaid);
    expect(await numbers({ status: 'pending' })).toEqual([first]);
    expect(await numbers({ client_id: 2_147_483_647 })).toEqual([]);
    for (const status of ['Pending', 'pending,nonsense']) {
      await admin.orders.list({ status }).expectProblems('status unknown_value');
    }
    for (const cursor of ['garbage', '-1']) {
      await admin.orders.list({ cursor }).expectProblems('cursor invalid_cursor');
    }
  });
});

const FOLLOWED = { shipped_at: '2026-01-01T21:34:05.000Z', state: null, failure: null };
it('an order as operators see it is a summary in the list and complete when read by number', async () => {
  const { sku } = await givenShirt(one);
  const buyer = await givenShop(one);
  const item = { sku, quantity: 2, variation: 'm / red' };
  const order = await buyer.orders.place(item, { store_order_id: 'ALL-1', notes: 'Ring twice' });
  await admin.orders.pay(order, { reference: 'UTR-1' });
  const items = [{ line: 1, quantity: 1 }];
  await admin.orders.ship(order, { items, shipped_at: '2026-01-02T03:04:05+05:30' });

  const { name: client_name } = await admin.clients.get(buyer.client.id);
  const summary = {
    order_number: order,
    client_id: buyer.client.id,
    store_order_id: 'ALL-1',
    client_name,
    status: 'partially_shipped',
    payment_status: 'paid',
    refund_final: false,
    on_hold: false,
    items_count: 1,
    subtotal: 200,
    delivery: 10,
    total: 210,
    currency: 'INR',
    created_at: expect.stringMatching(ISO_UTC),
    placed_by: 'store',
  };
  const list = await adminElsewhere.orders.list({ client_id: buyer.client.id });
  const customer = { name: 'Asha Verma', phone: '+91 98765 43210' };
  const goesTo = {
    customer_name: customer.name,
    customer_phone: customer.phone,
    city: 'Bengaluru',
  };
  const { tracking_number: number } = SHIPMENT;
  const sent = { tracking_numbers: [number], expires_at: null };
  expect(list.data).toEqual([
    { ...summary, partly_refunded: false, undelivered_shipment_id: null, ...goesTo, ...sent },
  ]);

  const payment = { method: 'bank_transfer', reference: 'UTR-1', amount: 210 };
  const statuses = ['awaiting_payment', 'pending', 'partially_shipped'];
  expect(await adminElsewhere.orders.get(order)).toEqual({
    ...summary,
    address_warning: null,
    customer: { ...customer, email: null },
    shipping: { ...SHIPPING, country: 'India' },
    ...textsOf({ notes: 'Ring twice' }),
    cancel_reason: null,
    items: [
      {
        ...item,
        line: 1,
        name: `Product ${sku}`,
        variation_key: 'Size:M|Colour:Red',
        shipped_quantity: 1,
        canceled_quantity: 0,
        restocked_quantity: 0,
        unit_price: 100,
        line_total: 200,
      },
    ],
    shipments: [{ ...SHIPMENT, ...FOLLOWED, items, id: expect.any(Number) }],
    bookings: [],
    payments: [{ ...payment, outcome: 'applied', created_at: summary.created_at }],
    refunds: [],
    returns: [],
    timeline: statuses.map((status) => ({ status, changed_at: summary.created_at })),
  });
});

describe('the check of articles', () => {
  afterAll(() => admin.orders.checkArticles('off'));
  const given = async (): Promise<string> => (await givenLines(shop, [3, 1], 'pay')).order;
  const counts = { scanned: 3, counted_by_hand: 1 };

  it('is off at first, is changed by owners, and audited', async () => {
    expect(await admin.orders.packingRules()).toEqual({ check_articles: 'off' });
    expect(await admin.orders.checkArticles('offered')).toEqual({ check_articles: 'offered' });
    await admin.orders.checkArticles('always').expectProblems('check_articles unknown_value');
    const { data } = await adminElsewhere.audit.list({ subject: 'packing rules' });
    expect(data).toMatchObject([
      {
        action: 'packing_rules.changed',
        before: { check_articles: 'off' },
        after: { check_articles: 'offered' },
      },
    ]);
  });

  it('has the counted units in the audit entry of a shipment under each rule', async () => {
    for (const check of ['off', 'offered', 'required']) {
      await admin.orders.checkArticles(check);
      const order = await given();
      await adminElsewhere.orders.ship(order, counts);
      const { data } = await admin.audit.list({ subject: `order ${order}`, limit: 1 });
      expect(data).toMatchObject([{ action: 'order.shipped', actor: 'operator', after: counts }]);
    }
  });

  it('refuses a shipment of other units than those that were counted', async () => {
    await admin.orders.checkArticles('off');
    const order = await given();
    const wrong = [
      { scanned: 3 },
      { counted_by_hand: 5 },
      { ...counts, items: itemsOf([1, 3]) },
      { scanned: 0, counted_by_hand: 0 },
    ];
    for (const body of wrong) {
      await admin.orders.ship(order, body).expectProblems('scanned out_of_range');
    }
    expect((await admin.orders.get(order)).status).toBe('pending');
    await admin.orders.ship(order, { scanned: 3, items: itemsOf([1, 3]) });
    await admin.orders.ship(order, { counted_by_hand: 1 });
  });

  it('lets nothing ship that was not counted, if it is required', async () => {
    const { sku, order } = await givenLines(shop, [3, 1], 'pay');
    await admin.orders.checkArticles('required');
    await adminElsewhere.orders.ship(order).expectProblems('scanned required');
    expect(await admin.onHand(sku)).toBe(20);
    expect((await admin.orders.get(order)).shipments).toEqual([]);
    await adminElsewhere.orders.ship(order, counts);
    expect(await admin.onHand(sku)).toBe(16);
  });
});
