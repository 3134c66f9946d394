import { dateInShop } from '../../../src/platform/time-zone.js';
import { age, buy, onAccount } from '../../support/money/credit-admin.js';
import { orderLock, whileQueued } from '../../support/database/locks.js';
import { unique } from '../../support/shop/given.js';
import { TestBrowser } from '../../support/shop/people.js';
import { admin, app, audited, place, shop, startShopSuite } from '../../support/money/suite.js';

startShopSuite();

const standing = async (): Promise<[wallet: number, debt: number, credit: number]> => {
  const client = await admin.clients.get(shop.client.id);
  return [client.wallet_balance!, client.debt!, client.credit_used!];
};
const left = async (): Promise<Record<string, number>> => {
  const { data } = await admin.credit.items(shop.client.id);
  return Object.fromEntries(data.map((item) => [item.order_number, item.left]));
};

describe('the terms of credit', () => {
  it('are off for a new client, set by finance, and in the audit log', async () => {
    const { id } = shop.client;
    const off = { credit_limit: 0, payment_days: 0, overdue_days: 0 };
    expect(await admin.credit.terms(id)).toEqual(off);
    const terms = { credit_limit: 250.5, payment_days: 14, overdue_days: 7 };
    expect(await admin.credit.putTerms(id, terms)).toEqual(terms);
    expect(await admin.credit.terms(id)).toEqual(terms);
    expect(await audited('credit.terms_changed')).toMatchObject([
      {
        before: { limit_minor: 0, payment_days: 0, overdue_days: 0 },
        after: { limit_minor: 25_050, payment_days: 14, overdue_days: 7 },
      },
    ]);
  });

  it('are refused field by field', async () => {
    const problems = (terms: object) => admin.credit.putTerms(shop.client.id, terms).problems();
    for (const [credit_limit, payment_days, overdue_days] of [
      [-1, 366, null],
      ['10', 1.5, []],
    ]) {
      expect(await problems({ credit_limit, payment_days, overdue_days })).toHaveLength(3);
    }
    await admin.credit.putTerms(999_999).expectRefusal(404, 'client_not_found');
    await admin.credit.terms(999_999).expectRefusal(404, 'client_not_found');
    await admin.credit.items(999_999).expectRefusal(404, 'client_not_found');
  });
});

