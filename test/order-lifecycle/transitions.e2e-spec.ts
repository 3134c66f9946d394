import type { OrderStatus } from '../../src/orders/lifecycle/order-lifecycle.js';
import { UNLIMITED } from '../support/app.js';
import { givenProduct, unique, SHIPMENT } from '../support/shop/given.js';
import { expireUnpaid, makeOlder } from '../support/time.js';
import { givenShop, givenSuite } from '../support/shop/shop.js';

/** The actions on an order, each with the status that it leads to and the status of the response. */
const ACTIONS = {
  pay: { to: 'pending', success: 201 },
  ship: { to: 'shipped', success: 201 },
  shipPart: { to: 'partially_shipped', success: 201 },
  deliver: { to: 'delivered', success: 200 },
  close: { to: 'shipped', success: 200 },
  return: { to: 'returned', success: 200 },
  refund: { to: 'returned', success: 201 },
  cancel: { to: 'cancelled', success: 200 },
} as const;

type Action = keyof typeof ACTIONS;

/** The actions that bring an order of three units into each status, and the actions allowed then. */
const STATUSES: Record<OrderStatus, [reachedBy: (Action | 'expire')[], allowed: Action[]]> = {
  awaiting_payment: [[], ['pay', 'cancel']],
  pending: [['pay'], ['ship', 'shipPart', 'cancel']],
  partially_shipped: [
    ['pay', 'shipPart'],
    ['ship', 'shipPart', 'close'],
  ],
  shipped: [
    ['pay', 'ship'],
    ['deliver', 'return'],
  ],
  delivered: [['pay', 'ship', 'deliver'], ['return']],
  returned: [['pay', 'ship', 'return'], ['refund']],
  cancelled: [['cancel'], []],
  expired: [['expire'], ['pay']],
};
const CASES = Object.entries(STATUSES).map(([status, [reachedBy, allowed]]) => {
  return [status, reachedBy, allowed] as const;
});

const { app, admin, shop } = await givenSuite(UNLIMITED);

describe('the status of an order', () => {
  const act = (order: string, action: Action) =>
    ({
      pay: () => admin.orders.pay(order, { reference: unique('REF') }),
      ship: () => admin.orders.ship(order),
      shipPart: () => admin.orders.ship(order, { items: [{ line: 1, quantity: 1 }] }),
      deliver: () => admin.orders.deliver(order),
      close: () => admin.orders.close(order),
      return: () => admin.orders.return(order),
      refund: () => admin.orders.refund(order),
      cancel: () => admin.orders.cancel(order),
    })[action]();

  const givenOrder = async (status: string, reachedBy: readonly (Action | 'expire')[]) => {
    const order = await shop.placeNew(3);
    for (const action of reachedBy) {
      if (action === 'expire') {
        await makeOlder(app, { minutes: 90 }, order);
        await expireUnpaid(app);
      } else {
        await act(order, action);
      }
    }
    expect((await admin.orders.get(order)).status).toBe(status);
    return order;
  };

  it.each(CASES.filter(([, , allowed]) => allowed.length > 0))(
    '%s, reached by %j, allows %j',
    async (status, reachedBy, allowed) => {
      for (const action of allowed) {
        const order = await givenOrder(status, reachedBy);
        const { to, success } = ACTIONS[action];
        const { body } = await act(order, action).expect(success);
        expect({ action, body }).toMatchObject({ action, body: { data: { status: to } } });
      }
    },
  );

  it.each(CASES)(
    '%s refuses every other action and names both statuses',
    async (status, reachedBy, allowed) => {
      const order = await givenOrder(status, reachedBy);
      const before = await admin.orders.get(order);
      for (const [action, { to }] of Object.entries(ACTIONS)) {
        // Money with a reference is never refused.
        if (allowed.includes(action as Action) || action === 'pay') continue;
        const { code, message } = await act(order, action as Action).refused(409);
        expect({ action, code }).toEqual({ action, code: 'transition_refused' });
        expect(message).toContain(status);
        expect(message.split(': expected')[0]).toMatch(new RegExp(`cannot be\\w* .*\\b${to}$`));
      }
      expect(await admin.orders.get(order)).toEqual(before);
    },
  );
});

