import { Admin } from '../support/shop/admin.js';
import { TestApp } from '../support/app.js';
import { whileLocked } from '../support/database/locks.js';
import { givenProduct } from '../support/shop/given.js';
import { givenShop, type Shop } from '../support/shop/shop.js';

let app: TestApp;
let admin: Admin;
let shop: Shop;
beforeAll(async () => {
  app = await TestApp.start();
  admin = new Admin(app);
});
beforeEach(async () => {
  shop = await givenShop(app);
});
afterEach(() => app.expectInvariants());
afterAll(() => app.stop());

describe('refunding a returned order', () => {
  /** Returns a returned order with a line for each quantity, of a product with 20 units. */
  const givenReturnedOrder = async (
    ...quantities: number[]
  ): Promise<{ sku: string; order: string }> => {
    const { sku } = await givenProduct(app, { stock: 20 });
    const order = await shop.orders.place(quantities.map((quantity) => ({ sku, quantity })));
    await admin.orders.pay(order);
    await admin.orders.ship(order);
    await admin.orders.deliver(order);
    await admin.orders.return(order);
    return { sku, order };
  };

  it('moves all of the money to the wallet, unless an amount is named', async () => {
    const { order } = await givenReturnedOrder(2);
    expect(await admin.orders.refund(order)).toMatchObject({
      ...{ status: 'returned', payment_status: 'refunded' },
      refunds: [{ amount: 210, reason: 'Broken' }],
    });
    expect(await admin.walletBalance(shop.client)).toBe(210);
    expect(await admin.orders.refund(order).refused(409)).toMatchObject({
      code: 'nothing_to_refund',
    });
    expect(await shop.orders.status(order)).toMatchObject({ payment_status: 'refunded' });
  });

  it('may be made in parts, up to the paid amount', async () => {
    const { order } = await givenReturnedOrder(2);
    expect(await admin.orders.refund(order, { amount: 0.01 })).toMatchObject({
      payment_status: 'paid',
    });
    expect(await admin.orders.refund(order, { amount: 210 }).problems()).toEqual([
      'amount out_of_range',
    ]);
    await admin.orders.refund(order, { amount: 100 });
    expect(await admin.orders.refund(order, { amount: 109.99 })).toMatchObject({
      payment_status: 'refunded',
    });
    expect(await admin.walletBalance(shop.client)).toBe(210);
    expect(await admin.timeline(order)).toEqual([
      ...['awaiting_payment', 'pending', 'shipped', 'delivered', 'returned'],
    ]);
  });

  it('restocks the units that it names', async () => {
    const { sku, order } = await givenReturnedOrder(2, 3);
    const onHand = async (): Promise<unknown> => (await admin.stock.get(sku)).levels;
    expect(await onHand()).toMatchObject([{ on_hand: 15, reserved: 0 }]);
    const restock = [
      { line: 2, quantity: 2 },
      { line: 1, quantity: 1 },
    ];
    const { items } = await admin.orders.refund(order, { amount: 10, restock });
    expect(items.map((item) => item.restocked_quantity)).toEqual([1, 2]);
    expect(await onHand()).toMatchObject([{ on_hand: 18, reserved: 0 }]);
    const tooMany = admin.orders.refund(order, { restock: [{ line: 2, quantity: 2 }] });
    expect(await tooMany.problems()).toEqual(['restock.0.quantity out_of_range']);
    await admin.orders.refund(order, { restock: [{ line: 2, quantity: 1 }] });
    expect(await onHand()).toMatchObject([{ on_hand: 19, reserved: 0 }]);
  });

  it('needs an amount after the return of some units, of which it names the value', async () => {
    const { sku } = await givenProduct(app);
    const order = await shop.orders.place({ sku, quantity: 3 });
    await admin.orders.pay(order);
    await admin.orders.ship(order);
    await admin.orders.recordReturn(order, [{ line: 1, quantity: 2 }]);
    await admin.orders.return(order);
    const { errors } = await admin.orders.refund(order).refused(422);
    expect(errors).toEqual([
      {
        ...{ field: 'amount', code: 'required' },
        message:
          'amount is required: only some units were returned, at 200.00; 310.00 is left of what was paid',
      },
    ]);
    await admin.orders.inspect(order, [{ line: 1, good: 1, scrap: 1 }]);
    expect(await admin.orders.refund(order, { amount: 200, final: true })).toMatchObject({
      refunds: [{ amount: 200 }],
    });
  });

  it('may be final with a part or no refund', async () => {
    const [part, none, open] = [
      await givenReturnedOrder(2),
      await givenReturnedOrder(1),
      await givenReturnedOrder(1),
    ];
    const settled = async (isSettled: boolean): Promise<string[]> => {
      const query = { client_id: shop.client.id, settled: isSettled };
      return (await admin.orders.list(query)).data.map((order) => order.order_number);
    };
    await admin.orders.refund(part.order, { amount: 100 });
    expect(await settled(false)).toEqual([part.order, none.order, open.order]);
    await admin.orders.refund(part.order, { amount: 10, final: true });
    const restock = [{ line: 1, quantity: 1 }];
    const closed = await admin.orders.refund(none.order, { amount: 0, final: true, restock });
    expect(closed).toMatchObject({
      ...{ payment_status: 'paid', refund_final: true, refunds: [] },
      items: [{ restocked_quantity: 1 }],
    });
    expect(await settled(false)).toEqual([open.order]);
    for (const body of [{ amount: 100 }, { amount: 0, final: true }, {}, { amount: 10, restock }]) {
      const { code, message } = await admin.orders.refund(part.order, body).refused(409);
      expect(`${code} ${message}`).toMatch(/^nothing_to_refund .* marked as final/);
    }
    await admin.orders.refund(open.order);
    expect(await settled(false)).toEqual([]);
    expect(await settled(true)).toEqual([part.order, none.order, open.order]);
    expect(await admin.walletBalance(shop.client)).toBe(100 + 10 + 110);
  });

  it.each<[object, string]>([
    [{ restock: [{ line: 3, quantity: 1 }] }, 'restock.0.line unknown_line'],
    [{ restock: [{ line: 1, quantity: 3 }] }, 'restock.0.quantity out_of_range'],
    [{ restock: [{ line: 1, quantity: 0 }] }, 'restock.0.quantity out_of_range'],
    [
      { restock: [1, 1].map((quantity) => ({ line: 1, quantity })) },
      'restock.1.line duplicate_line',
    ],
    [{ restock: 'all' }, 'restock list_expected'],
    [{ amount: 0 }, 'amount out_of_range'],
    [{ amount: '5' }, 'amount number_expected'],
    [{ amount: 1.234 }, 'amount too_many_decimals'],
    [{ reason: ' ' }, 'reason required'],
  ])('is refused with %j: %s', async (body, problem) => {
    const { order } = await givenReturnedOrder(2);
    expect(await admin.orders.refund(order, body).problems()).toEqual([problem]);
    expect(await admin.walletBalance(shop.client)).toBe(0);
  });
});

