import { RETURN_STEPS } from '../../src/fulfillment/returns/return-status.js';
import { OrderArchiveRepository } from '../../src/orders/archive/order-archive.repository.js';
import { inTransaction } from '../../src/platform/database/transaction.js';
import { ISO_UTC, RETURN_ADDRESS } from '../support/shop/given.js';
import { eraseCustomers, givenLines } from '../support/shop/order-actions.js';
import { givenShop, givenSuite } from '../support/shop/shop.js';
import { makeAllOlder } from '../support/time.js';
import { eventually } from '../support/eventually.js';
const { app, admin, shop } = await givenSuite();

const units = (line: number, quantity: number): object => ({ line, quantity });
const found = (line: number, good: number, scrap: number): object => ({ line, good, scrap });

const NOT_SENT = {
  instructions: null,
  courier: null,
  tracking_number: null,
  tracking_url: null,
  sent_at: null,
};

const givenDelivered = (...quantities: number[]) =>
  givenLines(shop, quantities, 'pay', 'ship', 'deliver');

const returnsOf = async (order: string) => (await shop.orders.get(order)).returns;

describe('a return that a store requests', () => {
  it('goes from the request to the settlement, and lists its order as changed at each step', async () => {
    const { sku, order } = await givenDelivered(2, 3);
    let { next_cursor: cursor } = await shop.orders.list();
    const listedAgain = async (): Promise<string[]> => {
      const list = await shop.orders.list({ cursor });
      cursor = list.next_cursor;
      return list.data.map(({ order_number }) => order_number);
    };
    /** Lists the steps of RETURN_STEPS for which the order waits. */
    const waitsFor = async (): Promise<string[]> => {
      const lists = RETURN_STEPS.map((step) => admin.orders.list({ return_step: step }));
      const found = (await Promise.all(lists)).map(({ data }) => data.map((o) => o.order_number));
      return RETURN_STEPS.filter((_, index) => found[index]!.includes(order));
    };
    const { etag } = await shop.orders.get(order).headers();
    const requested = await shop.orders.requestReturn(order, [units(2, 2), units(1, 1)]);
    const none = { good: 0, scrap: 0 };
    expect(requested).toEqual({
      id: expect.any(Number),
      status: 'requested',
      origin: 'customer',
      reason: 'Chipped',
      decline_reason: null,
      items: [
        { line: 1, quantity: 1, ...none },
        { line: 2, quantity: 2, ...none },
      ],
      created_at: expect.stringMatching(ISO_UTC),
      decided_at: null,
      received_at: null,
      inspected_at: null,
      ...NOT_SENT,
      return_address: null,
    });
    const whole = await shop.orders.get(order);
    expect(whole.returns).toEqual([requested]);
    expect((await shop.orders.get(order).headers()).etag).not.toBe(etag);
    expect(whole.items.map((item) => item.returned_quantity)).toEqual([0, 0]);
    expect(await listedAgain()).toEqual([order]);

    expect(await waitsFor()).toEqual(['decision']);
    expect(await admin.overview()).toMatchObject({ returns_to_decide: 1, returns_to_inspect: 0 });
    await admin.orders.acceptReturn(order, requested.id);
    await admin.orders.acceptReturn(order, requested.id);
    expect(await waitsFor()).toEqual(['goods']);
    const at = expect.stringMatching(ISO_UTC);
    expect(await returnsOf(order)).toMatchObject([{ status: 'awaited', decided_at: at }]);
    expect(await listedAgain()).toEqual([order]);
    await admin.orders.return(order);
    expect(await shop.orders.get(order)).toMatchObject({
      status: 'returned',
      items: [{ returned_quantity: 1 }, { returned_quantity: 2 }],
      returns: [{ status: 'received', received_at: at, inspected_at: null }],
    });
    await listedAgain();

    expect(await waitsFor()).toEqual(['inspection']);
    expect(await admin.overview()).toMatchObject({
      returns_to_decide: 0,
      returns_to_inspect: 1,
      returns_to_settle: 0,
    });
    expect((await app.admin('get', 'counts')).body).toMatchObject({ data: { returns: 1 } });
    const inspection = [found(1, 0, 1), found(2, 1, 1)];
    await admin.orders.inspect(order, inspection.slice(0, 1));
    expect(await waitsFor()).toEqual(['inspection']);
    const record = await admin.orders.inspect(order, inspection);
    const items = [
      { line: 1, quantity: 1, good: 0, scrap: 1 },
      { line: 2, quantity: 2, good: 1, scrap: 1 },
    ];
    expect(await waitsFor()).toEqual(['settlement']);
    expect((await app.admin('get', 'counts')).body).toMatchObject({ data: { returns: 1 } });
    expect(await admin.overview()).toMatchObject({ returns_to_inspect: 0, returns_to_settle: 1 });
    expect(record.returns).toMatchObject([{ status: 'received', items, inspected_at: at }]);
    expect(await admin.onHand(sku)).toBe(16);
    expect(await listedAgain()).toEqual([order]);
    await admin.orders.refund(order, { amount: 250, final: true });
    expect(await returnsOf(order)).toMatchObject([{ status: 'settled', items }]);
    expect(await waitsFor()).toEqual([]);
    const { data } = await admin.audit.list({ subject: `order ${order}` });
    expect(data.slice(0, 6).map(({ action }) => action)).toEqual([
      ...['order.refunded', 'order.return_inspected', 'order.return_inspected'],
      ...['order.returned', 'order.return_accepted', 'order.return_requested'],
    ]);
    const asked = data.find(({ action }) => action === 'order.return_requested');
    expect(asked?.actor).toMatch(/^token \d+$/);
    expect(JSON.stringify(asked)).not.toContain('Chipped');
  });

  it('may be requested again after it was declined, also once it was awaited', async () => {
    const { order } = await givenDelivered(2);
    const first = await shop.orders.requestReturn(order, [units(1, 1)]);
    await admin.orders.acceptReturn(order, first.id);
    await admin.orders.declineReturn(order, first.id, 'It never came');
    await admin.orders.declineReturn(order, first.id, 'It never came');
    const another = admin.orders.declineReturn(order, first.id, 'Once more');
    const hint = { message: expect.stringContaining('another reason') };
    await another.expectRefusal(409, 'transition_refused', hint);
    const message = `Return ${first.id} of order ${order} is declined and cannot be accepted: expected requested or awaited.`;
    const accepted = admin.orders.acceptReturn(order, first.id);
    await accepted.expectRefusal(409, 'transition_refused', { message });
    const second = await shop.orders.requestReturn(order, [units(1, 2)]);
    await admin.orders.return(order);
    expect(await returnsOf(order)).toMatchObject([
      { id: first.id, status: 'declined', decline_reason: 'It never came', received_at: null },
      { id: second.id, status: 'received' },
    ]);
    await admin.orders.declineReturn(order, second.id).expectRefusal(409, 'transition_refused');
  });
});

