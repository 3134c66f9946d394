import { TestBrowser } from '../support/shop/people.js';
import { givenProduct } from '../support/shop/given.js';
import { givenLines, givenOrderAfter } from '../support/shop/order-actions.js';
import { orderLock, statusesWhileLocked } from '../support/database/locks.js';
import { givenShop, givenSuite, givenTestShop } from '../support/shop/shop.js';
const { app, admin, shop } = await givenSuite();

describe('changes by a store to its placed order', () => {
  describe('canceling', () => {
    it('releases the stock, by order number and by store order id, and may be repeated', async () => {
      const { sku } = await givenProduct(app, { stock: 5 });
      const id = 'CANCEL/1 #2';
      const order = await shop.orders.place({ sku, quantity: 5 }, { store_order_id: id });
      const canceled = await shop.orders.cancel(id, { reason: 'Customer changed her mind' });
      expect(canceled).toMatchObject({
        order_number: order,
        status: 'cancelled',
        payment_status: 'unpaid',
        timeline: [{ status: 'awaiting_payment' }, { status: 'cancelled' }],
      });
      expect(await shop.available(sku)).toBe(5);
      expect(await shop.orders.cancel(order)).toEqual(canceled);
      expect(await shop.orders.status(order)).toEqual(canceled);
      const { data } = await admin.audit.list({ subject: `order ${order}` });
      expect(data).toMatchObject([
        {
          action: 'order.cancelled',
          actor: expect.stringMatching(/^token \d+$/),
          after: { reason: 'Customer changed her mind' },
        },
      ]);
    });

    it('is read back with its reason by store, client and operator; the status stays as it is', async () => {
      const reason = 'Customer changed her mind';
      const whole = { include: 'details' };
      const member = await TestBrowser.ofMember(app, shop.client);
      const [mine, ours, theirs] = [
        await shop.placeNew(),
        await shop.placeNew(),
        await shop.placeNew(),
      ];
      const { next_cursor: cursor } = await shop.orders.list();
      const canceled = await shop.orders.cancel(mine, { reason });
      expect(canceled).not.toHaveProperty('cancel_reason');
      await shop.orders.cancel(mine, { reason: 'Another one' });
      await member.call('post', `orders/${ours}/cancel`, { reason });
      await admin.orders.cancel(theirs, { reason });
      const given = [reason, reason, null];
      const orders = [mine, ours, theirs];
      const { data } = await shop.orders.list({ ...whole, cursor });
      expect(data.map((order) => order.cancel_reason)).toEqual(given);
      for (const [at, order] of orders.entries()) {
        const shown = { cancel_reason: given[at] };
        expect(await shop.orders.get(order)).toMatchObject(shown);
        expect(await shop.orders.status(order, whole)).toMatchObject(shown);
        expect(await admin.orders.get(order)).toMatchObject(shown);
        expect((await member.call('get', `orders/${order}`)).body.data).toMatchObject(shown);
      }
    });

    it('is refused once something was shipped, with the status of the order', async () => {
      const order = await givenOrderAfter(shop, 'pay');
      await admin.orders.ship(order, { items: [{ line: 1, quantity: 1 }] });
      const canceled = shop.orders.cancel(order);
      await canceled.expectRefusal(409, 'not_cancelable', {
        order_number: order,
        order_status: 'partially_shipped',
        message: expect.stringContaining('is partially_shipped'),
      });
    });
  });

  describe('correcting the address', () => {
    it('replaces the given fields and keeps the rest', async () => {
      const order = await shop.placeNew(1, { store_order_id: 'MOVED-1' });
      const moved = { address: '5, Park Street', city: 'Kolkata', pincode: '700 016' };
      const changed = await shop.orders.changeShipping('MOVED-1', moved);
      expect(changed).toEqual(await shop.orders.status(order));
      const kept = { state: 'Karnataka', country: 'India', pincode: '700016' };
      expect((await admin.orders.get(order)).shipping).toEqual({ ...moved, ...kept });
    });

    it('has what is doubtful about the address as it is then in a header, as a correction of the whole order has', async () => {
      const order = await givenOrderAfter(shop);
      const { changeShipping, correct } = shop.orders;
      const steps = [
        [changeShipping(order, { pincode: '110001' }), 'pincode_of_other_state'],
        [correct(order, { notes: 'Ring twice' }), 'pincode_of_other_state'],
        [correct(order, { shipping: { state: 'Delhi' } }), undefined],
        [changeShipping(order, { state: 'Atlantis' }), 'state_unknown'],
        [changeShipping(order, { state: 'Atlantis' }), 'state_unknown'],
      ] as const;
      for (const [call, warning] of steps) {
        expect((await call.headers())['x-address-warning']).toBe(warning);
      }
    });

    it('is refused once something was shipped, and for a pincode of another country', async () => {
      const order = await givenOrderAfter(shop);
      await shop.orders
        .changeShipping(order, { pincode: '12' })
        .expectProblems('pincode invalid_pincode');
      await admin.sell(order);
      await shop.orders
        .changeShipping(order, { city: 'Pune' })
        .expectRefusal(409, 'not_correctable', { order_number: order, order_status: 'shipped' });
    });

    it('is refused if no field is one of the address, to report typing errors', async () => {
      const order = await givenOrderAfter(shop);
      for (const nothing of [{}, { adress: '5, Park Street' }, { name: 'A' }, { city: ' ' }]) {
        const message = expect.stringContaining('country');
        const refused = shop.orders.changeShipping(order, nothing);
        await refused.expectRefusal(422, 'validation_failed', {
          errors: [{ field: 'address', code: 'required', message }],
        });
      }
    });
  });

  it('finds only the orders of the caller', async () => {
    const order = await shop.placeNew(1, { store_order_id: 'MINE-1' });
    const stranger = await givenShop(app);
    const tester = await givenTestShop(shop);
    for (const other of [stranger, tester]) {
      for (const reference of [order, 'MINE-1']) {
        await other.orders.cancel(reference).expectRefusal(404, 'order_not_found');
        await other.orders.changeShipping(reference, { city: 'Pune' }).refused(404);
        await other.orders.get(reference).refused(404);
        await other.orders.correct(reference, { notes: 'Mine' }).refused(404);
      }
    }
    expect((await shop.orders.status(order)).status).toBe('awaiting_payment');
  });
});