describe('an order bought on account', () => {
  it('is paid from the wallet first, and the remainder from the credit', async () => {
    await admin.credit.putTerms(shop.client.id);
    await admin.receipts.record(shop.client.id, 30);
    const order = await place();
    expect(await admin.orders.pay(order, onAccount)).toMatchObject({
      status: 'pending',
      payment_status: 'paid',
      outcome: 'applied',
      payments: [{ method: 'credit', amount: 110, outcome: 'applied' }],
    });
    expect(await standing()).toEqual([0, 0, 80]);
    const months = await admin.reports.clients(dateInShop(new Date()).slice(0, 7));
    expect(months.data.find(({ client_id }) => client_id === shop.client.id)).toMatchObject({
      received: 30,
      orders_paid: -110,
      owed: 80,
      closing: 0,
    });
    const { data } = await admin.credit.items(shop.client.id);
    expect(data).toMatchObject([
      { order_number: order, amount: 80, paid: 0, left: 80, overdue: false },
    ]);
    const days = Date.parse(data[0]!.due_on) - Date.parse(data[0]!.bought_at.slice(0, 10));
    expect([30, 31]).toContain(Math.round(days / 86_400_000));
    const { data: entries } = await admin.wallets.entries(shop.client.id);
    expect(entries.slice(0, 2)).toMatchObject([
      { kind: 'settle', amount: -110, balance_after: 0, order_number: order },
      { kind: 'credit', amount: 80, balance_after: 110, order_number: order },
    ]);
    expect(await audited('credit.used')).toMatchObject([
      { before: { credit_used_minor: 0 }, after: { credit_used_minor: 8_000 } },
    ]);
    expect((await audited('wallet.debited'))[0]).toMatchObject({
      before: { balance_minor: 3_000 },
      after: { balance_minor: 0, reason: 'payment' },
    });
  });

  it('is paid from the wallet alone if the wallet covers it', async () => {
    await admin.receipts.record(shop.client.id, 110);
    const order = await place();
    const { payments } = await admin.orders.pay(order, onAccount);
    expect(payments).toMatchObject([{ method: 'wallet', amount: 110 }]);
    expect(await standing()).toEqual([0, 0, 0]);
  });

  it('is paid once, also if the call is repeated', async () => {
    await admin.credit.putTerms(shop.client.id);
    const order = await place();
    const payment = { method: 'CREDIT', reference: unique('C') };
    await admin.orders.pay(order, payment);
    await admin.orders.pay(order, payment);
    await admin.orders.pay(order, onAccount).expectRefusal(409, 'payment_recorded');
    expect(await standing()).toEqual([0, 0, 110]);
  });

  it('is refused beyond the limit, and stays unpaid', async () => {
    await admin.credit.putTerms(shop.client.id, { credit_limit: 219.99 });
    await buy();
    const order = await place();
    await admin.orders
      .pay(order, onAccount)
      .expectRefusal(409, 'credit_exceeded', {
        required: 110,
        available: 109.99,
        message: 'The remaining credit is 109.99; 110.00 is required.',
      });
    expect((await admin.orders.get(order)).status).toBe('awaiting_payment');
    expect(await standing()).toEqual([0, 0, 110]);
    await admin.credit.putTerms(shop.client.id, { credit_limit: 220 });
    await admin.orders.pay(order, onAccount);
    expect(await standing()).toEqual([0, 0, 220]);
  });

  it('is refused without terms, and above a limit that was lowered', async () => {
    const order = await place();
    const pay = () => admin.orders.pay(order, onAccount);
    await pay().expectRefusal(409, 'credit_exceeded', { required: 110, available: 0 });
    await admin.credit.putTerms(shop.client.id);
    await buy();
    await admin.credit.putTerms(shop.client.id, { credit_limit: 50 });
    await pay().expectRefusal(409, 'credit_exceeded', { available: 0 });
  });

  it('is refused while another one is overdue', async () => {
    await admin.credit.putTerms(shop.client.id);
    const first = await buy();
    await age(first, 30);
    await buy();
    await age(first, 1);
    const order = await place();
    const refusal = { required: 110, available: 780, overdue: 110 };
    await admin.orders.pay(order, onAccount).expectRefusal(409, 'credit_exceeded', refusal);
    await admin.receipts.record(shop.client.id, 110);
    await admin.orders.pay(order, onAccount);
  });

  it('is refused to a client with a debt', async () => {
    await admin.credit.putTerms(shop.client.id);
    const { id } = await admin.receipts.record(shop.client.id, 70);
    await admin.wallets.payOut(shop.client.id, 70);
    await admin.receipts.reverse(id);
    const order = await place();
    await admin.orders.pay(order, onAccount).expectRefusal(409, 'credit_exceeded', { debt: 70 });
  });

  it('is bought by its client in the dashboard', async () => {
    await admin.credit.putTerms(shop.client.id, { credit_limit: 120 });
    const member = await TestBrowser.ofMember(app, shop.client, 'member');
    const orders = [await place(), await place()];
    const body = { order_numbers: orders, method: 'credit' };
    const { body: paid } = await member.call('post', 'orders/pay', body);
    expect(paid.data).toEqual([
      { order_number: orders[0], outcome: 'paid' },
      { order_number: orders[1], outcome: 'credit_exceeded' },
    ]);
    expect((await member.call('get', 'wallet')).body.data).toMatchObject({
      balance: 0,
      credit_used: 110,
      credit_limit: 120,
      credit_available: 10,
      payment_days: 30,
    });
    const items = await member.call('get', 'wallet/open-items');
    expect(items.body.data).toMatchObject([{ order_number: orders[0], left: 110 }]);
  });
});

