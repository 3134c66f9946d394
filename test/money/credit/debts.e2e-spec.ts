import { orderLock, rowLock, whileQueued } from '../../support/database/locks.js';
import { checkShipping } from '../../support/shop/order-actions.js';
import { admin, app, audited, place, shop, startShopSuite } from '../../support/money/suite.js';

startShopSuite();

const standing = async (): Promise<[wallet: number, debt: number]> => {
  const { wallet_balance: wallet, debt } = await admin.clients.get(shop.client.id);
  return [wallet!, debt!];
};

/** Records 1,000. 700 of them are spent when the receipt is reversed. */
async function givenDebtOf700(): Promise<void> {
  const { id } = await admin.receipts.record(shop.client.id, 1_000);
  await admin.wallets.payOut(shop.client.id, 700);
  await admin.receipts.reverse(id);
}

describe('a debt', () => {
  it('arises when a receipt is reversed and the wallet holds too little', async () => {
    await givenDebtOf700();
    expect(await standing()).toEqual([0, 700]);
    const { data } = await admin.wallets.entries(shop.client.id);
    expect(data.slice(0, 2)).toMatchObject([
      { kind: 'receipt', amount: -1_000, balance_after: 0, reversal: true },
      { kind: 'debt', amount: 700, balance_after: 1_000 },
    ]);
    expect(await audited('debt.incurred')).toMatchObject([
      { before: { debt_minor: 0 }, after: { debt_minor: 70_000 } },
    ]);
    expect((await audited('wallet.debited'))[0]).toMatchObject({
      before: { balance_minor: 30_000 },
      after: { balance_minor: 0, reason: 'reversal' },
    });
  });

  it('is paid by a receipt before the orders that the receipt names', async () => {
    await givenDebtOf700();
    const orders = [await place(), await place()];
    expect(await admin.receipts.record(shop.client.id, 850, { orders })).toMatchObject({
      paid: orders.slice(0, 1),
      debt_paid: 700,
      credited: 40,
      wallet_balance: 40,
    });
    expect(await standing()).toEqual([40, 0]);
    expect(await audited('debt.paid')).toMatchObject([
      { before: { debt_minor: 70_000 }, after: { debt_minor: 0 } },
    ]);
  });

  it('is paid by refunds and corrections, in part if they are smaller', async () => {
    const order = await place();
    await admin.receipts.record(shop.client.id, 110, { orders: [order] });
    await givenDebtOf700();
    await admin.orders.cancel(order);
    expect(await standing()).toEqual([0, 590]);
    await admin.adjustments.make(shop.client.id, 600);
    expect(await standing()).toEqual([10, 0]);
  });

  it('is paid by money for an order, which leaves the order unpaid', async () => {
    await givenDebtOf700();
    const order = await place();
    expect(await admin.orders.pay(order)).toMatchObject({ outcome: 'credited' });
    expect(await standing()).toEqual([0, 590]);
    expect((await admin.orders.get(order)).status).toBe('awaiting_payment');
    await admin.orders.pay(order).expectRefusal(409, 'payment_recorded');
  });

  it('is named in the error when the wallet holds too little', async () => {
    await givenDebtOf700();
    const order = await place();
    const message =
      'The wallet holds 0.00; 110.00 is required. The client owes 700.00, which is paid first.';
    const refusal = { required: 110, available: 0, debt: 700, message };
    const paid = admin.orders.pay(order, { method: 'wallet' });
    await paid.expectRefusal(409, 'insufficient_balance', refusal);
  });

  it('a debt that arises while a receipt waits for its orders leaves them unpaid if too little is left', async () => {
    const { id } = await admin.receipts.record(shop.client.id, 1_000);
    await admin.wallets.payOut(shop.client.id, 700);
    const order = await place();
    const [receipt] = await whileQueued(app, orderLock(order), [
      async () => await admin.receipts.record(shop.client.id, 750, { orders: [order] }),
      () => admin.receipts.reverse(id).status(),
    ]);
    expect(receipt).toMatchObject({ paid: [], debt_paid: 700, credited: 50 });
    expect(await standing()).toEqual([50, 0]);
  });

  it('a debt that another receipt pays while one waits for its orders leaves the money for them', async () => {
    await givenDebtOf700();
    const order = await place();
    const record = async () => admin.receipts.record(shop.client.id, 750, { orders: [order] });
    const receipts = await whileQueued(app, orderLock(order), [record, record]);
    expect(receipts).toMatchObject([
      { paid: [], debt_paid: 700 },
      { paid: [order], debt_paid: 0 },
    ]);
    expect(await standing()).toEqual([690, 0]);
  });
});

describe('the orders of a client with a debt', () => {
  it('are on hold until it is paid', async () => {
    const order = await place();
    await admin.receipts.record(shop.client.id, 110, { orders: [order] });
    await givenDebtOf700();
    expect((await admin.orders.ship(order).refused(409)).message).toBe(
      'The order is on hold: its client owes 700.00, which has to be paid first.',
    );
    await expect(checkShipping(app, order)).rejects.toMatchObject({ code: 'on_hold' });
    const query = { client_id: shop.client.id };
    const isHeld = async (): Promise<unknown[]> => [
      (await admin.orders.get(order)).on_hold,
      (await admin.orders.list(query)).data[0]!.on_hold,
      (await admin.orders.pickList({ order_numbers: order })).data[0]!.on_hold,
    ];
    expect(await isHeld()).toEqual([true, true, true]);
    expect(await shop.orders.status(order)).toMatchObject({ status: 'pending' });
    await admin.receipts.record(shop.client.id, 700);
    expect(await isHeld()).toEqual([false, false, false]);
    await checkShipping(app, order);
    await admin.orders.ship(order);
  });

  it('are not held once they were shipped, nor while they are unpaid', async () => {
    const [shipped, unpaid] = [await place(), await place()];
    await admin.receipts.record(shop.client.id, 110, { orders: [shipped] });
    await admin.orders.ship(shipped);
    await givenDebtOf700();
    for (const order of [shipped, unpaid]) {
      expect((await admin.orders.get(order)).on_hold).toBe(false);
    }
  });

  it('are held by a debt that arises while their shipment waits', async () => {
    const order = await place();
    await givenDebtOf700();
    await admin.receipts.record(shop.client.id, 810, { orders: [order] });
    const { id } = await admin.receipts.record(shop.client.id, 5);
    await admin.wallets.payOut(shop.client.id, 5);
    const lock = rowLock('ledger_accounts', shop.client.id, 'owner_id');
    const statuses = await whileQueued(app, lock, [
      () => admin.receipts.reverse(id).status(),
      () => admin.orders.ship(order).status(),
    ]);
    expect(statuses).toEqual([200, 409]);
    expect((await admin.orders.get(order)).status).toBe('pending');
  });
});
