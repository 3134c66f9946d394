import type { OrderStatus } from '../../src/orders/lifecycle/order-lifecycle.js';
import { givenProduct, unique } from '../support/shop/given.js';
import { expireUnpaid, makeOlder } from '../support/time.js';
import { givenSuite } from '../support/shop/suite.js';

/** The actions on an order, each with the status it leads to and the status of the response. */
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

/** The actions by which an order of three units reaches each status, and those that are allowed then. */
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

const { app, admin, shop } = await givenSuite({
  UNPAID_ORDER_TTL_HOURS: '0',
  ORDER_RATE_LIMIT_PER_MINUTE: '0',
});

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
    const { sku } = await givenProduct(app);
    const order = await shop.orders.place({ sku, quantity: 3 });
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
