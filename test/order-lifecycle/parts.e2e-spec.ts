import { isDeepStrictEqual } from 'node:util';
import { jest } from '@jest/globals';
import pg from 'pg';
import { ORDER_TEXT_NAMES, textsOf } from '../../src/orders/order-texts.js';
import { afterSaleOf, givenInvoiceable, givenInvoices } from '../support/wso/after-sale.js';
import { execute } from '../support/database/database.js';
import { EXAMPLE_TEXTS, givenProduct } from '../support/shop/given.js';
import { eraseCustomers, givenOrderAfter } from '../support/shop/order-actions.js';
import { givenSuite, givenTestShop, type Shop } from '../support/shop/shop.js';
import { TaxAdmin } from '../support/tax/tax-admin.js';
import { makeAllOlder } from '../support/time.js';

const { app, admin, shop } = await givenSuite();
const tax = new TaxAdmin(app);
const sent = jest.spyOn(pg.Client.prototype, 'query');
beforeAll(async () => {
  await givenInvoices(shop);
});

const PARTS = ['shipments', 'returns', 'refunds', 'documents', 'details'];
const ALL = { include: PARTS.join() };
const DETAILS = ['customer', 'shipping', ...ORDER_TEXT_NAMES, 'cancel_reason', 'currency'];
DETAILS.push('subtotal', 'delivery', 'refunded', 'created_at', 'expires_at');
const USUAL = ['success', 'order_number', 'store_order_id', 'status', 'payment_status'];
USUAL.push('total_amount', 'tracking', 'items', 'timeline');

/** Reads the orders that changed since the last call. */
function follower(store: Shop) {
  let cursor: string | undefined;
  return async () => {
    const page = await store.orders.list({ ...ALL, ...(cursor !== undefined && { cursor }) });
    cursor = page.next_cursor;
    return page.data;
  };
}

/** Picks the parts of an order as the whole order shows them. */
async function partsOf(order: string): Promise<object> {
  const whole: Record<string, unknown> = { ...(await shop.orders.get(order)) };
  const keys = ['shipments', 'returns', 'refunds', 'documents', ...DETAILS];
  return Object.fromEntries(keys.map((key) => [key, whole[key]]));
}

describe('the parts of orders in lists and statuses', () => {
  it('are those of the whole order after each step, and each step is another row', async () => {
    const order = await givenInvoiceable(shop, admin);
    const changes = follower(shop);
    await changes();
    const seen = new Map<string, Awaited<ReturnType<typeof changes>>[number]>();
    for (const [name, act] of afterSaleOf(shop, admin, order)) {
      await act();
      const [row, ...others] = await changes();
      expect({ name, others }).toEqual({ name, others: [] });
      expect({ name, row }).toEqual({ name, row: expect.objectContaining(await partsOf(order)) });
      expect(row).toEqual(await shop.orders.status(order, ALL));
      expect(row!.documents).toEqual(await shop.orders.documents(order));
      expect({
        name,
        isNew: ![...seen.values()].some((one) => isDeepStrictEqual(one, row)),
      }).toEqual({ name, isNew: true });
      seen.set(name, row!);
    }
    const shipped = seen.get('shipped')!;
    expect(shipped.documents!.map(({ shipment_id }) => shipment_id)).toEqual(
      shipped.shipments!.map(({ id }) => id),
    );
    const { refunds, documents, returns } = seen.get('refunded')!;
    const notes = documents!.slice(3);
    expect(returns!.map(({ status }) => status)).toEqual(['withdrawn', 'declined', 'settled']);
    expect(refunds).toMatchObject([
      { amount: 110, delivery: 10, return_id: returns![2]!.id, document_id: notes[0]!.id },
      { amount: 200, delivery: 0, return_id: returns![2]!.id, document_id: notes[1]!.id },
    ]);
    expect(notes).toMatchObject(
      refunds!.map(({ id }) => ({ kind: 'credit_note', shipment_id: null, refund_id: id })),
    );
  });

  it('add their own keys and nothing else, each once and in any order', async () => {
    const order = await givenOrderAfter(shop, 'pay', 'ship');
    const keysOf = async (include?: string) =>
      Object.keys(await shop.orders.status(order, include === undefined ? {} : { include }));
    expect(await keysOf()).toEqual(USUAL);
    expect(await keysOf('')).toEqual(USUAL);
    for (const part of PARTS.slice(0, 4)) expect(await keysOf(part)).toEqual([...USUAL, part]);
    expect(await keysOf('details')).toEqual([...USUAL, ...DETAILS]);
    expect(await keysOf('documents,returns,documents')).toEqual([...USUAL, 'returns', 'documents']);
    const [row] = (await shop.orders.list({ include: 'returns' })).data.slice(-1);
    expect(Object.keys(row!)).toEqual([...USUAL, 'returns']);
    expect(row).toMatchObject({ returns: [] });
    for (const include of ['shipments,,returns', 'returns,boxes', ',']) {
      await shop.orders.list({ include }).expectProblems('include unknown_value');
      await shop.orders.status(order, { include }).expectProblems('include unknown_value');
    }
  });

  it('end the 304 of a status when one of them changes', async () => {
    const order = await givenOrderAfter(shop, 'pay', 'ship', 'deliver');
    const { id } = await shop.orders.requestReturn(order, [{ line: 1, quantity: 1 }]);
    const { headers } = await shop.orders.status(order, { include: 'returns' }).expect(200);
    const again = (query: object) =>
      shop.orders.status(order, query).set('If-None-Match', headers.etag!);
    await again({ include: 'returns' }).expect(304);
    await admin.orders.acceptReturn(order, id);
    await again({ include: 'returns' }).expect(200);
  });

  it('take as many statements for a page of many orders as for one', async () => {
    const count = async (limit: number) => {
      sent.mockClear();
      expect((await shop.orders.list({ ...ALL, limit })).data).toHaveLength(limit);
      return sent.mock.calls.filter(([statement]) => JSON.stringify(statement).includes('orders'))
        .length;
    };
    await app.stopJobs();
    for (let order = 0; order < 3; order += 1) await shop.placeNew();
    expect(await count(4)).toBe(await count(1));
  });
});

