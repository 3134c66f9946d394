import { admin, app, shop, startShopSuite } from '../support/money/suite.js';
import { givenLines, givenOrderAfter } from '../support/shop/order-actions.js';
startShopSuite();

const units = (line: number, quantity: number): object => ({ line, quantity });
const givenReturnedOrder = (...quantities: number[]) =>
  givenLines(shop, quantities, 'pay', 'ship', 'deliver', 'return');

describe('refunding a returned order', () => {
  it('moves all of the money to the wallet, unless an amount is named', async () => {
    const { order } = await givenReturnedOrder(2);
    expect(await admin.orders.refund(order)).toMatchObject({
      status: 'returned',
      payment_status: 'refunded',
      refunds: [{ amount: 210, reason: 'Broken' }],
    });
    expect((await shop.orders.get(order)).refunds).toMatchObject([{ amount: 210, delivery: 10 }]);
    expect(await admin.walletBalance(shop.client)).toBe(210);
    await admin.orders.refund(order).expectRefusal(409, 'nothing_to_refund');
    expect(await shop.orders.status(order)).toMatchObject({ payment_status: 'refunded' });
  });

  it('may be made in parts, up to the paid amount', async () => {
    const { order } = await givenReturnedOrder(2);
    const listed = async (): Promise<unknown> =>
      (await admin.orders.list({ client_id: shop.client.id })).data.map(
        ({ payment_status, partly_refunded }) => [payment_status, partly_refunded],
      );
    expect(await listed()).toEqual([['paid', false]]);
    expect((await admin.orders.refund(order, { amount: 0.01 })).payment_status).toBe('paid');
    expect(await listed()).toEqual([['paid', true]]);
    await admin.orders.refund(order, { amount: 210 }).expectProblems('amount out_of_range');
    await admin.orders.refund(order, { amount: 100 });
    const rest = { amount: 109.99, reference: 'The rest' };
    expect((await admin.orders.refund(order, rest)).payment_status).toBe('refunded');
    expect(await admin.orders.refund(order, rest).status()).toBe(200);
    const parts = (await shop.orders.get(order)).refunds.map(({ delivery }) => delivery);
    expect(parts).toEqual([0, 0, 10]);
    expect(await admin.walletBalance(shop.client)).toBe(210);
    expect(await admin.timeline(order)).toEqual([
      ...['awaiting_payment', 'pending', 'shipped', 'delivered', 'returned'],
    ]);
  });

  it('restocks the units that it names', async () => {
    const { sku, order } = await givenReturnedOrder(2, 3);
    const onHand = async (): Promise<unknown> => (await admin.stock.get(sku)).levels;
    expect(await onHand()).toMatchObject([{ on_hand: 15, reserved: 0 }]);
    const restock = [units(2, 2), units(1, 1)];
    const { items } = await admin.orders.refund(order, { amount: 10, restock });
    expect(items.map((item) => item.restocked_quantity)).toEqual([1, 2]);
    expect(await onHand()).toMatchObject([{ on_hand: 18, reserved: 0 }]);
    const tooMany = admin.orders.refund(order, { restock: [units(2, 2)] });
    await tooMany.expectProblems('restock.0.quantity out_of_range');
    await admin.orders.refund(order, { restock: [units(2, 1)] });
    expect(await onHand()).toMatchObject([{ on_hand: 19, reserved: 0 }]);
  });

  it('needs an amount after the return of some units, of which it names the value', async () => {
    const order = await shop.placeNew(3);
    await admin.sell(order);
    await admin.orders.recordReturn(order, [units(1, 2)]);
    await admin.orders.return(order);
    const { errors } = await admin.orders.refund(order).refused(422);
    expect(errors).toEqual([
      {
        field: 'amount',
        code: 'required',
        message:
          'amount is required: only some units were returned, at 200.00; 310.00 is left of what was paid',
      },
    ]);
    await admin.orders.inspect(order, [{ line: 1, good: 1, scrap: 1 }]);
    const { refunds } = await admin.orders.refund(order, { amount: 200, final: true });
    expect(refunds).toMatchObject([{ amount: 200 }]);
  });

  it('does not take a repeated refund for the final one that it was not', async () => {
    const { order } = await givenReturnedOrder(1);
    const refund = { amount: 10, reference: 'NOTE-1' };
    await admin.orders.refund(order, refund);
    const final = admin.orders.refund(order, { ...refund, final: true });
    const { code, message } = await final.refused(409);
    expect(`${code} ${message}`).toMatch(/^reference_used .* was not final/);
    await admin.orders.refund(order, { amount: 0, final: true });
    for (const repeated of [refund, { ...refund, final: true }]) {
      const { status, body } = await admin.orders.refund(order, repeated).response();
      expect([status, body]).toMatchObject([
        200,
        { data: { refund_final: true, refunds: [{ amount: 10 }] } },
      ]);
    }
  });

  it('may be final with a part or no refund', async () => {
    const part = await givenReturnedOrder(2);
    const [none, open] = [await givenReturnedOrder(1), await givenReturnedOrder(1)];
    const settled = async (isSettled: boolean): Promise<string[]> => {
      const query = { client_id: shop.client.id, settled: isSettled };
      return (await admin.orders.list(query)).data.map((order) => order.order_number);
    };
    await admin.orders.refund(part.order, { amount: 100 });
    expect(await settled(false)).toEqual([part.order, none.order, open.order]);
    await admin.orders.refund(part.order, { amount: 10, final: true });
    const restock = [units(1, 1)];
    const closed = await admin.orders.refund(none.order, { amount: 0, final: true, restock });
    expect(closed).toMatchObject({
      payment_status: 'paid',
      refund_final: true,
      refunds: [],
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
    // Settled before its units were inspected: it still waits for that alone.
    const unseen = await givenOrderAfter(shop, 'pay', 'ship');
    await shop.orders.requestReturn(unseen, [units(1, 1)]);
    await admin.orders.return(unseen);
    await admin.orders.refund(unseen, { amount: 0, final: true });
    expect(await settled(true)).not.toContain(unseen);
    await admin.orders.inspect(unseen, [{ line: 1, good: 1, scrap: 0 }]);
    expect(await settled(true)).toContain(unseen);
    expect(await admin.walletBalance(shop.client)).toBe(100 + 10 + 110);
  });

  it.each<[object, string]>([
    [{ restock: [units(3, 1)] }, 'restock.0.line unknown_line'],
    [{ restock: [units(1, 3)] }, 'restock.0.quantity out_of_range'],
    [{ restock: [units(1, 1), units(1, 1)] }, 'restock.1.line duplicate_line'],
  ])('is refused with %j: %s', async (body, problem) => {
    const { order } = await givenReturnedOrder(2);
    await admin.orders.refund(order, body).expectProblems(problem);
    expect(await admin.walletBalance(shop.client)).toBe(0);
  });
});

describe('a refund repeated under its reference', () => {
  it('is refused with other units, another delivery charge or amount', async () => {
    const { order } = await givenReturnedOrder(2, 3);
    const restock = [units(2, 2), units(1, 1)];
    const refund = { amount: 20, delivery: 5, restock, reference: 'Note 2' };
    await admin.orders.refund(order, refund);
    const others = [{ delivery: 4 }, { delivery: undefined }, { restock: [restock[0]] }];
    for (const other of [...others, { restock: undefined }, { amount: 21 }]) {
      const changed = admin.orders.refund(order, { ...refund, ...other });
      await changed.expectRefusal(409, 'reference_used');
    }
    const again = { ...refund, restock: restock.toReversed() };
    expect(await admin.orders.refund(order, again).status()).toBe(200);
    expect(await admin.walletBalance(shop.client)).toBe(20);
  });

  it('a refund of an earlier release has no record of units, and is the same with any', async () => {
    const { order } = await givenReturnedOrder(1);
    const refund = { amount: 10, reference: 'RMA 8' };
    await admin.orders.refund(order, refund);
    await app.sql`SET session_replication_role = replica;
        UPDATE ledger_journals SET refund_terms = NULL;
        RESET session_replication_role`;
    expect(await admin.orders.refund(order, { ...refund, delivery: 1 }).status()).toBe(200);
  });
});