describe('money of a client who buys on account', () => {
  it('pays debt, then overdue orders, then the orders that a receipt names, then others by due date', async () => {
    await admin.credit.putTerms(shop.client.id);
    const { id } = await admin.receipts.record(shop.client.id, 40);
    await admin.wallets.payOut(shop.client.id, 40);
    const [second, first, overdue] = [await buy(), await buy(), await buy()];
    await age(first, 10);
    await age(overdue, 31);
    await admin.receipts.reverse(id);
    expect(await standing()).toEqual([0, 40, 330]);
    const named = await place();
    const receipt = await admin.receipts.record(shop.client.id, 40 + 3 * 110 + 20, {
      orders: [named],
    });
    expect(receipt).toMatchObject({
      paid: [named],
      debt_paid: 40,
      credit_paid: 240,
      credited: 0,
      wallet_balance: 0,
    });
    expect(await left()).toEqual({ [second]: 90 });
    expect(await standing()).toEqual([0, 0, 90]);
    expect((await admin.receipts.list({ client_id: shop.client.id })).data[0]).toMatchObject({
      debt_paid: 40,
      credit_paid: 240,
      credited: 0,
    });
    expect(await audited('credit.paid')).toHaveLength(2);
  });

  it('does not pay a named order if too little is left after the overdue ones', async () => {
    await admin.credit.putTerms(shop.client.id);
    await age(await buy(), 31);
    const order = await place();
    const receipt = await admin.receipts.record(shop.client.id, 150, { orders: [order] });
    expect(receipt).toMatchObject({ paid: [], credit_paid: 110, credited: 40, wallet_balance: 40 });
  });

  it('money for one order pays an overdue one instead', async () => {
    await admin.credit.putTerms(shop.client.id);
    await age(await buy(), 31);
    const order = await place();
    const payment = { method: 'neft', reference: unique('UTR') };
    expect(await admin.orders.pay(order, payment)).toMatchObject({ outcome: 'credited' });
    expect(await standing()).toEqual([0, 0, 0]);
  });

  it('money for one order pays it before items that are not overdue', async () => {
    await admin.credit.putTerms(shop.client.id);
    await buy();
    const order = await place();
    expect(await admin.orders.pay(order)).toMatchObject({ outcome: 'applied' });
    expect(await standing()).toEqual([0, 0, 110]);
  });

  it('is planned again if more is overdue when the receipt gets its orders', async () => {
    await admin.credit.putTerms(shop.client.id);
    const bought = await buy();
    const order = await place();
    const [receipt] = await whileQueued(app, orderLock(order), [
      async () => await admin.receipts.record(shop.client.id, 150, { orders: [order] }),
      () => age(bought, 31),
    ]);
    expect(receipt).toMatchObject({ paid: [], credit_paid: 110, credited: 40 });
  });

  it.each(['correction', 'cancellation'])('the money of a %s pays by due date', async (kind) => {
    await admin.credit.putTerms(shop.client.id);
    const [later, earlier] = [await buy(), await buy()];
    await age(earlier, 1);
    if (kind === 'correction') await admin.adjustments.make(shop.client.id, 110);
    else await admin.orders.cancel(later);
    expect(await left()).toEqual({ [later]: 110 });
    expect(await standing()).toEqual([0, 0, 110]);
  });

  it('the money of a reversed receipt becomes debt, and the items stay paid', async () => {
    await admin.credit.putTerms(shop.client.id);
    await buy();
    const { id } = await admin.receipts.record(shop.client.id, 150);
    expect(await standing()).toEqual([40, 0, 0]);
    await admin.receipts.reverse(id);
    expect(await standing()).toEqual([0, 110, 0]);
  });
});
