import { ORDER_TEXT_NAMES, textsOf } from '../../src/orders/order-texts.js';
import { WHOLE_ORDER_EXAMPLES } from '../../src/fulfillment/whole-order/whole-order.examples.js';
import {
  EXAMPLE_TEXTS,
  givenProduct,
  ISO_UTC,
  orderBody,
  SHIPMENT,
} from '../support/shop/given.js';
import { orderLock, statusesWhileLocked } from '../support/database/locks.js';
import { givenSuite } from '../support/shop/shop.js';
const { app, admin, shop } = await givenSuite();

describe('a whole order that a store reads', () => {
  it('shows what was placed, by order number and by store order id, with an ETag', async () => {
    const { sku } = await givenProduct(app);
    const second = { sku, quantity: 1, variation: 'as sent' };
    const rest = { store_order_id: 'WHOLE-1', ...EXAMPLE_TEXTS };
    const body = orderBody([{ sku, quantity: 2 }, second], rest);
    const order = await shop.orders.placeBody(body);
    const whole = await shop.orders.get(order);
    const line = { sku, name: `Product ${sku}`, variation_key: null, unit_price: 100 };
    const units = { shipped_quantity: 0, canceled_quantity: 0, returned_quantity: 0 };
    expect(whole).toEqual({
      order_number: order,
      store_order_id: 'WHOLE-1',
      status: 'awaiting_payment',
      payment_status: 'unpaid',
      customer: { name: 'Asha Verma', phone: '+91 98765 43210', email: null },
      shipping: { ...(body.shipping as object), country: 'India' },
      ...EXAMPLE_TEXTS,
      cancel_reason: null,
      currency: 'INR',
      subtotal: 300,
      delivery: 10,
      total: 310,
      refunded: 0,
      created_at: expect.stringMatching(ISO_UTC),
      placed_by: 'store',
      expires_at: new Date(Date.parse(whole.created_at) + 24 * 3_600_000).toISOString(),
      items: [
        { ...line, ...units, line: 1, variation: null, quantity: 2, line_total: 200 },
        { ...line, ...units, line: 2, variation: 'as sent', quantity: 1, line_total: 100 },
      ],
      shipments: [],
      refunds: [],
      returns: [],
      documents: [],
      timeline: [{ status: 'awaiting_payment', changed_at: whole.created_at }],
    });
    expect(await shop.orders.get('WHOLE-1')).toEqual(whole);
    const { etag } = await shop.orders.get(order).headers();
    await shop.orders.get(order).set('If-None-Match', etag!).expect(304);
    await admin.orders.pay(order);
    expect((await shop.orders.get(order).headers()).etag).not.toBe(etag);
  });

  it('shows every shipment with its units, and the refunds of a return', async () => {
    const order = await shop.placeNew(3);
    await admin.orders.pay(order);
    const parts = [1, 2].map((quantity, at) => ({
      courier: 'BlueLine',
      tracking_number: `BL${at}`,
      items: [{ line: 1, quantity }],
    }));
    for (const part of parts) await admin.orders.ship(order, part);
    const shown = { delivered_at: null, tracking_url: SHIPMENT.tracking_url };
    const { shipments, timeline } = await shop.orders.get(order);
    expect(shipments).toMatchObject(parts.map((part) => ({ ...part, ...shown })));
    const times = timeline.slice(2).map(({ changed_at }) => changed_at);
    expect(times).toEqual(shipments.map(({ shipped_at }) => shipped_at));
    await admin.orders.deliver(order);
    const delivered = await shop.orders.get(order);
    const at = delivered.timeline.at(-1)!.changed_at;
    expect(delivered.shipments.map(({ delivered_at }) => delivered_at)).toEqual([at, at]);
    await admin.orders.return(order);
    await admin.orders.refund(order, { amount: 100, reason: 'One was broken' });
    expect(await shop.orders.get(order)).toMatchObject({
      status: 'returned',
      refunded: 100,
      expires_at: null,
      items: [{ shipped_quantity: 3, returned_quantity: 3 }],
      refunds: [{ amount: 100, created_at: expect.stringMatching(ISO_UTC) }],
    });
  });
});

