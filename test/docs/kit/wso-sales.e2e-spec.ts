import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { eventually } from '../../support/eventually.js';
import { givenInvoices } from '../../support/wso/after-sale.js';
import { givenMirrorStage, INSTALLED, KINDS, type Kind } from '../../support/wso/mirror-stage.js';
import { outboxOf, requestOf } from '../../support/wso/outbox.js';
import { WsoProgram } from '../../support/wso/wso-program.js';
import { Admin } from '../../support/shop/admin.js';
import { givenProduct, RETURN_ADDRESS } from '../../support/shop/given.js';
import { eraseCustomers } from '../../support/shop/order-actions.js';
import { makeAllOlder } from '../../support/time.js';

const SEED = Number(process.env.MIRROR_SEED ?? 20261122);
/** Kills during a sale in each database. */
const KILLS = Number(process.env.MIRROR_SALE_KILLS ?? 2);
/** Steps of a sale. */
const STEPS = 13;

const stage = await givenMirrorStage();
const { app, shop, wso, databases, proxy } = stage;
const admin = new Admin(app);
const { insert, update, rowOf, ask, changeReturn, returnsOf } = outboxOf(stage);
await givenProduct(app, { sku: 'CUP', stock: 1_000, hsn: '7323', gstRateBp: 1_800 });
await givenInvoices(shop);
beforeEach(() => proxy.next());
afterAll(() => app.expectInvariants());

const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);

const mirroring = (kind: Kind) =>
  wso.spawn('mirror', '--every', '0.2', '--to', databases[kind].url);

/** Makes a shipped order from a row of the outbox. Returns its number. */
async function givenShipped(kind: Kind, id: string, request = requestOf({ quantity: 3 })) {
  await insert(kind, id, request);
  await stage.mirror(kind);
  const { order_number: number } = await shop.orders.get(id);
  await admin.orders.pay(number);
  await admin.orders.ship(number);
  await stage.mirror(kind);
  return number;
}