describe('the inspection of a return', () => {
  const units = (line: number, quantity: number): object => ({ line, quantity });
  const found = (line: number, good: number, scrap: number): object => ({ line, good, scrap });
  const givenShipped = async (quantity: number, product = givenProduct(app)): Promise<string> => {
    const order = await shop.orders.place({ sku: (await product).sku, quantity });
    await admin.orders.pay(order);
    await admin.orders.ship(order);
    return order;
  };
  /** Returns a returned order of three units of a product with 20, of which its store wanted to return two. */
  const givenReturned = async (): Promise<{ sku: string; order: string }> => {
    const product = givenProduct(app, { stock: 20 });
    const order = await givenShipped(3, product);
    await shop.orders.requestReturn(order, [units(1, 2)]);
    await admin.orders.return(order);
    return { sku: (await product).sku, order };
  };
  const onHand = async (sku: string): Promise<number> =>
    (await admin.stock.get(sku)).levels[0]!.on_hand;

  it('puts good units back once, however often it is repeated, and later ones in addition', async () => {
    const { sku, order } = await givenReturned();
    await admin.orders.inspect(order, [found(1, 1, 0)]);
    await admin.orders.inspect(order, [found(1, 1, 0)]);
    expect(await onHand(sku)).toBe(18);
    await admin.orders.inspect(order, [found(1, 1, 1)]);
    await admin.orders.inspect(order, [found(1, 2, 0)]);
    expect(await onHand(sku)).toBe(19);
    const { data } = await admin.audit.list({ subject: `order ${order}` });
    const inspections = data.filter(({ action }) => action === 'order.return_inspected');
    expect(inspections).toHaveLength(3);
  });

  it('puts good units back once when it is sent twice at the same moment', async () => {
    const { sku, order } = await givenReturned();
    const lock = `SELECT FROM orders WHERE order_number = '${order}' FOR UPDATE`;
    const statuses = await whileLocked(app, { lock, waiting: 2 }, () =>
      Promise.all([1, 2].map(() => admin.orders.inspect(order, [found(1, 2, 0)]).status())),
    );
    expect(statuses).toEqual([200, 200]);
    expect(await onHand(sku)).toBe(19);
  });

  it.each<[object[], string]>([
    [[found(1, 2, 1)], 'items.0.scrap out_of_range'],
    [[found(1, 3, 0)], 'items.0.good out_of_range'],
    [[found(1, 0, 1)], 'items.0.good out_of_range'],
    [[found(2, 1, 0)], 'items.0.line unknown_line'],
    [[found(1, 2, 0), found(1, 2, 0)], 'items.1.line duplicate_line'],
    [[{ line: 1, good: 1 }], 'items.0.scrap required'],
    [[found(1, 1, -1)], 'items.0.scrap out_of_range'],
  ])('is refused with %j after one good unit: %s', async (items, problem) => {
    const { sku, order } = await givenReturned();
    await admin.orders.inspect(order, [found(1, 1, 0)]);
    expect(await admin.orders.inspect(order, items).problems()).toEqual([problem]);
    expect(await onHand(sku)).toBe(18);
  });

  it('shares the units with the restocking of refunds', async () => {
    const { sku, order } = await givenReturned();
    await admin.orders.inspect(order, [found(1, 0, 1)]);
    const restock = (quantity: number): object => ({ amount: 1, restock: [units(1, quantity)] });
    expect(await admin.orders.refund(order, restock(2)).problems()).toEqual([
      'restock.0.quantity out_of_range',
    ]);
    await admin.orders.refund(order, restock(1));
    expect(await onHand(sku)).toBe(18);
    expect(await admin.orders.inspect(order, [found(1, 2, 0)]).status()).toBe(200);
    expect(await onHand(sku)).toBe(19);
    expect(await admin.orders.refund(order, restock(1)).problems()).toEqual([
      'restock.0.quantity out_of_range',
    ]);
  });

  it('says which lines the return has, of an order with more', async () => {
    const [one, two] = [await givenProduct(app), await givenProduct(app)];
    const order = await shop.orders.place([one, two].map(({ sku }) => ({ sku, quantity: 2 })));
    await admin.orders.pay(order);
    await admin.orders.ship(order);
    await shop.orders.requestReturn(order, [units(2, 1)]);
    await admin.orders.return(order);
    const { errors } = await admin.orders.inspect(order, [found(1, 1, 0)]).refused(422);
    expect(errors).toMatchObject([
      { field: 'items.0.line', message: 'line 1 is not a line of the return: expected 2' },
    ]);
  });

  it('follows a return that an operator records, before or after the order is returned', async () => {
    const product = givenProduct(app, { stock: 20 });
    const order = await givenShipped(3, product);
    const { sku } = await product;
    const recorded = await admin.orders.recordReturn(order, [units(1, 2)]);
    expect(recorded.returns).toMatchObject([{ status: 'awaited', reason: 'Refused' }]);
    expect(await admin.orders.recordReturn(order, [units(1, 2)]).refused(409)).toMatchObject({
      ...{ code: 'duplicate_return', return: { status: 'awaited' } },
    });
    expect((await shop.orders.get(order)).returns).toEqual(recorded.returns);
    await admin.orders.return(order);
    const { returns } = await admin.orders.inspect(order, [found(1, 1, 1)]);
    expect(returns).toMatchObject([{ status: 'received', inspected_at: expect.any(String) }]);
    expect(await onHand(sku)).toBe(18);

    const late = await givenShipped(3, product);
    await admin.orders.return(late);
    const restock = [units(1, 2)];
    await admin.orders.refund(late, { amount: 1, restock });
    expect(await admin.orders.recordReturn(late, [units(1, 1)]).problems()).toEqual([
      'items out_of_range',
    ]);
    expect((await admin.orders.recordReturn(late, [units(1, 3)])).returns).toMatchObject([
      { status: 'received', inspected_at: null, items: [{ good: 2, scrap: 0 }] },
    ]);
    await admin.orders.inspect(late, [found(1, 2, 1)]);
    expect(await onHand(sku)).toBe(17);

    const whole = await givenShipped(1, product);
    await admin.orders.return(whole);
    await admin.orders.refund(whole, { amount: 1, restock: [units(1, 1)] });
    expect((await admin.orders.recordReturn(whole, [units(1, 1)])).returns).toMatchObject([
      { inspected_at: expect.any(String), items: [{ good: 1 }] },
    ]);
  });

  it('is not prepared by a return of units that were not shipped, or of an order that was not', async () => {
    const order = await givenShipped(2);
    expect(await admin.orders.recordReturn(order, [units(1, 3), units(1, 1)]).problems()).toEqual([
      'items.0.quantity out_of_range',
      'items.1.line duplicate_line',
    ]);
    const { sku } = await givenProduct(app);
    const paid = await shop.orders.place({ sku, quantity: 1 });
    await admin.orders.pay(paid);
    expect(await admin.orders.recordReturn(paid, [units(1, 1)]).refused(409)).toMatchObject({
      ...{ code: 'not_returnable', order_status: 'pending' },
    });
  });

  it('needs a return that was received', async () => {
    const order = await givenShipped(1);
    const refused = { code: 'transition_refused' };
    await shop.orders.requestReturn(order, [units(1, 1)]);
    expect(await admin.orders.inspect(order, [found(1, 1, 0)]).refused(409)).toMatchObject(refused);
    const unasked = await givenShipped(1);
    await admin.orders.return(unasked);
    expect(await admin.orders.inspect(unasked, [found(1, 1, 0)]).refused(409)).toMatchObject(
      refused,
    );
  });
});