describe('a correction of the address', () => {
  it('changes the given fields until something is shipped', async () => {
    const order = await shop.placeNew(2);
    const { shipping } = await admin.orders.get(order);
    const address = '15, Lake View Road\nSecond floor';
    const changed = await admin.orders.correctAddress(order, { address, pincode: '560 002' });
    expect(changed.shipping).toEqual({ ...shipping, address, pincode: '560002' });
    await admin.orders.pay(order);
    await admin.orders.correctAddress(order, { city: 'Mysuru' });
    await admin.orders.ship(order, { items: [{ line: 1, quantity: 1 }] });
    const late = admin.orders.correctAddress(order, { city: 'Pune' });
    const message = expect.stringContaining('partially_shipped');
    await late.expectRefusal(409, 'not_correctable', { message });
    expect((await admin.orders.get(order)).shipping.city).toBe('Mysuru');
  });

  it('is audited by the names of its fields alone, also of name and phone on the label', async () => {
    const order = await shop.placeNew(2);
    const { customer } = await admin.orders.get(order);
    await admin.orders.correctAddress(order, { phone: '12' }).expectProblems('phone invalid_phone');
    await admin.orders.correctAddress(order, { phone: null }).expectProblems('address required');
    const secret = { address: 'Behind the old mill', city: 'Hampi', country: 'India' };
    await admin.orders.correctAddress(order, secret);
    await admin.orders.correctAddress(order, secret);
    const change = { name: 'Asha Verma-Rao', phone: '+91 98450 00017' };
    const corrected = await admin.orders.correctAddress(order, change);
    expect(corrected.customer).toEqual({ ...customer, ...change });
    const { data } = await admin.audit.list({ subject: `order ${order}` });
    expect(data).toMatchObject([
      { action: 'order.corrected', after: { fields: ['customer.name', 'customer.phone'] } },
      { action: 'order.address_corrected', before: null, after: { fields: ['address', 'city'] } },
    ]);
    expect(JSON.stringify(data)).not.toMatch(/old mill|98450 00017/);
  });

  it('requires a pincode in the format of the country', async () => {
    const order = await shop.placeNew(2);
    const problem = ['pincode invalid_pincode'];
    for (const change of [{ pincode: '01234' }, { country: 'Nepal', pincode: '#' }]) {
      await admin.orders.correctAddress(order, change).expectProblems(...problem);
    }
    await admin.orders.correctAddress(order, { country: 'Nepal', pincode: '44600' });
    await admin.orders.correctAddress(order, { country: 'India' }).expectProblems(...problem);
    expect((await admin.orders.get(order)).shipping).toMatchObject({ country: 'Nepal' });
  });
});

describe('a shipment', () => {
  it('needs no tracking URL, and its data can be corrected', async () => {
    const order = await shop.placeNew(2);
    await admin.orders.pay(order);
    const { shipments } = await admin.orders.ship(order, { tracking_url: null });
    const { id = 0 } = shipments[0] ?? {};
    expect((await shop.orders.status(order)).tracking).toMatchObject({
      ...SHIPMENT,
      tracking_url: null,
    });

    const { next_cursor: cursor } = await shop.orders.list();
    const correction = { courier: 'Speedy', tracking_url: 'https://track.example.com/2' };
    await admin.orders.correctShipment(order, id, correction);
    const tracking = { ...SHIPMENT, ...correction };
    expect((await shop.orders.status(order)).tracking).toMatchObject(tracking);
    expect((await shop.orders.list({ cursor })).data).toMatchObject([
      { order_number: order, tracking },
    ]);
    await admin.orders.correctShipment(order, id, { tracking_number: 'BL2', tracking_url: null });
    expect((await admin.orders.get(order)).shipments).toMatchObject([
      { courier: 'Speedy', tracking_number: 'BL2', tracking_url: null },
    ]);
  });

  it('the shipment of another order is not found', async () => {
    const [order, other] = [await shop.placeNew(2), await shop.placeNew(2)];
    await admin.orders.pay(order);
    const { shipments } = await admin.orders.ship(order);
    const corrected = admin.orders.correctShipment(other, shipments[0]!.id, { courier: 'X' });
    await corrected.expectRefusal(404, 'shipment_not_found');
  });
});

