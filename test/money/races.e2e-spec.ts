import { AutoPayJob } from '../../src/money/wallets/auto-pay/auto-pay.job.js';
import { AutoPayService } from '../../src/money/wallets/auto-pay/auto-pay.service.js';
import { Admin } from '../support/shop/admin.js';
import { UNLIMITED, type TestApp } from '../support/app.js';
import { givenProduct, unique } from '../support/shop/given.js';
import { orderLock, rowLock, whileLocked, whileQueued } from '../support/database/locks.js';
import { callConcurrently } from '../support/call-concurrently.js';
import { givenShop, givenSuiteOfTwo, type Shop } from '../support/shop/shop.js';
import { expireUnpaid, makeOlder } from '../support/time.js';

const { one, two, admin, adminElsewhere } = await givenSuiteOfTwo(UNLIMITED);
for (const app of [one, two]) {
  // These tests say when orders are paid automatically.
  Object.assign(app.service(AutoPayJob), { run: () => Promise.resolve() });
}
const { sku } = await givenProduct(one, { stock: 1_000 });
let shop: Shop;
beforeEach(async () => {
  shop = await givenShop(one);
});

/** Places an order of units at 100.00 each, with 10.00 delivery; returns its number. */
const place = async (quantity = 1): Promise<string> =>
  shop.orders.place({ sku, quantity }).patiently();
const balance = (): Promise<number> => admin.walletBalance(shop.client);
const stateOf = async (order: string): Promise<[status: string, payment: string]> => {
  const { status, payment_status: payment } = await admin.orders.get(order);
  return [status, payment];
};
const walletLock = (): string => rowLock('ledger_accounts', shop.client.id, 'client_id');
const count = (statuses: readonly number[], status: number): number =>
  statuses.filter((each) => each === status).length;

const pay =
  (order: string, reference = unique('REF')) =>
  (): Promise<number> =>
    admin.orders.pay(order, { reference }).status();
const payFromWallet =
  (order: string, reference = unique('W')) =>
  (): Promise<number> =>
    adminElsewhere.orders.pay(order, { method: 'wallet', reference }).status();

async function givenPaid(quantity = 1): Promise<string> {
  const order = await place(quantity);
  await admin.orders.pay(order);
  return order;
}

/** Places and pays an order of three units, and ships one of them. */
async function givenPartlyShipped(): Promise<string> {
  const order = await givenPaid(3);
  await admin.orders.ship(order, { items: [{ line: 1, quantity: 1 }] });
  return order;
}

async function givenReturned(): Promise<string> {
  const order = await place();
  await admin.sell(order);
  await admin.orders.return(order);
  return order;
}

/** Ends of an order, and what another payment of it leaves. */
const ENDINGS = {
  closing: {
    given: givenPartlyShipped,
    end: (order: string) => adminElsewhere.orders.close(order),
    status: 200,
    state: ['shipped', 'paid'],
    money: 200 + 310,
  },
  refund: {
    given: givenReturned,
    end: (order: string) => adminElsewhere.orders.refund(order),
    status: 201,
    state: ['returned', 'refunded'],
    money: 220,
  },
};

describe('a crowd of payers', () => {
  it('pays one order once, and the remaining money is in the wallet', async () => {
    await admin.receipts.record(shop.client.id, 1_000);
    const order = await place();
    const crowd = Array.from({ length: 64 }, (_, n) =>
      n % 4 === 0 ? payFromWallet(order) : pay(order),
    );
    const statuses = await whileLocked(one, { lock: orderLock(order), waiting: 10 }, () =>
      callConcurrently(crowd),
    );
    const { payments } = await admin.orders.get(order);
    const applied = payments.filter(({ outcome }) => outcome === 'applied');
    expect(applied).toHaveLength(1);
    const isPaidFromWallet = applied[0]?.method === 'wallet';
    expect([count(statuses, 201), count(statuses, 409)]).toEqual(
      isPaidFromWallet ? [49, 15] : [48, 16],
    );
    expect(await balance()).toBe(1_000 + 48 * 110 - 110);
  });

  it('pays as many of 200 orders as the wallet covers', async () => {
    await admin.receipts.record(shop.client.id, 100 * 110 + 109);
    const orders = await Promise.all(Array.from({ length: 200 }, () => place()));
    const statuses = await whileLocked(one, { lock: walletLock(), waiting: 8 }, () =>
      callConcurrently(orders.map((order) => payFromWallet(order))),
    );
    expect([count(statuses, 201), count(statuses, 409)]).toEqual([100, 100]);
    expect(await balance()).toBe(109);
  });
});

