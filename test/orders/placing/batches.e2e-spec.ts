import { OrdersService, type PlacedOrder } from '../../../src/orders/orders.service.js';
import { OrderStatusService } from '../../../src/orders/tracking/order-status.service.js';
import { databaseError } from '../../../src/platform/database/database-errors.js';
import { TestApp } from '../../support/app.js';
import { givenClient, givenProduct, orderBody, unique } from '../../support/shop/given.js';
import { callerOf, requestOf } from './order-request.js';
import type { Response } from 'supertest';
import { openClient } from '../../support/database/database.js';
import { rowLock } from '../../support/database/locks.js';

/** Number of valid orders in a batch. Orders submitted in one turn of the event loop share one. */
const BATCH = 63;

const app = await TestApp.start();
const client = await givenClient(app);
const { sku } = await givenProduct(app, { stock: 1_000 });
const caller = await callerOf(app, client);

afterAll(() => app.expectInvariants());

describe('a statement for many callers', () => {
  const requestBy = (name: string) =>
    requestOf(sku, 1, { customer: { name, phone: '+91 98765 43210', email: null } });
  const placeAll = async (names: readonly string[]): Promise<PromiseSettledResult<PlacedOrder>[]> =>
    Promise.allSettled(
      names.map((name) => app.service(OrdersService).placeOrder(caller, requestBy(name))),
    );

  describe('which the database refuses because of one order', () => {
    beforeAll(async () => {
      await app.sql`
        CREATE FUNCTION refuse_customer() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'a customer that no database takes' USING ERRCODE = '22P05'; END $$`;
      await app.sql`
        CREATE TRIGGER refuse_customer BEFORE INSERT ON orders FOR EACH ROW
        WHEN (NEW.customer_name = 'Unfit') EXECUTE FUNCTION refuse_customer()`;
    });
    afterAll(() => app.sql`DROP FUNCTION refuse_customer CASCADE`);

    it.each([0, 17, BATCH])(
      'places all other orders; the refused one was number %i',
      async (at) => {
        const names = Array.from({ length: BATCH + 1 }, (_, n) =>
          n === at ? 'Unfit' : `Asha ${n}`,
        );
        const results = await placeAll(names);
        const refused = results.filter((result) => result.status === 'rejected');
        expect(results.map(({ status }) => status).indexOf('rejected')).toBe(at);
        expect(refused.map(({ reason }) => databaseError(reason)?.code)).toEqual(['22P05']);
        const placed = results.flatMap((result) =>
          'value' in result ? [result.value.orderNumber] : [],
        );
        expect(await app.sql`SELECT FROM orders WHERE order_number = ANY (${placed})`).toHaveLength(
          BATCH,
        );
      },
    );
  });

  it('answers several refused orders and all others', async () => {
    await app.sql`ALTER TABLE orders ADD CONSTRAINT no_unfit_customer CHECK (customer_name <> 'Unfit')`;
    const results = await placeAll(['Unfit', 'Asha', 'Unfit', 'Unfit', 'Asha']);
    expect(results.map(({ status }) => status)).toEqual([
      ...['rejected', 'fulfilled', 'rejected', 'rejected', 'fulfilled'],
    ]);
    await app.sql`ALTER TABLE orders DROP CONSTRAINT no_unfit_customer`;
  });

  it('reads the status of all other orders where one reference cannot be looked up', async () => {
    const { orderNumber } = await app.service(OrdersService).placeOrder(caller, requestBy('Asha'));
    // The checks of a request let none pass that PostgreSQL cannot hold.
    const references = [orderNumber, 'cut \u0000 off', orderNumber];
    const results = await Promise.allSettled(
      references.map((reference) =>
        app.service(OrderStatusService).findStatus(caller.clientId, reference),
      ),
    );
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});

const outsider = await openClient(app.connection);

describe('orders of a stock level that another transaction has locked', () => {
  const order = async (sku: string): Promise<Response> =>
    app.post('/api/orders', client.headers, orderBody({ sku, quantity: 1 }));

  it('wait while others are placed, and fail with 503 after the time limit', async () => {
    const locked = await givenProduct(app, { sku: unique('LOCKED') });
    const free = await givenProduct(app);
    await outsider.query('BEGIN');
    await outsider.query(rowLock('stock_levels', locked.id, 'product_id'));
    const waiting = Array.from({ length: 30 }, () => order(locked.sku));
    // One after the other: a crowd of them could wait too long for each other on a busy machine.
    for (let count = 0; count < 10; count += 1) expect((await order(free.sku)).status).toBe(201);
    await app.get(`/api/products/${locked.sku}/stock`, client.headers).expect(200);
    const answers = await Promise.all(waiting);
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(503));
    const { body, headers } = answers[0]!;
    expect([body, headers['retry-after']]).toMatchObject([{ code: 'unavailable' }, '1']);
    await outsider.query('ROLLBACK');
    expect((await order(locked.sku)).status).toBe(201);
  });
});
