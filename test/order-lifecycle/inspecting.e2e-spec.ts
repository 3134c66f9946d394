import { orderLock, statusesWhileLocked } from '../support/database/locks.js';
import { admin, app, shop, startShopSuite } from '../support/money/suite.js';
import { givenProduct } from '../support/shop/given.js';
import { givenOrderOf } from '../support/shop/order-actions.js';
startShopSuite();

const units = (line: number, quantity: number): object => ({ line, quantity });
const found = (line: number, good: number, scrap: number): object => ({ line, good, scrap });
const givenShipped = async (quantity: number, product = givenProduct(app)): Promise<string> =>
  givenOrderOf(shop, (await product).sku, quantity, 'pay', 'ship');
/** Makes a returned order of three units. Its product has 20 units, and its store wanted to return two. */
const givenReturned = async (): Promise<{ sku: string; order: string }> => {
  const product = givenProduct(app, { stock: 20 });
  const order = await givenShipped(3, product);
  await shop.orders.requestReturn(order, [units(1, 2)]);
  await admin.orders.return(order);
  return { sku: (await product).sku, order };
};

describe('the inspection of a return', () => {
  it('puts good units back once, however often it is repeated, and later ones in addition', async () => {
    const { sku, order } = await givenReturned();
    await admin.orders.inspect(order, [found(1, 1, 0)]);
    await admin.orders.inspect(order, [found(1, 1, 0)]);
    expect(await admin.onHand(sku)).toBe(18);
    await admin.orders.inspect(order, [found(1, 1, 1)]);
    await admin.orders.inspect(order, [found(1, 2, 0)]);
    expect(await admin.onHand(sku)).toBe(19);
    const { data } = await admin.audit.list({ subject: `order ${order}` });
    expect(data.filter(({ action }) => action === 'order.return_inspected')).toHaveLength(3);
  });

  it('puts good units back once when it is sent twice at the same moment', async () => {
    const { sku, order } = await givenReturned();
    const twice = [1, 2].map(() => admin.orders.inspect(order, [found(1, 2, 0)]));
    expect(await statusesWhileLocked(app, orderLock(order), twice)).toEqual([200, 200]);
    expect(await admin.onHand(sku)).toBe(19);
  });

  it.each<[object[], string]>([
    [[found(1, 2, 1)], 'items.0.scrap out_of_range'],
    [[found(1, 3, 0)], 'items.0.good out_of_range'],
    [[found(1, 0, 1)], 'items.0.good out_of_range'],
    [[found(2, 1, 0)], 'items.0.line unknown_line'],
    [[found(1, 2, 0), found(1, 2, 0)], 'items.1.line duplicate_line'],
  ])('is refused with %j after one good unit: %s', async (items, problem) => {
    const { sku, order } = await givenReturned();
    await admin.orders.inspect(order, [found(1, 1, 0)]);
    await admin.orders.inspect(order, items).expectProblems(problem);
    expect(await admin.onHand(sku)).toBe(18);
  });

  it('shares the units with the restocking of refunds', async () => {
    const { sku, order } = await givenReturned();
    await admin.orders.inspect(order, [found(1, 0, 1)]);
    const restock = (quantity: number): object => ({ amount: 1, restock: [units(1, quantity)] });
    await admin.orders.refund(order, restock(2)).expectProblems('restock.0.quantity out_of_range');
    await admin.orders.refund(order, restock(1));
    expect(await admin.onHand(sku)).toBe(18);
    expect(await admin.orders.inspect(order, [found(1, 2, 0)]).status()).toBe(200);
    expect(await admin.onHand(sku)).toBe(19);
    await admin.orders.refund(order, restock(1)).expectProblems('restock.0.quantity out_of_range');
  });

  it('says which lines the return has, of an order with more', async () => {
    const [one, two] = [await givenProduct(app), await givenProduct(app)];
    const order = await shop.orders.place([one, two].map(({ sku }) => ({ sku, quantity: 2 })));
    await admin.sell(order);
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
    const again = admin.orders.recordReturn(order, [units(1, 2)]);
    await again.expectRefusal(409, 'duplicate_return', { return: { status: 'awaited' } });
    const known = (await shop.orders.get(order)).returns;
    expect(known.map((one) => ({ ...one, shipment_id: null }))).toEqual(recorded.returns);
    await admin.orders.return(order);
    const { returns } = await admin.orders.inspect(order, [found(1, 1, 1)]);
    expect(returns).toMatchObject([{ status: 'received', inspected_at: expect.any(String) }]);
    expect(await admin.onHand(sku)).toBe(18);

    const late = await givenShipped(3, product);
    await admin.orders.return(late);
    const restock = [units(1, 2)];
    await admin.orders.refund(late, { amount: 1, restock });
    await admin.orders.recordReturn(late, [units(1, 1)]).expectProblems('items out_of_range');
    expect((await admin.orders.recordReturn(late, [units(1, 3)])).returns).toMatchObject([
      { status: 'received', inspected_at: null, items: [{ good: 2, scrap: 0 }] },
    ]);
    await admin.orders.inspect(late, [found(1, 2, 1)]);
    expect(await admin.onHand(sku)).toBe(17);

    const whole = await givenShipped(1, product);
    await admin.orders.return(whole);
    await admin.orders.refund(whole, { amount: 1, restock: [units(1, 1)] });
    expect((await admin.orders.recordReturn(whole, [units(1, 1)])).returns).toMatchObject([
      { inspected_at: expect.any(String), items: [{ good: 1 }] },
    ]);
  });

  it('is not prepared by a return of units that were not shipped, or of an order that was not', async () => {
    const order = await givenShipped(2);
    await admin.orders
      .recordReturn(order, [units(1, 3), units(1, 1)])
      .expectProblems('items.0.quantity out_of_range', 'items.1.line duplicate_line');
    const paid = await shop.placeNew();
    await admin.orders.pay(paid);
    const early = admin.orders.recordReturn(paid, [units(1, 1)]);
    await early.expectRefusal(409, 'not_returnable', { order_status: 'pending' });
  });

  it('needs a return that was received', async () => {
    const order = await givenShipped(1);
    await shop.orders.requestReturn(order, [units(1, 1)]);
    const unasked = await givenShipped(1);
    await admin.orders.return(unasked);
    for (const number of [order, unasked]) {
      const inspected = admin.orders.inspect(number, [found(1, 1, 0)]);
      await inspected.expectRefusal(409, 'transition_refused');
    }
  });
});