describe.each(KINDS)('a store that uses nothing but SQL in %s', (kind) => {
  const test = INSTALLED.includes(kind) ? it : it.skip;
  const query = (sql: string) => databases[kind].query(sql);
  const mirror = () => stage.mirror(kind);

  test('sells from the list to the last credit note, each step once, across kills', async () => {
    const draws = fc.sample(fc.noBias(fc.integer({ min: 200, max: 900 })), {
      seed: SEED,
      numRuns: KILLS + 1,
    });
    let [kills, steps] = [0, 0];
    /** Runs the mirror, which is killed on its way up to its share of all kills. */
    const step = async () => {
      for (steps += 1; kills < Math.floor((KILLS * steps) / STEPS); kills += 1) {
        const child = mirroring(kind);
        await sleep(draws[kills]);
        await WsoProgram.kill(child);
      }
      await mirror();
    };
    const [first, id] = [`${kind}-FIRST`, `${kind}-SALE`];
    await step();
    const [cup] = await query(`SELECT sku FROM wso_product WHERE sku = 'CUP'`);
    await insert(kind, first, requestOf({ quantity: 2 }));
    await step();
    const phone = '+91 98765 43299';
    await update(kind, first, `request = ${requestOf({ quantity: 2, customer: { phone } })}`);
    await step();
    const [corrected] = await query(
      `SELECT phone, status FROM wso_order WHERE store_order_id = '${first}'`,
    );
    expect([cup, corrected]).toEqual([{ sku: 'CUP' }, { phone, status: 'awaiting_payment' }]);
    await update(kind, first, `cancel = true, cancel_reason = 'Too late'`);
    await insert(kind, id, requestOf({ quantity: 3 }));
    await step();
    expect(await rowOf(kind, first)).toMatchObject({ status: 'cancelled', error: null });
    const { order_number: number } = await shop.orders.get(id);
    await admin.orders.pay(number);
    for (const tracking_number of ['T-1', 'T-2', 'T-3']) {
      const items = [{ line: 1, quantity: 1 }];
      await admin.orders.ship(number, { items, tracking_number });
    }
    await admin.orders.deliver(number);
    await step();
    await ask(kind, id, ['1, 1']);
    await step();
    await changeReturn(kind, id, 'withdraw = true');
    await step();
    await ask(kind, id, ['1, 2']);
    await step();
    const declined = (await shop.orders.get(number)).returns[1]!.id;
    await admin.orders.declineReturn(number, declined, 'It was opened');
    await ask(kind, id, ['1, 3']);
    await step();
    const accepted = (await shop.orders.get(number)).returns[2]!.id;
    await admin.orders.acceptReturn(number, accepted);
    await step();
    await changeReturn(kind, id, `courier = 'BlueLine', tracking_number = 'BACK-1'`);
    await step();
    await admin.orders.return(number);
    await admin.orders.inspect(number, [{ line: 1, good: 2, scrap: 1 }]);
    await admin.orders.refund(number, { amount: 110, delivery: 10 });
    await step();
    await admin.orders.refund(number, { final: true });
    await step();
    await stage.expectEqual(kind);
    expect(await returnsOf(kind, id)).toMatchObject([
      { status: 'withdrawn', error: null },
      { status: 'declined', error: null },
      { status: 'settled', error: null },
    ]);
    const { returns } = await shop.orders.get(number);
    expect(returns).toHaveLength(3);
    expect(returns[2]).toMatchObject({
      courier: 'BlueLine',
      tracking_number: 'BACK-1',
      return_address: RETURN_ADDRESS,
    });
    const documents = await query(
      `SELECT kind FROM wso_document WHERE order_number = '${number}' ORDER BY id`,
    );
    expect(documents.map((document) => document.kind)).toEqual([
      ...['invoice', 'invoice', 'invoice', 'credit_note', 'credit_note'],
    ]);
  });

  test('cancels an order before it is sent, while its answer is lost, and later, but not a shipped one', async () => {
    const [never, lost, shipped] = ['NEVER', 'LOST', 'SHIPPED'].map((name) => `${kind}-${name}`);
    const number = await givenShipped(kind, shipped!);
    await insert(kind, never!, requestOf());
    await update(kind, never!, 'cancel = true');
    await mirror();
    expect(await rowOf(kind, never!)).toEqual({
      order_number: null,
      status: 'cancelled',
      error: null,
    });
    await shop.orders.get(never!).expectRefusal(404, 'order_not_found');

    proxy.nextOrders('lost', 'silent');
    await insert(kind, lost!, requestOf());
    const child = mirroring(kind);
    await eventually(() => proxy.seen.filter(({ method }) => method === 'POST').length === 2);
    await WsoProgram.kill(child);
    await update(kind, lost!, 'cancel = true');
    await update(kind, shipped!, `cancel = true, cancel_reason = 'Too late'`);
    proxy.next();
    await mirror();
    expect(await rowOf(kind, lost!)).toMatchObject({ status: 'cancelled', error: null });
    expect((await shop.orders.get(lost!)).status).toBe('cancelled');
    const refused = {
      order_number: number,
      status: 'shipped',
      error: matching(/^not_cancelable: /),
    };
    expect(await rowOf(kind, shipped!)).toEqual(refused);
    const calls = () => proxy.seen.filter(({ method }) => method === 'POST').length;
    const before = calls();
    await mirror();
    expect(calls()).toBe(before);
    await update(kind, shipped!, 'error = NULL');
    await mirror();
    expect([calls(), await rowOf(kind, shipped!)]).toEqual([before + 1, refused]);
  });

  test('gets back the columns that belong to the mirror', async () => {
    const [id, fresh] = [`${kind}-OWNED`, `${kind}-FRESH`];
    await insert(kind, id, requestOf());
    await insert(kind, fresh, requestOf());
    await update(kind, fresh, `status = 'new'`);
    await mirror();
    const placed = await rowOf(kind, id);
    await update(kind, id, `status = 'cancelled', order_number = 'MINE', sent = NULL`);
    await mirror();
    await mirror();
    expect(await rowOf(kind, id)).toEqual(placed);
    expect(
      await query(`SELECT 1 FROM wso_outbox WHERE store_order_id = '${id}' AND sent IS NULL`),
    ).toEqual([]);
    expect(await rowOf(kind, fresh)).toMatchObject({ status: 'awaiting_payment', error: null });
  });
});

