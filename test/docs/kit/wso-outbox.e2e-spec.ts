import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { eventually } from '../../support/eventually.js';
import { givenMirrorStage, INSTALLED, KINDS, type Kind } from '../../support/wso/mirror-stage.js';
import { outboxOf, requestOf } from '../../support/wso/outbox.js';
import { WsoProgram } from '../../support/wso/wso-program.js';
import { Admin } from '../../support/shop/admin.js';
import { givenProduct, orderBody } from '../../support/shop/given.js';
import type { MerchantRow } from '../../support/database/merchant-database.js';

const SEED = Number(process.env.MIRROR_SEED ?? 20261122);
/** Orders that are placed while the mirror is killed again and again. */
const ORDERS = Number(process.env.OUTBOX_ORDERS ?? 60);

const stage = await givenMirrorStage();
const { orders } = stage.shop;
const { mirror, insert, update, rowOf } = { ...stage, ...outboxOf(stage) };
await givenProduct(stage.app, { sku: 'CUP', stock: 100_000 });
for (const kind of INSTALLED) await mirror(kind);
beforeEach(() => stage.proxy.next());
afterAll(() => stage.app.expectInvariants());

interface PlacedOrder {
  order_number: string;
  store_order_id: string;
  shipping_address: string;
  quantity: number;
}

const query = (kind: Kind, sql: string) => stage.databases[kind].query(sql);
const mirroring = (kind: Kind) =>
  stage.wso.spawn('mirror', '--every', '0.2', '--to', stage.databases[kind].url);

/** Writes a request for a quantity to an address as SQL. */
const requestTo = (quantity: number, address = '14, Lake View Road') =>
  requestOf({ quantity, shipping: { address } });
/** Lists the orders of the service whose id begins with a text. */
const placed = (prefix: string): Promise<PlacedOrder[]> =>
  stage.app.sql<PlacedOrder>`SELECT order_number, store_order_id, shipping_address, quantity
       FROM orders o JOIN order_items i ON i.order_id = o.id
      WHERE store_order_id LIKE ${prefix} || '%' ORDER BY store_order_id`;