describe('a request of a return', () => {
  it('needs an order of which everything was shipped, and its own client', async () => {
    const order = await shop.placeNew(2);
    const ask = (by = shop) => by.orders.requestReturn(order, [units(1, 1)]);
    const expectRefused = (order_status: string, told = '') => {
      const message = expect.stringContaining(told);
      return ask().expectRefusal(409, 'not_returnable', {
        order_number: order,
        order_status,
        message,
      });
    };
    await expectRefused('awaiting_payment', 'is awaiting_payment: units');
    await admin.orders.pay(order);
    await admin.orders.ship(order, { items: [units(1, 1)] });
    await expectRefused('partially_shipped');
    await admin.orders.close(order, { reason: 'Sold out' });
    await ask(await givenShop(app)).expectRefusal(404, 'order_not_found');
    const tooMany = shop.orders.requestReturn(order, [units(1, 2)]);
    await tooMany.expectProblems('items.0.quantity out_of_range');
    expect(await ask()).toMatchObject({ status: 'requested' });
    const { order: other } = await givenDelivered(1);
    const { id } = (await shop.orders.get(order)).returns[0]!;
    await admin.orders.acceptReturn(other, id).expectRefusal(404, 'return_not_found');
    const { order: returned } = await givenDelivered(1);
    await admin.orders.return(returned);
    const late = shop.orders.requestReturn(returned, [units(1, 1)]);
    await late.expectRefusal(409, 'not_returnable', { order_status: 'returned' });
  });

  it.each<[unknown, string]>([
    [[], 'items list_expected'],
    [[units(2, 1)], 'items.0.line unknown_line'],
    [[units(1, 3)], 'items.0.quantity out_of_range'],
    [[units(1, 1), units(1, 1)], 'items.1.line duplicate_line'],
  ])('is refused with the items %j: %s', async (items, problem) => {
    const { order } = await givenDelivered(2);
    await shop.orders.requestReturn(order, items as object[]).expectProblems(problem);
  });

  it('of an order that cannot exist is 404, also with a key and an invalid body', async () => {
    const headers = { ...shop.client.headers, 'Idempotency-Key': 'K' };
    await app.post('/api/orders/%00/returns', headers, { items: [] }).expect(404);
  });
});

describe('stored returns', () => {
  it('keep their order out of the archive while they are open, and go into it with their order', async () => {
    const { order } = await givenDelivered(1);
    const { id } = await shop.orders.requestReturn(order, [units(1, 1)]);
    await admin.orders.acceptReturn(order, id, { instructions: 'For Asha' });
    const sent = { courier: 'BlueLine', tracking_number: 'ERASED10' };
    await shop.orders.setReturnTracking(order, id, sent);
    await makeAllOlder(app, 9, order);
    expect(await eraseCustomers(app)).toBe(0);
    await admin.orders.declineReturn(order, id);
    expect(await eraseCustomers(app)).toBe(1);
    expect(await returnsOf(order)).toMatchObject([
      { reason: null, status: 'declined', ...NOT_SENT, return_address: RETURN_ADDRESS },
    ]);
    // Its words are written again within seconds.
    await eventually(async () => (await admin.orders.list({ q: 'ERASED10' })).data.length === 0);
    // Its reason would never be erased.
    const again = shop.orders.requestReturn(order, [units(1, 1)]);
    await again.expectRefusal(409, 'not_returnable', {
      order_status: 'delivered',
      message: expect.stringContaining("customer's data was removed"),
    });
    const archive = app.service(OrderArchiveRepository);
    const [line] = await inTransaction(app.dataSource, async (manager) => {
      const find = 'SELECT id FROM orders WHERE order_number = $1';
      const [row] = await manager.query<[{ id: number }]>(find, [order]);
      const lines = await archive.readLines(manager, [row.id]);
      const file = { file: 'a.gz', closedBefore: new Date(), bytes: 1, sha256: 'a'.repeat(64) };
      await archive.remove(manager, [row.id], { number: 1, ...file });
      return lines;
    });
    expect(JSON.parse(line!)).toMatchObject({
      returns: [{ id, decline_reason: 'It was opened', items: [{ line: 1, quantity: 1 }] }],
    });
    const archived = shop.orders.requestReturn(order, [units(1, 1)]);
    await archived.expectRefusal(404, 'order_not_found', { order_number: order });
  });
});