describe.each(KINDS)('the returns of a store that uses nothing but SQL in %s', (kind) => {
  const test = INSTALLED.includes(kind) ? it : it.skip;
  const query = (sql: string) => databases[kind].query(sql);
  const mirror = () => stage.mirror(kind);

  test('reads why a return is refused, while the others go on', async () => {
    const id = `${kind}-BACK`;
    const number = await givenShipped(kind, id);
    await ask(kind, `${kind}-UNKNOWN`, ['1, 1']);
    await ask(kind, `${kind}-FRESH`, ['1, 1']);
    await ask(kind, `${kind}-OWNED`, ['1, 0']);
    await ask(kind, id, ['7, 1']);
    await mirror();
    const errorsOf = async (order: string) =>
      (await returnsOf(kind, order)).map(({ error }) => error);
    expect(await errorsOf(`${kind}-UNKNOWN`)).toEqual([matching(/^order_not_found: /)]);
    expect(await errorsOf(`${kind}-FRESH`)).toEqual([matching(/^not_returnable: /)]);
    expect(await errorsOf(`${kind}-OWNED`)).toEqual([
      matching(/^validation_failed: [^]*quantity: /),
    ]);
    expect(await errorsOf(id)).toEqual([matching(/^validation_failed: [^]*line: /)]);
    const change = (sql: string) =>
      query(`UPDATE wso_return SET error = NULL, ${sql} WHERE store_order_id = '${id}'`);
    await change('line = 1, reason = NULL');
    await mirror();
    expect(await errorsOf(id)).toEqual([matching(/^validation_failed: [^]*reason: /)]);
    await change(`reason = 'Chipped', courier = 'BlueLine', tracking_number = 'B-1'`);
    await mirror();
    expect(await returnsOf(kind, id)).toMatchObject([{ status: 'requested', error: null }]);
    const { returns } = await shop.orders.get(number);
    await admin.orders.declineReturn(number, returns[0]!.id);
    await mirror();
    expect(await errorsOf(id)).toEqual([matching(/^not_awaited: /)]);
    await stage.expectEqual(kind);
    await query(`DELETE FROM wso_return WHERE error IS NOT NULL AND return_id IS NULL`);
  });

  test('requests a return once although its answer is lost, and follows one that began elsewhere', async () => {
    const [id, other] = [`${kind}-ONCE`, `${kind}-ELSE`];
    const twoLines = requestOf().replace('"items":[', '"items":[{"sku":"CUP","quantity":2},');
    const number = await givenShipped(kind, id, twoLines);
    const elsewhere = await givenShipped(kind, other);
    const { id: asked } = await shop.orders.requestReturn(elsewhere, [{ line: 1, quantity: 2 }]);
    await admin.orders.acceptReturn(elsewhere, asked);
    proxy.nextOf('POST', 'lost', 'silent');
    await ask(kind, id, ['1, 2', '2, 1']);
    const child = mirroring(kind);
    await eventually(async () => (await shop.orders.get(number)).returns.length === 1);
    await WsoProgram.kill(child);
    // The list of orders has the return before its request is repeated.
    const [row] = await query(`SELECT request FROM wso_return WHERE store_order_id = '${id}'`);
    expect(row!.request).not.toBeNull();
    await query(`UPDATE wso_return SET error = 'held' WHERE store_order_id = '${id}'`);
    proxy.next();
    await mirror();
    await query(`UPDATE wso_return SET error = NULL WHERE error = 'held'`);
    await mirror();
    expect(await returnsOf(kind, id)).toMatchObject([
      { line: 1, status: 'requested', error: null },
      { line: 2, status: 'requested', error: null },
    ]);
    expect((await shop.orders.get(number)).returns).toMatchObject([
      { items: [{ quantity: 2 }, { quantity: 1 }] },
    ]);
    expect(await returnsOf(kind, other)).toMatchObject([{ status: 'awaited', error: null }]);
    await shop.orders.setReturnTracking(elsewhere, asked, {
      courier: 'BlueLine',
      tracking_number: 'B-7',
    });
    await mirror();
    const tracking = async () =>
      (
        await query(
          `SELECT courier, tracking_number FROM wso_return WHERE store_order_id = '${other}'`,
        )
      )[0];
    expect(await tracking()).toEqual({ courier: 'BlueLine', tracking_number: 'B-7' });
    await changeReturn(kind, other, `tracking_number = 'B-8'`);
    await mirror();
    expect((await shop.orders.get(elsewhere)).returns[0]).toMatchObject({ tracking_number: 'B-8' });
    await stage.expectEqual(kind);
  });

  test('fills what tables of an earlier version lack, and forgets erased customers', async () => {
    const id = `${kind}-ERASED`;
    const number = await givenShipped(kind, id, requestOf());
    await admin.orders.deliver(number);
    await shop.orders.requestReturn(number, [{ line: 1, quantity: 1 }], { reason: 'Asha was out' });
    await admin.orders.return(number);
    await admin.orders.inspect(number, [{ line: 1, good: 1, scrap: 0 }]);
    await admin.orders.refund(number, { amount: 1, final: true });
    for (const table of ['return', 'refund', 'document']) await query(`DROP TABLE wso_${table}`);
    for (const column of ['phone', 'customer_name', 'expires_at'])
      await query(`ALTER TABLE wso_order DROP COLUMN ${column}`);
    await query('ALTER TABLE wso_outbox DROP COLUMN cancel');
    await query(
      `UPDATE wso_sync SET selection = '{"categories":[],"brands":[],"skus":[]}' WHERE name = 'orders'`,
    );
    await mirror();
    await stage.expectEqual(kind);
    await makeAllOlder(app, 2, number);
    await eraseCustomers(app);
    await mirror();
    await stage.expectEqual(kind);
    const personal = `SELECT customer_name, phone, o.address, r.reason FROM wso_order o JOIN wso_return r ON r.order_number = o.order_number
      WHERE o.order_number = '${number}'`;
    expect(await query(personal)).toEqual([
      { customer_name: null, phone: null, address: null, reason: null },
    ]);
  });
});