describe.each(KINDS)('the outbox of wso mirror in %s', (kind) => {
  const test = INSTALLED.includes(kind) ? it : it.skip;

  test('adopts and corrects an order that was edited before its answer was stored', async () => {
    const [moved, resized] = [`${kind}-MOVED`, `${kind}-RESIZED`];
    for (const [id, edit, expected] of [
      [moved, requestTo(1, '5, Park Street'), null],
      [resized, requestTo(3, '5, Park Street'), expect.stringMatching(/^too_late: .* items /)],
    ] as const) {
      // The order arrives, and its answer is lost until the process is killed.
      stage.proxy.nextOrders('lost', 'silent');
      await insert(kind, id, requestTo(1));
      const child = mirroring(kind);
      await eventually(async () => (await placed(id)).length === 1);
      await WsoProgram.kill(child);
      await update(kind, id, `request = ${edit}`);
      await mirror(kind);
      const orders = await placed(id);
      expect(orders).toMatchObject([{ shipping_address: '5, Park Street', quantity: 1 }]);
      const { order_number } = orders[0]!;
      const row = { order_number, status: 'awaiting_payment', error: expected };
      expect(await rowOf(kind, id)).toEqual(row);
    }
  });

  test('sends what was edited before anything arrived', async () => {
    const id = `${kind}-UNSENT`;
    stage.proxy.nextOrders('silent');
    await insert(kind, id, requestTo(1));
    const child = mirroring(kind);
    await eventually(() => stage.proxy.seen.some(({ method }) => method === 'POST'));
    await WsoProgram.kill(child);
    await update(kind, id, `request = ${requestTo(2)}`);
    await mirror(kind);
    expect(await placed(id)).toMatchObject([{ quantity: 2 }]);
  });

  test('reports a refusal, which blocks no other order, and tries again when asked to', async () => {
    const [large, broken, good] = [`${kind}-LARGE`, `${kind}-BROKEN`, `${kind}-GOOD`];
    await insert(kind, broken, `'[1]'`);
    await insert(kind, large, requestTo(10_000));
    await update(kind, large, `request = ${requestTo(10_001)}`);
    await insert(kind, good, requestTo(1));
    await mirror(kind);
    expect(await rowOf(kind, broken)).toMatchObject({
      order_number: null,
      error: expect.stringMatching(/^malformed_json: /),
    });
    expect(await rowOf(kind, large)).toMatchObject({
      order_number: null,
      error: expect.stringMatching(/^validation_failed: [^]*\nitems.0.quantity: /),
    });
    expect(await rowOf(kind, good)).toMatchObject({ status: 'awaiting_payment', error: null });
    // A read without a change is a read.
    const past = `UPDATE wso_sync SET changed_at = '2026-01-01 12:00:00'`;
    await query(kind, past);
    await mirror(kind);
    await query(kind, `${past} WHERE name = 'orders'`);
    const { url } = stage.databases[kind];
    const doctor = await stage.wso.run('doctor', '--to', url, '--max-age', '1h');
    expect([doctor.status, doctor.stdout.trim().split('\n')]).toEqual([
      1,
      expect.arrayContaining([
        '✓ The tables have 1 product.',
        expect.stringMatching(
          /^✗ wso mirror last read the orders at 2026-01-01T.*Z, more than 3600 seconds ago: /,
        ),
        expect.stringMatching(/^✓ wso mirror last read the products at 20.*Z\.$/),
        expect.stringMatching(/^✗ The outbox has \d orders with an error: see the column error\.$/),
      ]),
    ]);
    await update(kind, large, `request = ${requestTo(4)}, error = NULL`);
    await mirror(kind);
    expect(await placed(large)).toMatchObject([{ quantity: 4 }]);
  });

  test('adopts an order of another program, and follows its status', async () => {
    const id = `${kind}-ADOPTED`;
    await stage.shop.orders.place({ sku: 'CUP', quantity: 5 }, { store_order_id: id });
    await insert(kind, id, requestTo(1));
    await mirror(kind);
    const [order] = await placed(id);
    expect(order).toMatchObject({ quantity: 5 });
    expect(await rowOf(kind, id)).toEqual({
      order_number: order!.order_number,
      status: 'awaiting_payment',
      error: expect.stringMatching(/^duplicate_order: /),
    });
    await new Admin(stage.app).orders.pay(order!.order_number);
    await mirror(kind);
    expect(await rowOf(kind, id)).toMatchObject({ status: 'pending' });
  });

  test('places an order again that the service lost', async () => {
    const id = `${kind}-LOST`;
    await insert(kind, id, requestTo(1));
    await update(
      kind,
      id,
      `sent = request, order_number = 'WO-0000000000', status = 'awaiting_payment', error = 'x'`,
    );
    await mirror(kind);
    const [order] = await placed(id);
    expect(await rowOf(kind, id)).toEqual({
      order_number: order!.order_number,
      status: 'awaiting_payment',
      error: null,
    });
  });
});

it('the outbox of wso mirror, killed at random places every order once, with the last edit of its address', async () => {
  const draws = fc.sample(fc.noBias(fc.integer({ min: 0, max: 1_700 })), {
    seed: SEED,
    numRuns: 1_000,
  });
  await Promise.all(
    INSTALLED.map(async (kind) => {
      let isDone = false;
      const killing = (async () => {
        for (let round = 0; !isDone; round += 1) {
          const child = mirroring(kind);
          await sleep(300 + draws[round % draws.length]!);
          await WsoProgram.kill(child);
        }
      })();
      const idOf = (index: number) => `${kind}-RUSH-${String(index).padStart(4, '0')}`;
      for (let index = 0; index < ORDERS; index += 1) {
        await insert(kind, idOf(index), requestTo(1, `${index}, Old Street`));
        await sleep(draws[index % draws.length]! / 8);
        const edited = idOf(draws[index % draws.length]! % (index + 1));
        await update(kind, edited, `request = ${requestTo(1, `${index}, New Street`)}`);
      }
      isDone = true;
      await killing;
      await mirror(kind);
      const orders = await placed(`${kind}-RUSH-`);
      const rows = await query(
        kind,
        `SELECT store_order_id, order_number, request FROM wso_outbox
            WHERE store_order_id LIKE '${kind}-RUSH-%' AND error IS NULL ORDER BY store_order_id`,
      );
      expect(orders).toHaveLength(ORDERS);
      expect(orders.map(({ quantity, ...order }) => ({ ...order, isOne: quantity === 1 }))).toEqual(
        rows.map(({ store_order_id, order_number, request }) => ({
          store_order_id,
          order_number,
          isOne: true,
          shipping_address: addressIn(request!),
        })),
      );
    }),
  );
});

/** Reads the address of a request, which `pg` has parsed and `mysql2` has not. */
function addressIn(request: MerchantRow[string]): string {
  const body: unknown = typeof request === 'string' ? JSON.parse(request) : request;
  return (body as { shipping: { address: string } }).shipping.address;
}