describe('a whole order that a store corrects', () => {
  it('replaces the given fields, removes those that are null, and keeps the rest', async () => {
    const customer = { name: 'Asha Verma', phone: '9876543210', email: 'asha@example.com' };
    const order = await shop.placeNew(1, { customer, ...EXAMPLE_TEXTS, store_order_id: 'EDIT-1' });
    const corrected = await shop.orders.correct('EDIT-1', {
      customer: { phone: '+91 98765 43211', email: null },
      shipping: { address: '5, Park Street', pincode: '560 002' },
      ...textsOf({}),
    });
    expect(corrected).toMatchObject({
      customer: { name: 'Asha Verma', phone: '+91 98765 43211', email: null },
      shipping: { address: '5, Park Street', city: 'Bengaluru', pincode: '560002' },
      ...textsOf({}),
    });
    expect(corrected).toEqual(await shop.orders.get(order));
    const { data } = await admin.audit.list({ subject: `order ${order}` });
    expect(data).toMatchObject([
      {
        action: 'order.corrected',
        actor: expect.stringMatching(/^token \d+$/),
        after: {
          fields: expect.arrayContaining([
            'customer.phone',
            'shipping.pincode',
            ...ORDER_TEXT_NAMES,
          ]),
        },
      },
    ]);
  });

  it('refuses unknown fields, wrong values and nothing at all, by their paths', async () => {
    const order = await shop.placeNew();
    const problems = (change: object) => shop.orders.correct(order, change).problems();
    expect(await problems({ shipping: { street: '5, Park Street' }, items: [] })).toEqual(
      expect.arrayContaining(['shipping.street unknown_field', 'items unknown_field']),
    );
    expect(await problems({ customer: { phone: '12' }, shipping: { pincode: '12' } })).toEqual([
      'customer.phone invalid_phone',
    ]);
    expect(await problems({ shipping: { pincode: '12' } })).toEqual([
      'shipping.pincode invalid_pincode',
    ]);
    for (const nothing of [{}, { customer: {} }, { customer: { name: null } }]) {
      expect(await problems(nothing)).toEqual(['shipping required']);
    }
  });

  it('is refused once something was shipped', async () => {
    const order = await shop.placeNew();
    await admin.sell(order);
    const refused = { order_number: order, order_status: 'shipped' };
    await shop.orders.correct(order, { notes: 'x' }).expectRefusal(409, 'not_correctable', refused);
  });

  it('compares If-Match with the order as it is once it is locked', async () => {
    const order = await shop.placeNew();
    const { etag = '' } = await shop.orders.get(order).headers();
    const correct = (notes: string, tag: string) =>
      shop.orders.correct(order, { notes }).set('If-Match', tag);
    const both = [correct('One', etag), correct('Two', etag)];
    const statuses = await statusesWhileLocked(app, orderLock(order), both);
    expect(statuses.sort()).toEqual([200, 412]);
    const named = { order_number: order, order_status: 'awaiting_payment' };
    await correct('Late', etag).expectRefusal(412, 'changed_meanwhile', named);
    const { etag: next = '' } = await shop.orders.get(order).headers();
    const tags = `"other", ${next}`;
    expect(await correct('Three', tags)).toMatchObject({ notes: 'Three' });
    // The answer was lost, and the same request is sent again.
    const answered = await correct('Three', tags).headers();
    expect(answered.etag).toBe((await shop.orders.get(order).headers()).etag);
    expect(await correct('Four', '*')).toMatchObject({ notes: 'Four' });
  });

  it('refuses an If-Match that is no strong tag of this order, and says how the order is', async () => {
    const [order, other] = [await shop.placeNew(), await shop.placeNew()];
    const { etag = '' } = await shop.orders.get(order).headers();
    const { etag: ofOther = '' } = await shop.orders.get(other).headers();
    const { etag: ofStatus = '' } = await shop.orders.status(order).headers();
    const named = { order_number: order, order_status: 'awaiting_payment' };
    for (const tag of ['x', etag.slice(1, -1), `W/${etag}`, ofOther, ofStatus, '']) {
      const refused = shop.orders.correct(order, { notes: 'Lost' }).set('If-Match', tag);
      await refused.expectRefusal(412, 'changed_meanwhile', named);
    }
    expect(await shop.orders.get(order)).toMatchObject({ notes: null });
  });
});

it('has an example whose shipments have lines of its items', () => {
  const { items, shipments } = WHOLE_ORDER_EXAMPLES.shipped.value.data;
  expect(items.map(({ line }) => line)).toEqual(items.map((_item, index) => index + 1));
  const shipped = shipments.flatMap((shipment) =>
    shipment.items.map(({ line }) => items[line - 1]),
  );
  expect(shipped).toMatchObject([{ quantity: 2 }]);
});
