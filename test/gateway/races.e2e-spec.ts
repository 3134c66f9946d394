import { GatewayNoticesService } from '../../src/money/gateway/notices/gateway-notices.service.js';
import { checkIntents, Payer, sendNotices, stopGatewayJobs } from '../support/shop/checkouts.js';
import { givenProduct, unique } from '../support/shop/given.js';
import { whileQueued } from '../support/database/locks.js';
import { givenShop } from '../support/shop/shop.js';
import { admin, app, startSuite } from '../support/money/suite.js';

describe('simultaneous payments of one order', () => {
  startSuite();
  beforeAll(() => stopGatewayJobs(app));

  /** Makes an order to be paid, of a client with 1,000 in its wallet, for which two payments wait at the gateway. */
  const givenOrderToPay = async () => {
    const shop = await givenShop(app);
    const payer = await Payer.of(app, shop.client);
    const { sku } = await givenProduct(app);
    const order = await shop.orders.place({ sku, quantity: 1 });
    await admin.receipts.record(shop.client.id, 1_000);
    const checkout = await payer.open([order]);
    await payer.payAt(checkout);
    await payer.payAt(checkout);
    await sendNotices(app);
    return {
      order,
      client: shop.client,
      fromWallet: () => payer.browser.call('post', 'orders/pay', { order_numbers: [order] }),
      byNotices: () => app.service(GatewayNoticesService).handleDue(),
      byOperator: async () => admin.orders.pay(order, { reference: unique('UTR') }),
      byReconciler: () => checkIntents(app, { isAll: true }),
      byReceipt: async () => admin.receipts.record(shop.client.id, 110, { orders: [order] }),
    };
  };
  const expectPaidOnce = async (order: string) => {
    const settles = await app.sql`SELECT FROM ledger_journals j JOIN orders o ON o.id = j.order_id
        WHERE o.order_number = ${order} AND j.kind = 'settle'`;
    expect(settles).toHaveLength(1);
    expect((await admin.orders.get(order)).status).toBe('pending');
  };

  // The first one gets the order; each of them is first once.
  it.each([0, 1, 2, 3, 4])('settle it once, starting with payer %d', async (first) => {
    const { order, client, ...ways } = await givenOrderToPay();
    const payers = Object.values(ways);
    const queue = [...payers.slice(first), ...payers.slice(0, first)];
    const lock = `SELECT FROM orders WHERE order_number = '${order}' FOR UPDATE`;
    await whileQueued(app, lock, ...queue);
    await expectPaidOnce(order);
    // Two payments of the gateway, one of an operator and one receipt came; one order was paid.
    expect(await admin.walletBalance(client)).toBe(1_000 + 4 * 110 - 110);
  });

  it('pay it once with 31 of them', async () => {
    const { order, client, byNotices, byReconciler, ...ways } = await givenOrderToPay();
    const { fromWallet, byOperator, byReceipt } = ways;
    const payers: (() => Promise<unknown>)[] = Array.from({ length: 9 }, () => [
      fromWallet,
      byOperator,
      byReceipt,
    ]).flat();
    payers.splice(5, 0, byNotices, byReconciler);
    payers.splice(20, 0, byReconciler, byNotices);
    expect(payers).toHaveLength(31);
    await Promise.all(payers.map((pay) => pay()));
    await expectPaidOnce(order);
    expect(await admin.walletBalance(client)).toBe(1_000 + (2 + 9 + 9) * 110 - 110);
  });
});
