import { inTransaction } from '../../src/platform/database/transaction.js';
import { dateInShop } from '../../src/platform/time-zone.js';
import { UsersService } from '../../src/identity/users/users.service.js';
import { Admin } from '../support/shop/admin.js';
import { TestApp } from '../support/app.js';
import { allPages } from '../support/call.js';
import { ISO_UTC, unique } from '../support/shop/given.js';
import { givenOperator } from '../support/shop/people.js';
import { givenShop } from '../support/shop/shop.js';
import {
  admin,
  app,
  audited,
  balance,
  place,
  shop,
  startShopSuite,
} from '../support/money/suite.js';

startShopSuite();

const statementOf = (id: number) => {
  const month = dateInShop(new Date()).slice(0, 7);
  return admin.csvText(`clients/${id}/wallet/statement/export?month=${month}`);
};

describe("a wallet's statement", () => {
  it('has every movement with its balance, the latest first', async () => {
    const { id } = shop.client;
    const paid = await place(1);
    const receipt = await admin.receipts.record(id, 300, { reference: 'ST-1', orders: [paid] });
    await admin.orders.cancel(paid, { reason: 'Changed their mind' });
    await admin.wallets.payOut(id, 50, { reference: 'OUT-1', note: 'As asked' });
    const pages = await allPages(2, (query) => admin.wallets.entries(id, query));
    const base = { receipt_id: null, reference: null, note: null, order_number: null };
    const at = expect.stringMatching(ISO_UTC);
    const entry = { ...base, at, id: expect.any(Number), reversal: false };
    const ofReceipt = { receipt_id: receipt.id, reference: 'ST-1' };
    const payout = { reference: 'OUT-1', note: 'As asked' };
    const refund = { order_number: paid, note: 'Changed their mind' };
    const settle = { ...ofReceipt, order_number: paid };
    expect(pages.flat()).toEqual([
      { ...entry, ...payout, kind: 'payout', amount: -50, balance_after: 250 },
      { ...entry, ...refund, kind: 'refund', amount: 110, balance_after: 300 },
      { ...entry, ...settle, kind: 'settle', amount: -110, balance_after: 190 },
      { ...entry, ...ofReceipt, kind: 'receipt', amount: 300, balance_after: 300 },
    ]);
  });

  it('is empty for a client without a wallet, and 404 for an unknown client', async () => {
    const none = { data: [], next_cursor: null };
    expect(await admin.wallets.entries(shop.client.id)).toMatchObject(none);
    await admin.wallets.entries(999_999).expectRefusal(404, 'client_not_found');
  });
});

describe('a payout', () => {
  it('takes money from the wallet once per reference', async () => {
    const { id } = shop.client;
    await admin.receipts.record(id, 300);
    const reference = unique('OUT');
    const first = await admin.wallets.payOut(id, 120.5, { reference }).expect(201);
    const { data } = first.body as { data: object };
    const number = expect.any(Number);
    expect(data).toEqual({ id: number, reference, amount: 120.5, wallet_balance: 179.5 });
    await admin.receipts.record(id, 5);
    const again = await admin.wallets.payOut(id, 120.5, { reference }).expect(200);
    expect(again.body).toEqual(first.body);
    expect(await balance()).toBe(184.5);
    expect(await audited('wallet.debited')).toMatchObject([
      { before: { balance_minor: 30_000 }, after: { balance_minor: 17_950, reason: 'payout' } },
    ]);
  });

  it('is refused beyond the balance, and with the reference of another payout', async () => {
    const { id } = shop.client;
    await admin.receipts.record(id, 100);
    const tooMuch = admin.wallets.payOut(id, 100.01);
    const short = { required: 100.01, available: 100 };
    await tooMuch.expectRefusal(409, 'insufficient_balance', short);
    const reference = unique('OUT');
    await admin.wallets.payOut(id, 10, { reference });
    const other = await givenShop(app);
    await admin.receipts.record(other.client.id, 100);
    const theirs = admin.wallets.payOut(other.client.id, 10, { reference });
    for (const call of [admin.wallets.payOut(id, 11, { reference }), theirs]) {
      await call.expectRefusal(409, 'payout_recorded');
    }
    expect(await balance()).toBe(90);
    await admin.wallets.payOut(999_999, 1).expectRefusal(404, 'client_not_found');
  });
});

