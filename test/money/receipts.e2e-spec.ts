import { dayPeriod } from '../../src/platform/days/shop-days.js';
import { dateInShop } from '../../src/platform/time-zone.js';
import { allPages } from '../support/call.js';
import { givenProduct, ISO_UTC, unique } from '../support/shop/given.js';
import { givenShop } from '../support/shop/shop.js';
import { expireUnpaid, makeOlder } from '../support/time.js';
import { admin, app, place, shop, startShopSuite } from '../support/money/suite.js';

startShopSuite({ UNPAID_ORDER_TTL_HOURS: '0' });

const TOMORROW = dayPeriod(dateInShop(new Date())).to;
const statusOf = async (order: string): Promise<string> => (await admin.orders.get(order)).status;
const record = (amount: number, rest: object = {}) =>
  admin.receipts.record(shop.client.id, amount, rest);

/** Empties the wallet, and buys an order of 110.00 on account. */
async function buyOnAccount(): Promise<void> {
  await admin.wallets.payOut(shop.client.id, await admin.walletBalance(shop.client));
  await admin.orders.pay(await place(1), { method: 'credit' });
}

/** Pays out the money of a receipt, then reverses the receipt. */
async function oweDebt(): Promise<void> {
  const { id } = await record(70);
  await admin.wallets.payOut(shop.client.id, await admin.walletBalance(shop.client));
  await admin.receipts.reverse(id);
}

