import { Admin } from '../../support/shop/admin.js';
import { givenProduct, unique } from '../../support/shop/given.js';
import { orderLock, whileLocked, whileQueued } from '../../support/database/locks.js';
import { callConcurrently } from '../../support/call-concurrently.js';
import { givenShop, givenSuiteOfTwo, type Shop } from '../../support/shop/shop.js';

const { one, admin, adminElsewhere } = await givenSuiteOfTwo({ ORDER_RATE_LIMIT_PER_MINUTE: '0' });
const { sku } = await givenProduct(one, { stock: 1_000 });
let shop: Shop;
beforeEach(async () => {
  shop = await givenShop(one);
});

const place = async (): Promise<string> => shop.orders.place({ sku, quantity: 1 }).patiently();
const payOnAccount =
  (by: Admin, order: string, reference = unique('C')) =>
  (): Promise<number> =>
    by.orders.pay(order, { method: 'credit', reference }).status();
const lockOf = (kind: string): string =>
  `SELECT FROM ledger_accounts WHERE kind = '${kind}' AND owner_id = ${shop.client.id} FOR UPDATE`;

describe('64 payers at once', () => {
  it('64 payers at once never exceed the limit by a paisa', async () => {
    await admin.credit.putTerms(shop.client.id, { credit_limit: 9 * 110 + 109.99 });
    const orders = await Promise.all(Array.from({ length: 64 }, place));
    const payers = orders.map((order, n) => payOnAccount(n % 2 ? admin : adminElsewhere, order));
    const lock = { lock: lockOf('client_credit'), waiting: 8 };
    const statuses = await whileLocked(one, lock, () => callConcurrently(payers));
    expect(statuses.filter((status) => status === 201)).toHaveLength(9);
    expect(statuses.filter((status) => status === 409)).toHaveLength(55);
    expect(await admin.clients.get(shop.client.id)).toMatchObject({ credit_used: 990 });
  });

  it('buy one order once', async () => {
    await admin.credit.putTerms(shop.client.id);
    const order = await place();
    const payers = Array.from({ length: 64 }, (_, n) =>
      payOnAccount(n % 2 ? admin : adminElsewhere, order),
    );
    const lock = { lock: orderLock(order), waiting: 8 };
    const statuses = await whileLocked(one, lock, () => callConcurrently(payers));
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(await admin.clients.get(shop.client.id)).toMatchObject({ credit_used: 110 });
  });
});

describe('a payer on account', () => {
  it('obeys a limit that is lowered while it waits', async () => {
    await admin.credit.putTerms(shop.client.id);
    const order = await place();
    const statuses = await whileQueued(one, lockOf('client_credit'), [
      () => admin.credit.putTerms(shop.client.id, { credit_limit: 109.99 }).status(),
      payOnAccount(adminElsewhere, order),
    ]);
    expect(statuses).toEqual([200, 409]);
  });

  it('uses the money of a receipt that it waits for', async () => {
    await admin.credit.putTerms(shop.client.id, { credit_limit: 110 });
    await payOnAccount(admin, await place())();
    const order = await place();
    const statuses = await whileQueued(one, lockOf('client_credit'), [
      () => admin.receipts.record(shop.client.id, 130).status(),
      payOnAccount(adminElsewhere, order),
    ]);
    expect(statuses).toEqual([201, 201]);
    expect(await admin.clients.get(shop.client.id)).toMatchObject({ credit_used: 90 });
  });
});
