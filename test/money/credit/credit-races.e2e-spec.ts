import fc from 'fast-check';
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

/** An unpaid order bought on account in the model; amounts in paise. */
interface Item {
  order: string;
  left: number;
  isOverdue: boolean;
}

/** A client in the model, by the specification. Amounts in paise. */
class ModelClient {
  wallet = 0;
  debt = 0;
  /** By due date. */
  items: Item[] = [];

  constructor(readonly limit: number) {}

  get credit(): number {
    return this.items.reduce((sum, { left }) => sum + left, 0);
  }

  payItems(which: (item: Item) => boolean = () => true): void {
    for (const item of this.items.filter(which)) {
      const paid = Math.min(item.left, this.wallet);
      item.left -= paid;
      this.wallet -= paid;
    }
    this.items = this.items.filter(({ left }) => left > 0);
  }

  /** Adds money and returns true if it paid an order that it was sent for. */
  receive(minor: number, orderMinor: number | null): boolean {
    this.wallet += minor;
    const debt = Math.min(this.debt, this.wallet);
    this.debt -= debt;
    this.wallet -= debt;
    this.payItems(({ isOverdue }) => isOverdue);
    const sent = minor - debt;
    const isPaid = orderMinor !== null && orderMinor <= Math.min(this.wallet, sent);
    if (isPaid) this.wallet -= orderMinor;
    this.payItems();
    return isPaid;
  }

  take(minor: number): boolean {
    if (minor > this.wallet) return false;
    this.wallet -= minor;
    return true;
  }

  takeBack(minor: number): void {
    this.debt += Math.max(0, minor - this.wallet);
    this.wallet = Math.max(0, this.wallet - minor);
  }

  buy(order: string, minor: number): boolean {
    const missing = Math.max(0, minor - this.wallet);
    const isOverdue = this.items.some((item) => item.isOverdue);
    if (missing > 0 && (isOverdue || this.debt > 0 || this.credit + missing > this.limit)) {
      return false;
    }
    this.wallet -= minor - missing;
    if (missing > 0) this.items.push({ order, left: missing, isOverdue: false });
    return true;
  }
}

const amount = fc.integer({ min: 1, max: 300 }).map((units) => units * 125);
const command = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('buy' as const) }) },
  fc.record({ kind: fc.constant('receive' as const), amount, isNamed: fc.boolean() }),
  fc.record({ kind: fc.constant('correct' as const), amount }),
  fc.record({ kind: fc.constant('payOut' as const), amount }),
  fc.record({ kind: fc.constant('reverse' as const) }),
  fc.record({ kind: fc.constant('cancel' as const), back: fc.nat(2) }),
  fc.record({ kind: fc.constant('age' as const) }),
);

it('generated histories leave wallet, debt and credit as the model has them', async () => {
  const property = fc.asyncProperty(
    fc.array(command, { minLength: 8, maxLength: 30, size: 'max' }),
    async (commands) => {
      shop = await givenShop(one);
      const { id } = shop.client;
      await admin.credit.putTerms(id, { credit_limit: 400 });
      const model = new ModelClient(40_000);
      const paid: string[] = [];
      const receipts: { id: number; minor: number }[] = [];
      for (const each of commands) {
        if (each.kind === 'buy') {
          const order = await place();
          const isBought = model.buy(order, 11_000);
          expect(await payOnAccount(adminElsewhere, order)()).toBe(isBought ? 201 : 409);
          if (isBought) paid.push(order);
        } else if (each.kind === 'receive') {
          const orders = each.isNamed ? [await place()] : [];
          const isPaid = model.receive(each.amount, each.isNamed ? 11_000 : null);
          const receipt = await admin.receipts.record(id, each.amount / 100, { orders });
          expect(receipt).toMatchObject({ paid: isPaid ? orders : [] });
          receipts.push({ id: receipt.id, minor: each.amount });
          if (isPaid) paid.push(...orders);
        } else if (each.kind === 'correct') {
          await admin.adjustments.make(id, each.amount / 100);
          model.receive(each.amount, null);
        } else if (each.kind === 'payOut') {
          const status = await admin.wallets.payOut(id, each.amount / 100).status();
          expect(status).toBe(model.take(each.amount) ? 201 : 409);
        } else if (each.kind === 'reverse') {
          const receipt = receipts.pop();
          if (receipt === undefined) continue;
          await admin.receipts.reverse(receipt.id);
          model.takeBack(receipt.minor);
        } else if (each.kind === 'cancel') {
          const [order] = paid.splice(-1 - each.back, 1);
          if (order === undefined) continue;
          await admin.orders.cancel(order);
          model.receive(11_000, null);
        } else {
          await one.sql`UPDATE credit_items SET due_at = due_at - interval '40 days', created_at = created_at - interval '40 days'
                WHERE client_id = ${id}`;
          for (const item of model.items) item.isOverdue = true;
        }
        expect(await admin.clients.get(id)).toMatchObject({
          wallet_balance: model.wallet / 100,
          debt: model.debt / 100,
          credit_used: model.credit / 100,
        });
      }
      const { data } = await admin.credit.items(id);
      expect(data.map(({ order_number, left }) => [order_number, left])).toEqual(
        model.items.map(({ order, left }) => [order, left / 100]),
      );
      await one.expectInvariants();
    },
  );
  await fc.assert(property, { numRuns: Number(process.env.LEDGER_RUNS ?? 6), endOnFailure: true });
});
