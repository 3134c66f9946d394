import { jest } from '@jest/globals';
import request from 'supertest';
import { CheckoutsService } from '../../src/money/gateway/checkouts/checkouts.service.js';
import { GatewayRefused, GatewayUnknown } from '../../src/money/gateway/gateway-errors.js';
import {
  answerOtherwise,
  gateway,
  jobs,
  Payer,
  payer,
  startGatewaySuite,
} from '../support/shop/checkouts.js';
import { execute } from '../support/database/database.js';
import { whileLocked } from '../support/database/locks.js';
import { givenProduct } from '../support/shop/given.js';
import { givenShop } from '../support/shop/shop.js';
import { expireUnpaid, makeOlder } from '../support/time.js';
import { admin, app, balance, shop } from '../support/money/suite.js';

startGatewaySuite({ UNPAID_ORDER_TTL_HOURS: '0' });

/** Places an order of units at 100.00 each, with 10.00 delivery; returns its number. */
const place = async (quantity = 1, stock?: number): Promise<string> =>
  shop.orders.place({ sku: (await givenProduct(app, { ...(stock && { stock }) })).sku, quantity });
const statusOf = async (order: string): Promise<string> => (await admin.orders.get(order)).status;
const lastPayment = async () => {
  const payments = app.service(CheckoutsService);
  return (await payments.listPayments({}, { beforeId: null, limit: 1 })).rows[0];
};

describe('a checkout', () => {
  it('pays an order once the gateway confirms the payment, not before', async () => {
    const order = await place();
    const checkout = await payer.open([order]);
    const asked = { state: 'open', amount: 110, currency: 'INR' };
    expect(checkout).toMatchObject({
      ...asked,
      pay_url: `/dashboard/pay/${checkout.id}`,
      orders: [{ order_number: order, total: 110, paid: false }],
      gateway: { kind: 'sandbox', script_url: '/sandbox/checkout.js', amount_minor: 11_000 },
    });
    const back = await payer.returnFrom(checkout, await payer.payAt(checkout));
    expect(back.state).toBe('confirming');
    expect(await statusOf(order)).toBe('awaiting_payment');
    await jobs.checkIntents();
    expect(await payer.state(checkout)).toBe('paid');
    const payments = [{ method: 'gateway', amount: 110, outcome: 'applied' }];
    const paid = { status: 'pending', payment_status: 'paid', payments };
    expect(await admin.orders.get(order)).toMatchObject(paid);
    expect(await lastPayment()).toMatchObject({ outcome: 'applied', foundBy: 'return' });
    await jobs.deliverNotices();
    expect(await balance()).toBe(0);
  });

  it('shows one moment: never a payment next to the unpaid order that it paid', async () => {
    const order = await place();
    const checkout = await payer.open([order]);
    await payer.payAt(checkout);
    await jobs.deliverNotices();
    const [paid] = await app.sql<{ receipt: string }>`
      SELECT receipt_id AS receipt FROM gateway_payments ORDER BY id DESC LIMIT 1`;
    // Without triggers, so that the change has to be queued for the feeds here.
    const set = (order: string, payment: string) => `
      SET LOCAL session_replication_role = replica;
      INSERT INTO change_queue (kind, ids)
        SELECT 'order', ARRAY[id] FROM orders WHERE order_number = '${checkout.orders[0]!.order_number}';
      UPDATE orders SET ${order} WHERE order_number = '${checkout.orders[0]!.order_number}';
      UPDATE gateway_payments SET ${payment}
        WHERE intent_id = (SELECT id FROM payment_intents WHERE receipt = '${checkout.id}')`;
    const unpaid = `status = 'awaiting_payment', payment_status = 'unpaid'`;
    await execute(app.connection, set(unpaid, `outcome = 'authorized', receipt_id = NULL`));
    const lock = 'LOCK TABLE gateway_payments';
    const before = set(
      `status = 'pending', payment_status = 'paid'`,
      `outcome = 'applied', receipt_id = ${paid!.receipt}`,
    );
    const seen = await whileLocked(app, { lock, waiting: 1, before }, () => payer.get(checkout));
    expect(seen).toMatchObject({ state: 'open', orders: [{ paid: false }] });
    const later = { state: 'paid', orders: [{ paid: true }] };
    expect(await payer.get(checkout)).toMatchObject(later);
  });

  it('pays a selection of orders, in their order', async () => {
    const orders = [await place(2), await place(1)];
    const checkout = await payer.open(orders);
    expect(checkout.amount).toBe(320);
    await admin.orders.pay(orders[0]!);
    await payer.payAt(checkout);
    await jobs.deliverNotices();
    expect([await statusOf(orders[1]!), await balance()]).toEqual(['pending', 210]);
  });

  it('fills the wallet, goes on with the order that the gateway made if its answer was lost, and not if it was refused', async () => {
    const create = gateway.createOrder.bind(gateway);
    const createThen = (error: Error) => {
      gateway.createOrder = async (wanted) => {
        await create(wanted);
        throw error;
      };
    };
    createThen(new GatewayRefused('no'));
    await expect(payer.open(100)).rejects.toThrow('gateway_unavailable');
    gateway.createOrder = () => Promise.reject(new GatewayUnknown('nothing arrived'));
    await expect(payer.open(150)).rejects.toThrow('gateway_unavailable');
    createThen(new GatewayUnknown('no answer'));
    const checkout = await payer.open(5_000.5);
    gateway.createOrder = create;
    await payer.payAt(checkout);
    await jobs.deliverNotices();
    expect([await payer.state(checkout), await balance()]).toEqual(['paid', 5_000.5]);
  });

  it('is the only open checkout of its orders: the same orders continue it, others replace it', async () => {
    const orders = [await place(), await place()];
    const first = await payer.open(orders);
    const asked = jest.fn(gateway.findOrder.bind(gateway));
    gateway.findOrder = asked;
    const again = await payer.open(orders.toReversed());
    // The gateway is not asked again for an order that it has made.
    expect(asked).not.toHaveBeenCalled();
    expect([again.id, again.gateway.order_id]).toEqual([first.id, first.gateway.order_id]);
    const other = await payer.open(orders.slice(0, 1));
    expect(other.id).not.toBe(first.id);
    await payer.payAt(other);
    await payer.payAt(first);
    await jobs.deliverNotices();
    expect(await Promise.all(orders.map(statusOf))).toEqual(['pending', 'pending']);
    expect(await balance()).toBe(110);
  });
});

