import type { TransferDto } from '../../src/money/bank-transfers/bank-transfers.dto.js';
import { TestApp } from '../support/app.js';
import { Admin } from '../support/shop/admin.js';
import { utr } from '../support/money/bank.js';
import {
  GatewayJobs,
  jobs,
  Payer,
  payer,
  startGatewaySuite,
  stopGatewayJobs,
} from '../support/shop/checkouts.js';
import { unique } from '../support/shop/given.js';
import { givenShop } from '../support/shop/shop.js';
import { archiveOrders, expireUnpaid, makeAllOlder, makeOlder } from '../support/time.js';
import { admin, app, balance, place, shop } from '../support/money/suite.js';

startGatewaySuite({ UNPAID_ORDER_TTL_HOURS: '0' });

const statusOf = async (order: string): Promise<string> => (await admin.orders.get(order)).status;

async function expire(order: string, { daysAgo = 0 } = {}): Promise<void> {
  await makeOlder(app, { minutes: 90 }, order);
  await expireUnpaid(app);
  await makeAllOlder(app, daysAgo, order);
}

async function archive(...orders: string[]): Promise<void> {
  for (const order of orders)
    if ((await statusOf(order)) !== 'cancelled') await admin.orders.cancel(order);
  expect(await archiveOrders(app, ...orders)).toBeGreaterThanOrEqual(orders.length);
}

const givenClaim = async (claim: object): Promise<TransferDto> => {
  const body = { utr: utr(), amount: 500, date: '2026-11-21', ...claim };
  const answer = await payer.browser.call('post', 'wallet/transfers', body);
  expect(answer.status).toBe(201);
  return answer.body.data as TransferDto;
};
const postPayments = async (...order_numbers: string[]) => {
  const { body } = await payer.browser.call('post', 'orders/pay', { order_numbers });
  return (body.data as { outcome: string }[]).map(({ outcome }) => outcome);
};

describe('an archived order', () => {
  let archived: string;
  let open: string;
  beforeEach(async () => {
    archived = await place(9);
    open = await place();
    await archive(archived);
  });

  it('is skipped by a receipt, even if it costs more than the money that is left', async () => {
    const canceled = await place(9);
    await admin.orders.cancel(canceled);
    const orders = [archived, canceled, open];
    const receipt = await admin.receipts.record(shop.client.id, 500, { orders });
    expect(receipt).toMatchObject({ paid: [open], credited: 390 });
  });

  it('is not paid by money for it, which is credited to its client once', async () => {
    const reference = unique('REF');
    for (const again of [reference, ` ${reference.toLowerCase()}`]) {
      expect(await admin.orders.pay(archived, { reference: again })).toMatchObject({
        order_number: archived,
        client_id: shop.client.id,
        status: 'cancelled',
        outcome: 'credited',
        payments: [{ reference, amount: 910, outcome: 'credited' }],
      });
    }
    expect(await balance()).toBe(910);
    for (const payment of [{ method: 'wallet' }, { method: 'cash' }]) {
      await admin.orders.pay(archived, payment).refused(404);
    }
    await admin.orders.pay(archived, { reference: unique('REF'), amount: 1 }).refused(422);
    await admin.orders.pay('WO-0000000000', { reference }).refused(404);
  });

  it('is unknown if it is of another client', async () => {
    const other = await givenShop(app);
    const receipt = admin.receipts.record(other.client.id, 500, { orders: [archived] });
    await receipt.expectProblems('orders.0 unknown_order');
  });

  it('is not payable from the wallet, and the others of the call are paid', async () => {
    await admin.receipts.record(shop.client.id, 500);
    expect(await postPayments(archived, open)).toEqual(['not_payable', 'paid']);
  });

  it('does not prevent the confirmation of a transfer: its money is in the wallet', async () => {
    const first = await place(2);
    const transfer = await givenClaim({ order_numbers: [first, open] });
    const other = await givenClaim({});
    await archive(first);
    const ids = [transfer.id, other.id];
    const data = await admin.call('confirmTransfers', { ids });
    expect(data.map(({ outcome }) => outcome)).toEqual(['confirmed', 'confirmed']);
    expect(data[0]!.transfer!.orders).toEqual([
      { order_number: first, outcome: 'not_payable' },
      { order_number: open, outcome: 'paid' },
    ]);
    expect(await balance()).toBe(890);
  });

  it('can be named by the claim of a transfer', async () => {
    const transfer = await givenClaim({ order_numbers: [archived] });
    const [confirmed] = await admin.call('confirmTransfers', { ids: [transfer.id] });
    expect(confirmed!.transfer!.orders).toEqual([
      { order_number: archived, outcome: 'not_payable' },
    ]);
  });

  it('ends its checkout, whose money is credited to the wallet', async () => {
    const orders = [await place(2), open];
    const checkout = await payer.open(orders);
    await archive(orders[0]!);
    expect(await payer.state(checkout)).toBe('ended');
    const { body } = await payer.browser.call('post', 'checkouts', { order_numbers: orders });
    expect(body.errors).toMatchObject([{ field: 'order_numbers.0', code: 'not_payable' }]);
    await payer.payAt(checkout);
    await jobs.deliverNotices();
    await jobs.checkIntents({ isAll: true });
    expect(await payer.state(checkout)).toBe('paid');
    expect(await statusOf(open)).toBe('pending');
    expect(await balance()).toBe(210);
  });
});