describe('a receipt', () => {
  it('pays its orders in full, in the given order, and the rest goes to the wallet', async () => {
    const orders = [await place(2), await place(1), await place(3)];
    const reference = unique('UTR');
    const receipt = await record(350.5, { reference, orders });
    expect(receipt).toEqual({
      id: expect.any(Number),
      reference,
      amount: 350.5,
      tax_deducted: 0,
      wallet_balance: 30.5,
      paid: orders.slice(0, 2),
      debt_paid: 0,
      credited: 30.5,
      credit_paid: 0,
    });
    const statuses = await Promise.all(orders.map(statusOf));
    expect(statuses).toEqual(['pending', 'pending', 'awaiting_payment']);
    const [order = ''] = orders;
    expect((await admin.orders.get(order)).payments).toMatchObject([
      { method: 'bank', reference, amount: 210, outcome: 'applied' },
    ]);
    expect(await admin.walletBalance(shop.client)).toBe(30.5);
  });

  it('stops at the first order that costs more than its rest, regardless of the wallet balance', async () => {
    await record(1_000);
    const orders = [await place(1), await place(3), await place(1)];
    const { paid, credited } = await record(250, { orders });
    expect({ paid, credited }).toEqual({ paid: orders.slice(0, 1), credited: 140 });
    expect(await admin.walletBalance(shop.client)).toBe(1_140);
  });

  it('skips orders that cannot be paid', async () => {
    const orders = [await place(1), await place(1), await place(1)];
    const [canceled = '', paidBefore = '', open = ''] = orders;
    await admin.orders.cancel(canceled);
    await admin.orders.pay(paidBefore);
    expect(await record(110, { orders })).toMatchObject({ paid: [open], credited: 0 });
  });

  it('reserves the stock of expired orders again if it is available', async () => {
    const { sku } = await givenProduct(app, { stock: 3 });
    const orders = [
      await shop.orders.place({ sku, quantity: 2 }),
      await shop.orders.place({ sku, quantity: 1 }),
    ];
    await makeOlder(app, { minutes: 90 }, ...orders);
    await expireUnpaid(app);
    await (await givenShop(app)).orders.place({ sku, quantity: 2 });
    expect(await record(500, { orders })).toMatchObject({ paid: orders.slice(1), credited: 390 });
    expect(await Promise.all(orders.map(statusOf))).toEqual(['expired', 'pending']);
  });

  it('is recorded once: the same reference returns the first one with 200', async () => {
    const orders = [await place(1)];
    const reference = unique('UTR');
    const first = await record(200, { reference, orders }).expect(201);
    await record(50);
    expect((await record(200, { reference, orders }).expect(200)).body).toEqual(first.body);
    expect((await record(200, { reference }).expect(200)).body).toEqual(first.body);
    expect(await admin.walletBalance(shop.client)).toBe(140);
    await record(200, { reference, source: 'cash' });
    expect(await admin.walletBalance(shop.client)).toBe(340);
  });

  it.each(['bank', 'cash', 'cheque', 'card', 'other'])(
    'a receipt by %s is the same in its response, when it is repeated, and in the list',
    async (source) => {
      await admin.credit.putTerms(shop.client.id);
      const oweNothing = (): Promise<void> => Promise.resolve();
      for (const owe of [oweNothing, buyOnAccount, oweDebt]) {
        for (const orders of [[], [await place(1)]]) {
          await owe();
          const money = { source, reference: unique('REF'), tax_deducted: 2.5, orders };
          const { wallet_balance, ...recorded } = await record(230, money);
          const { body } = await record(230, money).expect(200);
          expect(body).toMatchObject({ data: { ...recorded, wallet_balance } });
          const { data } = await admin.receipts.list({ client_id: shop.client.id, limit: 1 });
          expect(data).toMatchObject([recorded]);
        }
      }
    },
  );

  it.each(['\u200B', '\u00AD', '\u2060', '\u202E'])(
    'is refused with the invisible %j in its reference, which would be another one',
    async (mark) => {
      const reference = unique('UTR');
      await record(200, { reference });
      for (const source of ['bank', 'other', 'cash']) {
        const other = `${reference.slice(0, 3)}${mark}${reference.slice(3)}`;
        const again = record(200, { reference: other, source });
        await again.expectProblems('reference invalid_characters');
      }
    },
  );

  it('is refused when its reference is of another client, amount, tax or order', async () => {
    const reference = unique('UTR');
    const { id } = await record(200, { reference });
    const other = await givenShop(app);
    const order = await place(1);
    for (const call of [
      record(201, { reference }),
      record(200, { reference, tax_deducted: 1 }),
      admin.receipts.record(other.client.id, 200, { reference }),
      admin.orders.pay(order, { method: 'neft', reference }),
    ]) {
      await call.expectRefusal(409, 'payment_recorded', { receipt_id: id });
    }
  });

  it('can be the receipt of an order that the same money paid', async () => {
    const order = await place(1);
    const reference = unique('CASH');
    await admin.orders.pay(order, { method: 'cash', reference });
    const { body } = await record(110, { source: 'cash', reference }).expect(200);
    expect(body).toMatchObject({ data: { paid: [order], credited: 0, wallet_balance: 0 } });
  });

  it('records nothing if it names an order of another client, or an unknown order', async () => {
    const orders = [await place(1), await place(1, await givenShop(app)), 'WO-0000000000'];
    const call = record(500, { orders });
    await call.expectProblems('orders.1 unknown_order', 'orders.2 unknown_order');
    expect(await admin.walletBalance(shop.client)).toBe(0);
    await admin.receipts.record(999_999, 5).expectProblems('client_id unknown_client');
  });

  it.each<[field: string, code: string, values: unknown[]]>([
    ['source', 'unknown_value', ['gateway', 'neft', 'Bank', 5]],
    ['received_at', 'date_in_future', [TOMORROW, '9999-12-31T00:00:00Z']],
    ['orders', 'list_expected', ['WO-0123456789', {}, [5], [''], Array(201).fill('x')]],
    ['orders', 'duplicate_value', [['WO-0123456789', 'WO-0123456789']]],
  ])('is refused with a wrong %s: %s', async (field, code, values) => {
    for (const value of values) {
      await record(5, { [field]: value }).expectProblems(`${field} ${code}`);
    }
  });
});

it('the list of receipts has the latest first, with what they paid', async () => {
  const orders = [await place(1), await place(1)];
  const received_at = '2026-01-02T03:04:05.000Z';
  const first = await record(300, { reference: 'LIST-1', received_at, orders });
  await record(5, { source: 'cash' });
  await admin.orders.pay(await place(1), { method: 'cheque', reference: unique('CHQ') });
  await admin.receipts.record((await givenShop(app)).client.id, 5);
  const pages = await allPages(2, (query) =>
    admin.receipts.list({ ...query, client_id: shop.client.id }),
  );
  expect(pages.flat().map(({ amount, source }) => [source, amount])).toEqual([
    ['other', 110],
    ['cash', 5],
    ['bank', 300],
  ]);
  expect(pages.flat().at(-1)).toEqual({
    id: first.id,
    client_id: shop.client.id,
    source: 'bank',
    method: 'bank',
    in_hand: false,
    refundable: 0,
    reference: 'LIST-1',
    amount: 300,
    tax_deducted: 0,
    paid: orders,
    debt_paid: 0,
    credit_paid: 0,
    credited: 80,
    received_at,
    created_at: expect.stringMatching(ISO_UTC),
    reversed_at: null,
  });
  const { data } = await admin.receipts.list({ source: 'bank', reference: 'LIST-1' });
  expect(data.map(({ id }) => id)).toEqual([first.id]);
});