describe('the outcome of a payment', () => {
  it('fails, and the order stays payable', async () => {
    const order = await place();
    const checkout = await payer.open([order]);
    await payer.payAt(checkout, 'failure');
    await jobs.deliverNotices();
    expect(await payer.state(checkout)).toBe('failed');
    expect(await statusOf(order)).toBe('awaiting_payment');
    await payer.returnFrom(checkout, await payer.payAt(await payer.open([order])));
    await jobs.checkIntents();
    expect(await payer.state(checkout)).toBe('paid');
  });

  it('fails after the browser came back: nothing is awaited any more', async () => {
    const checkout = await payer.open([await place()]);
    await payer.returnFrom(checkout, await payer.payAt(checkout, 'authorized'));
    expect(await payer.state(checkout)).toBe('confirming');
    await app.sql`UPDATE sandbox_payments SET status = 'failed' WHERE order_id = ${checkout.gateway.order_id}`;
    await jobs.checkIntents({ isAll: true });
    expect(await payer.state(checkout)).toBe('failed');
  });

  it('has ended once the browser came back from a payment that no order waits for', async () => {
    const order = await place();
    const checkout = await payer.open([order]);
    await admin.orders.cancel(order);
    await payer.returnFrom(checkout, await payer.payAt(checkout, 'authorized'));
    expect(await payer.state(checkout)).toBe('confirming');
    const wanted = await payer.open([await place()]);
    await payer.returnFrom(wanted, await payer.payAt(wanted, 'authorized'));
    const refuse = () => Promise.reject(new GatewayRefused('Not now'));
    const captureAgain = answerOtherwise({ capture: refuse });
    await jobs.checkIntents();
    captureAgain();
    expect(await payer.state(checkout)).toBe('ended');
    expect(await payer.state(wanted)).toBe('confirming');
    await jobs.deliverNotices();
    expect(await payer.state(wanted)).toBe('paid');
  });

  it('is only authorized, and captured because the order is still payable', async () => {
    const [order, canceled] = [await place(), await place()];
    const [checkout, unwanted] = [await payer.open([order]), await payer.open([canceled])];
    await payer.payAt(checkout, 'authorized');
    await payer.payAt(unwanted, 'authorized');
    await admin.orders.cancel(canceled);
    const short = await payer.open([await place()]);
    await payer.payAt(short, 'authorized');
    await app.sql`UPDATE sandbox_payments SET amount_minor = amount_minor - 100 WHERE order_id = ${short.gateway.order_id}`;
    const captured = jest.fn(gateway.capture.bind(gateway));
    gateway.capture = captured;
    await jobs.deliverNotices();
    await jobs.checkIntents({ isAll: true });
    expect(captured.mock.calls).toMatchObject([[{ orderId: checkout.gateway.order_id }]]);
    expect(await payer.state(short)).toBe('open');
    expect(await statusOf(order)).toBe('pending');
    expect(await payer.state(unwanted)).toBe('ended');
    expect(await balance()).toBe(0);
  });

  it('is captured after expiry: it pays the order if there is stock, otherwise it is credited to the wallet', async () => {
    const [withStock, without] = [await place(1, 1), await place(1, 1)];
    const [one, two] = [await payer.open([withStock]), await payer.open([without])];
    await makeOlder(app, { minutes: 90 }, withStock, without);
    await expireUnpaid(app);
    const { sku } = (await admin.orders.get(without)).items[0]!;
    await (await givenShop(app, { plan: shop.client.plan })).orders.place({ sku, quantity: 1 });
    await payer.payAt(one);
    await payer.payAt(two);
    await jobs.deliverNotices();
    expect([await statusOf(withStock), await statusOf(without)]).toEqual(['pending', 'expired']);
    expect(await balance()).toBe(110);
  });

  it('is a credit to the wallet if it is captured twice, for a canceled order or with a wrong amount', async () => {
    const [twice, canceled, wrong] = [await place(), await place(), await place()];
    const [first, second] = [await payer.open([twice]), await payer.open([canceled])];
    const third = await payer.open([wrong]);
    await admin.orders.cancel(canceled);
    for (const checkout of [first, first, second]) await payer.payAt(checkout);
    await payer.payAt(third, 'wrong_amount');
    await jobs.deliverNotices();
    expect(await Promise.all([twice, canceled, wrong].map(statusOf))).toEqual([
      ...['pending', 'cancelled', 'awaiting_payment'],
    ]);
    expect(await balance()).toBe(110 + 110 + 109);
    const shown = await Promise.all([first, second, third].map((checkout) => payer.get(checkout)));
    expect(shown.map(({ received, paid_orders: hasPaid }) => [received, hasPaid])).toEqual([
      [220, true],
      [110, false],
      [109, false],
    ]);
  });

  it('is found by the reconciler if its notice was lost, and counted', async () => {
    const missed = async () => {
      const { text } = await request(app.server).get('/metrics');
      return Number(/^gateway_missed_total (\d+)/m.exec(text)![1]);
    };
    const before = await missed();
    const order = await place();
    await payer.payAt(await payer.open([order]), 'lost');
    await jobs.deliverNotices();
    await jobs.checkIntents();
    expect(await statusOf(order)).toBe('awaiting_payment');
    await jobs.checkIntents({ isAll: true });
    expect(await statusOf(order)).toBe('pending');
    expect(await lastPayment()).toMatchObject({ foundBy: 'schedule', outcome: 'applied' });
    expect((await missed()) - before).toBe(1);
    expect((await admin.call('listGatewayPayments', { missed: true })).data).toHaveLength(1);
  });

  it('is found by the reconciler if its order was first opened days before', async () => {
    const order = await place();
    await payer.open([order]);
    await app.sql`UPDATE payment_intents SET created_at = created_at - interval '5 days', check_at = NULL`;
    await payer.payAt(await payer.open([order]), 'lost');
    await jobs.checkIntents({ isAll: true });
    expect(await statusOf(order)).toBe('pending');
  });

  it('is asked for soon again if the gateway did not answer, and for four days if it refuses', async () => {
    const { id } = await payer.open(100);
    const isAskedAfter = async (error: Error) => {
      await app.sql`UPDATE payment_intents SET created_at = now() - interval '5 days', check_at = now() WHERE receipt = ${id}`;
      const answerAgain = answerOtherwise({ listPayments: () => Promise.reject(error) });
      await jobs.checkIntents().catch((thrown) => expect(thrown).toBe(error));
      answerAgain();
      return app.row`SELECT check_at > now() AS again FROM payment_intents WHERE receipt = ${id}`;
    };
    expect(await isAskedAfter(new GatewayUnknown('no answer'))).toEqual({ again: true });
    expect(await isAskedAfter(new GatewayRefused('no such id'))).toEqual({ again: null });
  });
});

it('the intents that finance sees are those of a client, or of a status', async () => {
  const intents = async (query: object) =>
    (await admin.call('listPaymentIntents', { limit: 500, ...query })).data;
  const other = await Payer.of(app, (await givenShop(app)).client);
  const [own, foreign] = [await payer.open(60), await other.open(60)];
  const ofClient = await intents({ client_id: shop.client.id });
  expect(ofClient).toMatchObject([{ id: own.id, client_id: shop.client.id, status: 'open' }]);
  const open = (await intents({ status: 'open' })).map(({ id }) => id);
  expect(open).toEqual(expect.arrayContaining([own.id, foreign.id]));
  await payer.payAt(own);
  await jobs.deliverNotices();
  expect((await intents({ status: 'paid' })).map(({ id }) => id)).toContain(own.id);
  expect((await intents({ status: 'open' })).map(({ id }) => id)).not.toContain(own.id);
});
