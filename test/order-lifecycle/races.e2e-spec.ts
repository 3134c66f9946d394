import { givenProduct, unique } from '../support/shop/given.js';
import { rowLock, whileLocked } from '../support/database/locks.js';
import { givenShop, givenSuiteOfTwo, type Shop } from '../support/shop/shop.js';
import { expireUnpaid, makeOlder } from '../support/time.js';

const ROUNDS = 6;

const env = { UNPAID_ORDER_TTL_HOURS: '0', ORDER_RATE_LIMIT_PER_MINUTE: '0' };
const { one, two, admin, adminElsewhere, shopElsewhere: rival } = await givenSuiteOfTwo(env);

describe('two changes of an order at the same moment', () => {
  /** Repeats a race over a new order that takes all units of a product and is unpaid for too long. */
  const repeat = async (race: (order: string, sku: string, buyer: Shop) => Promise<void>) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const buyer = await givenShop(one);
      const { sku } = await givenProduct(one, { stock: 2 });
      const order = await buyer.orders.place({ sku, quantity: 2 });
      await makeOlder(one, { minutes: 90 }, order);
      await race(order, sku, buyer);
      await one.expectInvariants();
    }
  };
  /** Reads the money in the buyer's wallet, and the available units. */
  const left = async (buyer: Shop, sku: string): Promise<[money: number, units: number]> => [
    await admin.walletBalance(buyer.client),
    await rival.available(sku),
  ];

  it('a late payment and another buyer never get the same unit', () =>
    repeat(async (order, sku, buyer) => {
      await expireUnpaid(two);
      const [paid, soldStatus] = await Promise.all([
        admin.orders.pay(order, { reference: unique('REF') }),
        rival.orders.place({ sku, quantity: 1 }).status(),
      ]);
      const isSold = soldStatus === 201;
      expect([paid.status, paid.payments[0]?.outcome, ...(await left(buyer, sku))]).toEqual(
        isSold ? ['expired', 'credited', 210, 1] : ['pending', 'applied', 0, 0],
      );
    }));

  it('an order is either shipped or canceled', () =>
    repeat(async (order, sku, buyer) => {
      await admin.orders.pay(order);
      const statuses = await Promise.all([
        admin.orders.ship(order).status(),
        adminElsewhere.orders.cancel(order).status(),
      ]);
      const isShipped = statuses[0] === 201;
      expect(statuses).toEqual(isShipped ? [201, 409] : [409, 200]);
      expect(await admin.timeline(order)).toHaveLength(3);
      expect(await left(buyer, sku)).toEqual(isShipped ? [0, 0] : [210, 2]);
    }));

  it('an order either expires or is canceled', () =>
    repeat(async (order, sku) => {
      const outcome = await Promise.all([expireUnpaid(two), admin.orders.cancel(order).status()]);
      expect(outcome).toEqual(outcome[0] === 1 ? [1, 409] : [0, 200]);
      expect(await admin.timeline(order)).toHaveLength(2);
      expect(await rival.available(sku)).toBe(2);
    }));

  it('lock stock levels by key, not in the order of the lines, so that they do not deadlock', async () => {
    const [low, high] = [await givenProduct(one), await givenProduct(one)];
    const order = await rival.orders.place([high, low].map(({ sku }) => ({ sku, quantity: 1 })));
    const lockOf = (id: number) => rowLock('stock_levels', id, 'product_id');
    // The second level is free: a change that locked it before it waits for the first one would make this fail.
    const locks = { lock: lockOf(low.id), waiting: 1, before: `${lockOf(high.id)} NOWAIT` };
    expect(await whileLocked(one, locks, () => admin.orders.cancel(order).status())).toBe(200);
  });
});