describe('closing a partly shipped order', () => {
  it('releases the rest and credits its price to the wallet, without the delivery charge', async () => {
    const { sku } = await givenProduct(app, { stock: 10 });
    const buyer = await givenShop(app);
    const order = await buyer.orders.place([2, 3].map((quantity) => ({ sku, quantity })));
    await admin.orders.pay(order);
    await admin.orders.ship(order, { items: [{ line: 2, quantity: 1 }] });
    expect(await admin.orders.close(order, { reason: 'No longer made' })).toMatchObject({
      status: 'shipped',
      payment_status: 'paid',
      total: 510,
      items: [
        { quantity: 2, shipped_quantity: 0, canceled_quantity: 2 },
        { quantity: 3, shipped_quantity: 1, canceled_quantity: 2 },
      ],
      refunds: [{ amount: 400, reason: 'No longer made' }],
    });
    expect(await admin.walletBalance(buyer.client)).toBe(400);
    expect((await admin.stock.get(sku)).levels).toMatchObject([{ on_hand: 9, reserved: 0 }]);
    expect(await buyer.orders.status(order)).toMatchObject({
      status: 'shipped',
      payment_status: 'paid',
      total_amount: 510,
      items: [{ quantity: 2 }, { quantity: 3 }],
    });
  });

  it('can be followed by a return, which refunds the remaining amount', async () => {
    const { sku } = await givenProduct(app, { stock: 10 });
    const buyer = await givenShop(app);
    const order = await buyer.orders.place({ sku, quantity: 3 });
    await admin.orders.pay(order);
    await admin.orders.ship(order, { items: [{ line: 1, quantity: 1 }] });
    await admin.orders.close(order);
    await admin.orders.ship(order).refused(409);
    await admin.orders.deliver(order);
    await admin.orders.return(order);
    const tooMany = { restock: [{ line: 1, quantity: 2 }] };
    await admin.orders.refund(order, tooMany).expectProblems('restock.0.quantity out_of_range');
    const refunded = await admin.orders.refund(order, { restock: [{ line: 1, quantity: 1 }] });
    expect(refunded).toMatchObject({
      status: 'returned',
      payment_status: 'refunded',
      refunds: [{ amount: 200 }, { amount: 110 }],
    });
    expect(await admin.walletBalance(buyer.client)).toBe(310);
    expect((await admin.stock.get(sku)).levels).toMatchObject([{ on_hand: 10, reserved: 0 }]);
  });
});

const PATHS = ['payments', 'shipments', 'deliver', 'return', 'cancel', 'close', 'refunds'];
const REASON = { reason: 'Broken' };
const BODIES: Partial<Record<string, object>> = {
  payments: { method: 'cash' },
  shipments: SHIPMENT,
  close: REASON,
  refunds: REASON,
};

describe("bad input to an operator's changes of an order", () => {
  it.each<[action: 'pay' | 'ship', string, string, unknown[]]>([
    ['pay', 'method', 'reserved_value', ['gateway', 'Gateway']],
    ['pay', 'amount', 'amount_mismatch', [1, 209.99, 210.01]],
    ['pay', 'reference', 'invalid_characters', ['a\nb']],
    ['ship', 'tracking_url', 'invalid_url', ['BL1', 'http://a.example', 'javascript:x']],
    ['ship', 'items', 'list_expected', [[], [[]], [null]]],
  ])('is refused: %s with a wrong %s is %s', async (action, field, code, values) => {
    const order = await shop.placeNew(2);
    for (const value of values) {
      await admin.orders[action](order, { [field]: value }).expectProblems(`${field} ${code}`);
    }
    expect(await admin.timeline(order)).toEqual(['awaiting_payment']);
  });

  it.each(['0', '-1', '99999999999', 'WO-0000000000', '%00', '%ff', 'x'.repeat(500)])(
    'is 404 when the path names no order: %s',
    async (order) => {
      const code = order === '%ff' ? 'route_not_found' : 'order_not_found';
      for (const call of [
        ...PATHS.map((action) => app.admin('post', `orders/${order}/${action}`, BODIES[action])),
        app.admin('get', `orders/${order}`),
      ]) {
        expect((await call.expect(404)).body).toMatchObject({ code });
      }
    },
  );
});