describe('a payment', () => {
  it('is refunded if it precedes a cancellation, and credited if it follows one', async () => {
    const [paidFirst, canceledFirst] = [await place(), await place()];
    const cancel = (order: string) => () => adminElsewhere.orders.cancel(order).status();
    const paying = [pay(paidFirst), cancel(paidFirst)];
    expect(await whileQueued(one, orderLock(paidFirst), paying)).toEqual([201, 200]);
    const canceling = [cancel(canceledFirst), pay(canceledFirst)];
    expect(await whileQueued(one, orderLock(canceledFirst), canceling)).toEqual([200, 201]);
    expect(await stateOf(paidFirst)).toEqual(['cancelled', 'refunded']);
    expect(await stateOf(canceledFirst)).toEqual(['cancelled', 'unpaid']);
    expect(await balance()).toBe(220);
  });

  it('does not block the expiry', async () => {
    await admin.receipts.record(shop.client.id, 110);
    const order = await place();
    await makeOlder(one, { minutes: 90 }, order);
    const outcomes = await whileQueued(one, walletLock(), [
      payFromWallet(order),
      async () => [await expireUnpaid(two), ...(await stateOf(order))],
    ]);
    expect(outcomes).toEqual([201, [0, 'awaiting_payment', 'unpaid']]);
    expect(await stateOf(order)).toEqual(['pending', 'paid']);
  });

  it('a payment after the expiry reserves the stock again', async () => {
    const { sku: scarce } = await givenProduct(one, { stock: 2 });
    const order = await shop.orders.place({ sku: scarce, quantity: 2 });
    await makeOlder(one, { minutes: 90 }, order);
    const lock = `SELECT FROM stock_levels JOIN products ON products.id = product_id
      WHERE sku = '${scarce}' FOR UPDATE OF stock_levels`;
    expect(await whileQueued(one, lock, [() => expireUnpaid(two), pay(order)])).toEqual([1, 201]);
    expect(await admin.timeline(order)).toEqual(['awaiting_payment', 'expired', 'pending']);
    expect(await shop.available(scarce)).toBe(0);
  });

  it.each([
    ['closing', 'first'],
    ['closing', 'second'],
    ['refund', 'first'],
    ['refund', 'second'],
  ] as const)('is credited in a race with a %s, coming %s', async (ending, turn) => {
    const { given, end, status, state, money } = ENDINGS[ending];
    const order = await given();
    const works = [pay(order), () => end(order).status()];
    const isFirst = turn === 'first';
    const statuses = await whileQueued(one, orderLock(order), isFirst ? works : works.reverse());
    expect(statuses).toEqual(isFirst ? [201, status] : [status, 201]);
    expect(await stateOf(order)).toEqual(state);
    expect(await balance()).toBe(money);
  });
});

describe('two concurrent operators', () => {
  /** Makes both calls while a lock is held, the first one first. */
  const twice = (lock: string, call: (by: Admin) => Promise<number>) =>
    whileQueued(one, lock, [() => call(admin), () => call(adminElsewhere)]);

  it.each([
    ['cancel', givenPaid, 110],
    ['close', givenPartlyShipped, 200],
  ] as const)('%s an order once', async (act, given, back) => {
    const order = await given();
    const statuses = await twice(orderLock(order), (by) => by.orders[act](order).status());
    expect(statuses).toEqual([200, 409]);
    expect(await balance()).toBe(back);
  });

  it('refund no more than was paid', async () => {
    const order = await givenReturned();
    const statuses = await twice(orderLock(order), (by) =>
      by.orders.refund(order, { amount: 60 }).status(),
    );
    expect(statuses).toEqual([201, 422]);
    expect(await balance()).toBe(60);
  });

  it('record a receipt once', async () => {
    await admin.receipts.record(shop.client.id, 1);
    const orders = [await place()];
    const statuses = await twice(walletLock(), (by) =>
      by.receipts.record(shop.client.id, 150, { reference: 'RACE-1', orders }).status(),
    );
    expect(statuses).toEqual([201, 200]);
    expect(await balance()).toBe(41);
  });

  it('record a payout once', async () => {
    await admin.receipts.record(shop.client.id, 100);
    const statuses = await twice(walletLock(), (by) =>
      by.wallets.payOut(shop.client.id, 40, { reference: 'RACE-2' }).status(),
    );
    expect(statuses).toEqual([201, 200]);
    expect(await balance()).toBe(60);
  });

  it('reverse a receipt once', async () => {
    await admin.receipts.record(shop.client.id, 10);
    const { id } = await admin.receipts.record(shop.client.id, 100);
    const statuses = twice(rowLock('receipts', id), (by) => by.receipts.reverse(id).status());
    expect(await statuses).toEqual([200, 200]);
    expect(await balance()).toBe(10);
  });

  it('approve an adjustment once', async () => {
    const { id } = await admin.adjustments.propose(shop.client.id, 25);
    const statuses = twice(rowLock('approvals', id), (by) => by.adjustments.approve(id).status());
    expect(await statuses).toEqual([200, 200]);
    expect(await balance()).toBe(25);
  });
});