describe('an expired order', () => {
  it('is paid at its own prices for two days, and reserves its stock again', async () => {
    const orders = [await place(), await place()];
    for (const order of orders) await expire(order, { daysAgo: 1 });
    expect(await admin.orders.pay(orders[0]!)).toMatchObject({ outcome: 'applied' });
    await admin.receipts.record(shop.client.id, 110);
    expect(await postPayments(orders[1]!)).toEqual(['paid']);
  });

  it('is not payable any more afterwards: its money is credited to the wallet', async () => {
    const late = await place();
    await expire(late, { daysAgo: 2 });
    const reference = unique('REF');
    const outcome = await admin.orders.pay(late, { reference });
    expect(outcome).toMatchObject({ outcome: 'credited', status: 'expired' });
    expect(await admin.orders.pay(late, { reference })).toMatchObject({ outcome: 'credited' });
    expect(await balance()).toBe(110);
    expect(await postPayments(late)).toEqual(['not_payable']);
    const message = expect.stringContaining('expired more than 2 days ago');
    const refused = admin.orders.pay(late, { method: 'wallet' });
    await refused.expectRefusal(409, 'transition_refused', { message });
    const orders = [late, await place()];
    const receipt = await admin.receipts.record(shop.client.id, 500, { orders });
    expect(receipt).toMatchObject({ paid: orders.slice(1), credited: 390 });
  });

  it('ends its checkout with the last of the days', async () => {
    const order = await place();
    const checkout = await payer.open([order]);
    await expire(order, { daysAgo: 1 });
    expect(await payer.state(checkout)).toBe('open');
    await makeAllOlder(app, 1, order);
    expect(await payer.state(checkout)).toBe('ended');
    await payer.payAt(checkout);
    await jobs.deliverNotices();
    expect(await statusOf(order)).toBe('expired');
    expect(await balance()).toBe(110);
  });

  it('tells its client until when it can be paid', async () => {
    const order = await place();
    const shown = async () => {
      const { body } = await payer.browser.call('get', `orders/${order}`);
      return body.data as { payable_until: string | null; timeline: { changed_at: string }[] };
    };
    expect((await shown()).payable_until).toBeNull();
    await expire(order);
    const { payable_until, timeline } = await shown();
    const days = Date.parse(payable_until!) - Date.parse(timeline.at(-1)!.changed_at);
    expect(days).toBe(2 * 86_400_000);
  });

  it('cannot be paid in any way with PAY_EXPIRED_DAYS=0: money for it is in the wallet', async () => {
    const order = await place();
    const orders = [order];
    const checkout = await payer.open(orders);
    const transfer = await givenClaim({ order_numbers: orders });
    await expire(order);
    const settings = { UNPAID_ORDER_TTL_HOURS: '0', PAY_EXPIRED_DAYS: '0' };
    const strict = await TestApp.startOn(app.connection, settings);
    stopGatewayJobs(strict);
    const [office, buyer] = [new Admin(strict), await Payer.of(strict, shop.client)];
    await office.credit.putTerms(shop.client.id, { credit_limit: 500 });
    for (const method of ['wallet', 'credit']) {
      const message = expect.stringContaining('is expired');
      await office.orders
        .pay(order, { method })
        .expectRefusal(409, 'transition_refused', { message });
    }
    const paid = await office.orders.pay(order, { reference: unique('REF') });
    expect(paid).toMatchObject({ outcome: 'credited', status: 'expired' });
    const receipt = await office.receipts.record(shop.client.id, 500, { orders });
    expect(receipt).toMatchObject({ paid: [], credited: 500 });
    const confirmed = await office.call('confirmTransfers', { ids: [transfer.id] });
    expect(confirmed).toMatchObject([{ transfer: { orders: [{ outcome: 'not_payable' }] } }]);
    await buyer.payAt(checkout);
    await new GatewayJobs(strict).deliverNotices();
    const byClient = await buyer.browser.call('post', 'orders/pay', { order_numbers: orders });
    expect(byClient.body.data).toMatchObject([{ outcome: 'not_payable' }]);
    const again = await buyer.browser.call('post', 'checkouts', { order_numbers: orders });
    expect(again.body.errors).toMatchObject([{ code: 'not_payable' }]);
    const shown = await buyer.browser.call('get', `orders/${order}`);
    expect(shown.body.data).toMatchObject({ status: 'expired', payable_until: null });
    expect(await balance()).toBe(110 + 500 + 500 + 110);
    await strict.stop();
  });
});