describe('an adjustment', () => {
  it('moves money once it is approved, and only once', async () => {
    const { id: clientId } = shop.client;
    const proposed = await admin.adjustments.propose(clientId, 75.25, { reason: 'Bank charges' });
    expect(proposed).toEqual({
      id: proposed.id,
      client_id: clientId,
      amount: 75.25,
      reason: 'Bank charges',
      status: 'proposed',
      proposed_by: 'operator',
      decided_by: null,
      decided_at: null,
      reference: null,
      proposed_at: expect.stringMatching(ISO_UTC),
    });
    expect(await balance()).toBe(0);
    const approved = await admin.adjustments.approve(proposed.id);
    expect(approved).toMatchObject({ status: 'approved', decided_by: 'operator' });
    expect(await admin.adjustments.approve(proposed.id)).toEqual(approved);
    expect(await balance()).toBe(75.25);
    expect(await audited('adjustment.approved')).toMatchObject([
      { after: { adjustment_id: proposed.id, proposed_by: 'operator', is_own_proposal: true } },
    ]);
  });

  it('may take money away, but not more than the balance', async () => {
    const { id: clientId } = shop.client;
    await admin.receipts.record(clientId, 50);
    const { id: tooMuch } = await admin.adjustments.propose(clientId, -50.01);
    await admin.adjustments.approve(tooMuch).expectRefusal(409, 'insufficient_balance');
    await admin.adjustments.make(clientId, -20);
    expect(await balance()).toBe(30);
    const { data } = await admin.adjustments.list({ client_id: clientId, status: 'proposed' });
    expect(data.map((each) => each.id)).toEqual([tooMuch]);
  });

  it('can no longer be approved once rejected, nor rejected once approved', async () => {
    const rejected = await admin.adjustments.propose(shop.client.id, 5);
    const approved = await admin.adjustments.propose(shop.client.id, 7);
    expect(await admin.adjustments.reject(rejected.id)).toMatchObject({ status: 'rejected' });
    await admin.adjustments.reject(rejected.id);
    await admin.adjustments.approve(approved.id);
    await admin.adjustments.approve(rejected.id).expectRefusal(409, 'adjustment_decided');
    await admin.adjustments.reject(approved.id).expectRefusal(409, 'adjustment_decided');
    expect(await balance()).toBe(7);
    await admin.adjustments.approve(999_999).expectRefusal(404, 'adjustment_not_found');
  });

  it('is not approved by the admin token that proposed it once operators can sign in', async () => {
    const own = await TestApp.start();
    const operator = new Admin(own);
    const { client } = await givenShop(own);
    const { id } = await operator.adjustments.propose(client.id, 5);
    const demo = { name: 'Asha', email: 'asha@wholesale.example', passwordHash: '', isDemo: true };
    const user = { ...demo, position: { kind: 'operator' as const, roles: ['owner' as const] } };
    const users = own.service(UsersService);
    await inTransaction(own.dataSource, (manager) => users.addUser(manager, user));
    await operator.adjustments.approve(id);
    const { id: next } = await operator.adjustments.propose(client.id, 5);
    await givenOperator(own, ['finance']);
    await operator.adjustments.approve(next).expectRefusal(403, 'own_proposal');
    expect(await operator.walletBalance(client)).toBe(5);
    await own.expectInvariants();
    await own.stop();
  });
});

describe('the reversal of a receipt', () => {
  it('takes its money back, and frees its reference', async () => {
    const { id: clientId } = shop.client;
    const reference = unique('CHQ');
    const { id } = await admin.receipts.record(clientId, 500, { reference });
    const reversed = await admin.receipts.reverse(id);
    expect(reversed.reversed_at).toMatch(ISO_UTC);
    expect(await admin.receipts.reverse(id)).toEqual(reversed);
    expect(await balance()).toBe(0);
    expect((await admin.receipts.record(clientId, 400, { reference })).id).not.toBe(id);
    expect(await balance()).toBe(400);
    const { data } = await admin.wallets.entries(clientId);
    const told = data.map(({ amount, reversal }) => `${amount} ${reversal}`);
    expect(told).toEqual(['400 false', '-500 true', '500 false']);
    expect(await statementOf(clientId)).toMatch(
      /Z,Money received,.*Z,"Money received, reversed",.*Z,Money received,/s,
    );
  });

  it('leaves a debt if the money was spent, and its orders stay paid', async () => {
    const { id: clientId } = shop.client;
    const order = await place(1);
    const { id } = await admin.receipts.record(clientId, 110, { orders: [order] });
    await admin.receipts.reverse(id);
    expect(await admin.orders.get(order)).toMatchObject({ payment_status: 'paid' });
    expect(await admin.clients.get(clientId)).toMatchObject({ wallet_balance: 0, debt: 110 });
    await admin.receipts.record(clientId, 110);
    expect(await statementOf(clientId)).toMatch(/Z,Debt,.*Z,Debt paid,.*,-110.00,/s);
    await admin.receipts.reverse(999_999).expectRefusal(404, 'receipt_not_found');
  });
});
