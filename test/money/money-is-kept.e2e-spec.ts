import { unique } from '../support/shop/given.js';
import { givenShop } from '../support/shop/shop.js';
import { admin, app, place, shop, startShopSuite } from '../support/money/suite.js';

describe('money that operators record', () => {
  startShopSuite();

  it('leaves the wallet when an order is paid, and returns when it is canceled', async () => {
    await admin.receipts.record(shop.client.id, 500);
    const order = await place(2);
    const paid = await admin.orders.pay(order, { method: 'wallet' });
    expect(paid).toMatchObject({
      status: 'pending',
      payment_status: 'paid',
      outcome: 'applied',
      payments: [{ method: 'wallet', reference: null, amount: 210, outcome: 'applied' }],
    });
    expect(await admin.walletBalance(shop.client)).toBe(290);
    await admin.orders.cancel(order);
    expect(await admin.walletBalance(shop.client)).toBe(500);
  });

  it('pays an order from the wallet only if the wallet covers it', async () => {
    await admin.receipts.record(shop.client.id, 209.99);
    const order = await place(2);
    const other = await (await givenShop(app)).placeNew();
    const pay = (number: string) => admin.orders.pay(number, { method: 'wallet' });
    const short = { required: 210, available: 209.99 };
    await pay(order).expectRefusal(409, 'insufficient_balance', short);
    const empty = { required: 110, available: 0 };
    await pay(other).expectRefusal(409, 'insufficient_balance', empty);
    expect(await admin.orders.get(order)).toMatchObject({ status: 'awaiting_payment' });
    await admin.receipts.record(shop.client.id, 0.01);
    await pay(order);
    expect(await admin.walletBalance(shop.client)).toBe(0);
  });

  it('pays an order from the wallet once', async () => {
    await admin.receipts.record(shop.client.id, 500);
    const order = await place(1);
    await admin.orders.pay(order, { method: 'Wallet', reference: 'W-1' });
    await admin.orders.pay(order, { method: 'wallet', reference: 'W-1' });
    for (const again of [{}, { reference: 'W-2' }]) {
      const paid = admin.orders.pay(order, { method: 'wallet', ...again });
      await paid.expectRefusal(409, 'payment_recorded');
    }
    expect(await admin.walletBalance(shop.client)).toBe(390);
  });

  it('pays an order in full or not at all', async () => {
    const order = await place(2);
    await admin.orders.pay(order, { amount: 1 }).expectProblems('amount amount_mismatch');
    expect(await admin.orders.get(order)).toMatchObject({ status: 'awaiting_payment' });
    expect(await admin.orders.pay(order, { amount: 210 })).toMatchObject({ status: 'pending' });
  });

  it.each(['canceled', 'paid'])(
    'is credited to the wallet if it came for a %s order',
    async (state) => {
      const order = await place(1);
      if (state === 'paid') await admin.orders.pay(order);
      else await admin.orders.cancel(order);
      const payment = { method: 'neft', reference: unique('UTR') };
      const credited = await admin.orders.pay(order, payment);
      expect(credited).toMatchObject({ outcome: 'credited' });
      expect(credited.payments.at(-1)).toMatchObject({ ...payment, outcome: 'credited' });
      expect(await admin.orders.pay(order, payment)).toEqual(credited);
      expect(await admin.walletBalance(shop.client)).toBe(110);
    },
  );

  it('is refused without a reference if the order cannot be paid', async () => {
    const order = await place(1);
    await admin.orders.cancel(order);
    const message = expect.stringMatching(/cancelled.*pending.*reference/);
    await admin.orders.pay(order).expectRefusal(409, 'transition_refused', { message });
    expect(await admin.walletBalance(shop.client)).toBe(0);
  });

  it('is identified by its source and reference, not by its method', async () => {
    const order = await place(1);
    const reference = unique('REF');
    await admin.orders.pay(order, { method: 'neft', reference });
    await admin.orders.pay(order, { method: 'UPI', reference });
    expect(await admin.walletBalance(shop.client)).toBe(0);
    // A cheque goes to the bank, where its number is that of the transfer.
    await admin.orders.pay(order, { method: 'cheque', reference });
    expect(await admin.walletBalance(shop.client)).toBe(0);
    await admin.orders.pay(order, { method: 'cash', reference });
    expect(await admin.walletBalance(shop.client)).toBe(110);
  });
});