describe.each(KINDS)('an edited row of the outbox in %s', (kind) => {
  const test = INSTALLED.includes(kind) ? it : it.skip;

  test('corrects customer, address and notes of an unpaid order, and no other field', async () => {
    const id = `${kind}-CORRECTED`;
    await insert(kind, id, requestOf({ customer: { email: 'asha@example.com' }, notes: 'Call' }));
    await mirror(kind);
    await orders.correct(id, { shipping: { city: 'Mysuru' } });
    const phone = '+91 98765 43211';
    const address = '5, Park Street';
    const edited = { customer: { phone }, shipping: { address }, notes: 'Ring twice' };
    await update(kind, id, `request = ${requestOf(edited)}`);
    await mirror(kind);
    expect(await orders.get(id)).toMatchObject({
      customer: { name: 'Asha Verma', phone, email: null },
      shipping: { address, city: 'Mysuru', country: 'India' },
      notes: 'Ring twice',
    });
    expect(await rowOf(kind, id)).toMatchObject({ status: 'awaiting_payment', error: null });

    // Written in another way, and without the notes.
    const { shipping, items } = orderBody({ variation: null, quantity: 1, sku: 'CUP' });
    const moved = { country: 'India', ...(shipping as object), address };
    const same = { items, shipping: moved, customer: { phone, name: 'Asha Verma' } };
    await update(kind, id, `request = '${JSON.stringify(same)}'`);
    stage.proxy.next();
    await mirror(kind);
    expect(await orders.get(id)).toMatchObject({ shipping: { city: 'Mysuru' }, notes: null });
    expect(await rowOf(kind, id)).toMatchObject({ error: null });
    expect(stage.proxy.seen.filter(({ method }) => method === 'PATCH')).toHaveLength(1);
  });

  test('reports a refused correction, and corrects all of it once it can', async () => {
    const [id, shipped] = [`${kind}-REFUSED`, `${kind}-SHIPPED`];
    await insert(kind, id, requestOf());
    await insert(kind, shipped, requestOf());
    await mirror(kind);
    const { order_number } = await orders.get(shipped);
    await new Admin(stage.app).orders.pay(order_number);
    await new Admin(stage.app).orders.ship(order_number);
    await update(kind, shipped, `request = ${requestOf({ notes: 'Ring' })}`);
    const shipping = { address: '5, Park Street' };
    const wrong = requestOf({ customer: { phone: '12' }, shipping, quantity: 2 });
    await update(kind, id, `request = ${wrong}`);
    await mirror(kind);
    expect(await rowOf(kind, shipped)).toMatchObject({
      error: expect.stringMatching(/^not_correctable: /),
    });
    expect(await rowOf(kind, id)).toMatchObject({
      error: expect.stringMatching(
        /^validation_failed: [^]*\ncustomer.phone: [^]*\ntoo_late: .* items changed/,
      ),
    });
    expect(await orders.get(id)).toMatchObject({ shipping: { address: '14, Lake View Road' } });

    await update(kind, id, `request = '[]', error = NULL`);
    // The mirror knows by now that it was shipped.
    await update(kind, shipped, 'error = NULL');
    await mirror(kind);
    expect((await rowOf(kind, shipped)).error).toMatch(/^not_correctable: /);
    expect((await rowOf(kind, id)).error).toMatch(/^malformed_json: /);
    const customer = { phone: '+91 98765 43211' };
    await update(kind, id, `request = ${requestOf({ customer, shipping })}, error = NULL`);
    await mirror(kind);
    expect(await rowOf(kind, id)).toMatchObject({ error: null });
    expect(await orders.get(id)).toMatchObject({ customer, shipping });
  });

  test('corrects what it can of an edit, and takes back the rest', async () => {
    const id = `${kind}-PARTLY`;
    const shipping = { address: '5, Park Street' };
    await insert(kind, id, requestOf());
    await mirror(kind);
    await update(kind, id, `request = ${requestOf({ quantity: 2, shipping })}`);
    await mirror(kind);
    expect(await rowOf(kind, id)).toMatchObject({
      error: expect.stringMatching(/^too_late: .* items changed/),
    });
    expect(await orders.get(id)).toMatchObject({ shipping, items: [{ quantity: 1 }] });
    await update(kind, id, `request = ${requestOf()}, error = NULL`);
    await mirror(kind);
    expect(await rowOf(kind, id)).toMatchObject({ error: null });
    expect(await orders.get(id)).toMatchObject({ shipping: { address: '14, Lake View Road' } });
  });
});