describe('money in a wallet', () => {
  it.each([
    ['payment', [201, 200], 110],
    ['reversal', [200, 409], 0],
  ])('is spent by the %s that comes first', async (first, expected, debt) => {
    const { id } = await admin.receipts.record(shop.client.id, 110);
    const order = await place();
    const reverse = () => admin.receipts.reverse(id).status();
    const works =
      first === 'payment' ? [payFromWallet(order), reverse] : [reverse, payFromWallet(order)];
    expect(await whileQueued(one, walletLock(), works)).toEqual(expected);
    expect(await admin.clients.get(shop.client.id)).toMatchObject({ wallet_balance: 0, debt });
  });

  it('pays an order automatically once, with any number of instances', async () => {
    await admin.wallets.putAutoPay(shop.client.id, { enabled: true });
    await admin.receipts.record(shop.client.id, 500);
    const order = await place();
    const payDue = (app: TestApp) => () => app.service(AutoPayService).payDue();
    expect(await whileQueued(one, orderLock(order), [payDue(one), payDue(two)])).toEqual([1, 0]);
    expect(await balance()).toBe(390);
  });

  it('from the wallets of several clients pays the other orders if one was just canceled and one just paid', async () => {
    const other = await givenShop(one);
    const [canceled, late, paid] = [await place(), await place(2), await place()];
    const elsewhere = await other.orders.place({ sku, quantity: 1 }).patiently();
    const orders = [elsewhere, late, paid, canceled];
    for (const { client } of [shop, other]) await admin.receipts.record(client.id, 400);
    expect(await admin.orders.previewFromWallets(...orders)).toEqual([
      {
        client_id: shop.client.id,
        balance: 400,
        paid_count: 2,
        paid: 320,
        left: [{ order_number: paid, outcome: 'insufficient_balance' }],
      },
      { client_id: other.client.id, balance: 400, paid_count: 1, paid: 110, left: [] },
    ]);
    await admin.orders.pay(paid);
    const [status, outcomes] = await whileQueued(one, orderLock(canceled), [
      () => adminElsewhere.orders.cancel(canceled).status(),
      async () => admin.orders.payFromWallets(...orders),
    ]);
    expect(status).toBe(200);
    const is = (outcome: string, order_number: string) => ({ order_number, outcome });
    const [gone, before] = [is('not_payable', canceled), is('paid_before', paid)];
    expect(outcomes).toEqual([is('paid', elsewhere), is('paid', late), before, gone]);
    expect([await balance(), await admin.walletBalance(other.client)]).toEqual([190, 290]);
    const nothing = { paid_count: 0, paid: 0 };
    expect(await admin.orders.previewFromWallets(canceled, paid, 'WO-UNKNOWN')).toEqual([
      { client_id: shop.client.id, balance: 190, ...nothing, left: [gone, before] },
      { client_id: null, balance: 0, ...nothing, left: [is('not_payable', 'WO-UNKNOWN')] },
    ]);
  });

  it('pays the other orders of a receipt if one was just canceled', async () => {
    const orders = [await place(), await place()];
    const [canceled = ''] = orders;
    const [status, receipt] = await whileQueued(one, orderLock(canceled), [
      () => adminElsewhere.orders.cancel(canceled).status(),
      async () => admin.receipts.record(shop.client.id, 220, { orders }),
    ]);
    expect([status, receipt.paid, receipt.credited]).toEqual([200, orders.slice(1), 110]);
    expect(await balance()).toBe(110);
  });
});