describe('an inspection', () => {
  it('loses no units that it found before: scrap may become good, nothing else', async () => {
    const { sku, order } = await givenReturned();
    await admin.orders.inspect(order, [found(1, 0, 2)]);
    for (const lost of [found(1, 0, 0), found(1, 0, 1), found(1, 1, 0)]) {
      const { errors } = await admin.orders.inspect(order, [lost]).refused(422);
      expect(errors).toMatchObject([{ field: 'items.0.scrap', code: 'out_of_range' }]);
      const least = `expected at least ${(lost as { good: number }).good === 1 ? 1 : 2} here`;
      expect(errors[0]!.message).toContain(`2 units of line 1 are good or scrap already: ${least}`);
    }
    await admin.orders.inspect(order, [found(1, 1, 1)]);
    expect(await admin.onHand(sku)).toBe(18);
  });

  it('is open while a refund has put only some of its units back', async () => {
    const { order } = await givenReturned();
    await admin.orders.refund(order, { amount: 1, restock: [units(1, 1)] });
    expect((await shop.orders.get(order)).returns).toMatchObject([{ inspected_at: null }]);
    await admin.orders.inspect(order, [found(1, 1, 1)]);
    expect((await shop.orders.get(order)).returns).toMatchObject([
      { inspected_at: expect.any(String) },
    ]);
  });

  it('is named by the check where units of an inspected return are lost', async () => {
    const { order } = await givenReturned();
    const { returns } = await admin.orders.inspect(order, [found(1, 1, 1)]);
    const { id } = returns[0]!;
    await app.sql`UPDATE order_return_items SET scrapped_quantity = 0 WHERE return_id = ${id}`;
    const faults = await app.sql<object>`SELECT * FROM order_faults()`;
    const broken = 'inspected return with units that are neither good nor scrap';
    expect(faults).toEqual([{ broken, subject: `return ${id} line 1` }]);
    await app.sql`UPDATE order_return_items SET scrapped_quantity = 1 WHERE return_id = ${id}`;
    await app.expectInvariants();
  });
});