describe('an order is listed again', () => {
  it('when a shipment is invoiced later, and its refund credited', async () => {
    const { sku } = await givenProduct(app, { hsn: null });
    const order = await shop.orders.place({ sku, quantity: 3 });
    await admin.orders.pay(order);
    const { shipments } = await admin.orders.ship(order);
    await admin.orders.deliver(order);
    await admin.orders.return(order);
    await admin.orders.refund(order, { amount: 50 });
    await admin.orders.refund(order, { amount: 60 });
    const changes = follower(shop);
    await changes();
    await admin.products.change(sku, { hsn: '7323', gst_rate: 18 });
    await tax.invoice(order, shipments[0]!.id);
    const [{ refunds, documents }] = (await changes()) as [
      Awaited<ReturnType<typeof changes>>[number],
    ];
    const [invoice, note] = documents!;
    expect(invoice).toMatchObject({ shipment_id: shipments[0]!.id, refund_id: null });
    expect(note).toMatchObject({ total: 110, refund_id: refunds![1]!.id });
    expect(refunds!.map(({ document_id }) => document_id)).toEqual([note!.id, note!.id]);
    expect(refunds).toMatchObject([{ return_id: null }, { delivery: 0 }]);
  });

  it('when its refund is taken back, and no longer shows it', async () => {
    const order = await givenOrderAfter(shop, 'pay');
    await shop.orders.cancel(order);
    const changes = follower(shop);
    const before = (await changes()).at(-1)!;
    const { id } = before.refunds![0]!;
    expect(before).toMatchObject({
      refunded: 310,
      refunds: [{ amount: 310, delivery: 10, return_id: null, document_id: null }],
    });
    const balance = 'UPDATE ledger_accounts a SET balance_minor = a.balance_minor';
    const ofRefund = `FROM ledger_postings p WHERE p.account_id = a.id AND p.journal_id = ${id}`;
    await execute(
      app.connection,
      `BEGIN;
      INSERT INTO ledger_journals (kind, key, order_id, reverses_id, actor)
        SELECT kind, 'reversal:' || id, order_id, id, actor FROM ledger_journals WHERE id = ${id};
      INSERT INTO ledger_postings (journal_id, line, account_id, amount_minor, balance_after)
        SELECT reversal.id, p.line, p.account_id, -p.amount_minor, p.balance_after - p.amount_minor
        FROM ledger_journals reversal JOIN ledger_postings p ON p.journal_id = reversal.reverses_id
        WHERE reversal.reverses_id = ${id};
      ${balance} - p.amount_minor ${ofRefund};
      COMMIT`,
    );
    expect(await changes()).toMatchObject([{ order_number: order, refunded: 0, refunds: [] }]);
    const reversal = `(SELECT id FROM ledger_journals WHERE reverses_id = ${id})`;
    await execute(
      app.connection,
      `SET session_replication_role = replica;
      DELETE FROM ledger_postings WHERE journal_id = ${reversal};
      DELETE FROM ledger_journals WHERE reverses_id = ${id};
      ${balance} + p.amount_minor ${ofRefund}`,
    );
  });

  it('when its customer is erased, whose details and reasons are then null', async () => {
    const order = await givenInvoiceable(shop, admin);
    await shop.orders.correct(order, EXAMPLE_TEXTS);
    await admin.orders.ship(order);
    await admin.orders.deliver(order);
    await shop.orders.requestReturn(order, [{ line: 1, quantity: 1 }], { reason: 'Asha was out' });
    await admin.orders.return(order);
    await admin.orders.inspect(order, [{ line: 1, good: 1, scrap: 0 }]);
    await admin.orders.refund(order, { amount: 1, final: true });
    const canceled = await shop.placeNew();
    await shop.orders.cancel(canceled, { reason: 'Asha changed her mind' });
    await makeAllOlder(app, 2, order, canceled);
    const changes = follower(shop);
    await changes();
    await eraseCustomers(app);
    const erased = await changes();
    const unnamed = { order_number: canceled, cancel_reason: null };
    expect(erased).toContainEqual(expect.objectContaining(unnamed));
    expect(erased).toContainEqual(
      expect.objectContaining({
        order_number: order,
        customer: { name: null, phone: null, email: null },
        shipping: {
          address: null,
          city: null,
          state: 'Karnataka',
          pincode: null,
          country: 'India',
        },
        ...textsOf({}),
        returns: [expect.objectContaining({ reason: null, status: 'settled' })],
      }),
    );
  });
});

it('a test order shows one refund of everything, with a number and its delivery charge', async () => {
  const store = await givenTestShop(shop);
  const order = await store.placeNew(1, { store_order_id: 'TEST-CANCELLED' });
  await store.orders.cancel(order);
  expect(await store.orders.status(order, ALL)).toMatchObject({ documents: [], returns: [] });
});