describe('a repeated request of a return', () => {
  const units = (line: number, quantity: number): object => ({ line, quantity });
  const givenShipped = (quantity: number) => givenLines(shop, [quantity], 'pay', 'ship');
  const returnsOf = async (order: string) => (await shop.orders.get(order)).returns;

  it('is the same return for a repeated key, and a 409 that carries it without one', async () => {
    const { order } = await givenShipped(2);
    const key = `return-${order}`;
    const body = [units(1, 1)];
    const first = await shop.orders.requestReturn(order, body, { key });
    const replay = await shop.orders.requestReturn(order, body, { key }).expect(201);
    expect(replay.body).toEqual({ success: true, order_number: order, data: first });
    expect(replay.headers['idempotent-replayed']).toBe('true');
    const known = { order_number: order, order_status: 'shipped', return: first };
    const changed = shop.orders.requestReturn(order, [units(1, 2)], { key });
    await changed.expectRefusal(422, 'idempotency_mismatch', known);
    const ask = () => shop.orders.requestReturn(order, body);
    await ask().expectRefusal(409, 'duplicate_return', { ...known, same_request: true });
    const other = shop.orders.requestReturn(order, body, { reason: 'Other', key: 'another' });
    await other.expectRefusal(409, 'duplicate_return', { ...known, same_request: false });
    await admin.orders.return(order);
    const received = { order_status: 'returned', return: { status: 'received' } };
    await ask().expectRefusal(409, 'duplicate_return', received);
    expect(await shop.orders.requestReturn(order, body, { key })).toMatchObject({ id: first.id });
    expect(await returnsOf(order)).toHaveLength(1);
  });

  it('is named by the refusal of an invalid edit of it', async () => {
    const { order } = await givenShipped(2);
    const key = `return-${order}`;
    const invalid = [units(1, 0)];
    const first = await shop.orders.requestReturn(order, [units(1, 1)], { key });
    const named = { order_number: order, order_status: 'shipped', return: first };
    for (const options of [{ key }, { key: 'another' }, {}]) {
      const edited = shop.orders.requestReturn(order, invalid, options);
      await edited.expectRefusal(422, 'validation_failed', named);
    }
    await admin.orders.declineReturn(order, first.id);
    const declined = await shop.orders.requestReturn(order, invalid, { key }).refused(422);
    expect(declined).toMatchObject({ return: { id: first.id, status: 'declined' } });
    const stranger = await givenShop(app);
    for (const refusal of [
      await shop.orders.requestReturn(order, invalid).refused(422),
      await stranger.orders.requestReturn(order, invalid, { key }).refused(422),
    ]) {
      expect(refusal).not.toHaveProperty('return');
      expect(refusal).not.toHaveProperty('order_number');
    }
  });

  it('is stored once when it is sent twice at the same moment', async () => {
    const { order } = await givenShipped(2);
    const twice = [1, 2].map((n) => shop.orders.requestReturn(order, [units(1, n)]));
    const statuses = await statusesWhileLocked(app, orderLock(order), twice);
    expect(statuses.sort()).toEqual([201, 409]);
    expect(await returnsOf(order)).toHaveLength(1);
  });

  it('a repeated request of a withdrawn return is another one, once it waits for no decision', async () => {
    const { order } = await givenShipped(2);
    const key = `return-${order}`;
    const first = await shop.orders.requestReturn(order, [units(1, 1)], { key });
    const withdrawn = await shop.orders.withdrawReturn(order, first.id);
    expect(withdrawn).toEqual({ ...first, status: 'withdrawn', decided_at: expect.any(String) });
    expect(await shop.orders.withdrawReturn(order, first.id)).toEqual(withdrawn);
    expect(await returnsOf(order)).toEqual([withdrawn]);
    for (const call of [
      admin.orders.acceptReturn(order, first.id),
      admin.orders.declineReturn(order, first.id),
    ]) {
      await call.expectRefusal(409, 'transition_refused');
    }
    expect(await shop.orders.requestReturn(order, [units(1, 1)], { key })).toEqual(withdrawn);
    const second = await shop.orders.requestReturn(order, [units(1, 2)]);
    // A late repetition is about the first one.
    await shop.orders.withdrawReturn(order, first.id);
    expect(await returnsOf(order)).toEqual([withdrawn, second]);
    const { data } = await admin.audit.list({ subject: `order ${order}` });
    expect(data.filter(({ action }) => action === 'order.return_withdrawn')).toHaveLength(1);

    await admin.orders.acceptReturn(order, second.id);
    const awaited = { order_number: order, return: { status: 'awaited' } };
    const late = shop.orders.withdrawReturn(order, second.id);
    await late.expectRefusal(409, 'not_withdrawable', awaited);
    const stranger = await givenShop(app);
    for (const call of [
      stranger.orders.withdrawReturn(order, second.id),
      shop.orders.withdrawReturn('WO-0000000000', second.id),
    ]) {
      await call.expectRefusal(404, 'order_not_found');
    }
    const { order: other } = await givenShipped(1);
    await shop.orders.withdrawReturn(other, second.id).expectRefusal(404, 'return_not_found');
  });

  it('is either accepted or withdrawn, if both happen at the same moment', async () => {
    const { order } = await givenShipped(1);
    const { id } = await shop.orders.requestReturn(order, [units(1, 1)]);
    const calls = [admin.orders.acceptReturn(order, id), shop.orders.withdrawReturn(order, id)];
    const statuses = await statusesWhileLocked(app, orderLock(order), calls);
    expect(statuses.toSorted()).toEqual([200, 409]);
    const [asked] = await returnsOf(order);
    expect(asked).toMatchObject({ status: statuses[0] === 200 ? 'awaited' : 'withdrawn' });
  });
});
