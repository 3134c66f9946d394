import request from 'supertest';
import { OrderExpiryService } from '../../src/orders/expiry/order-expiry.service.js';
import { UnpaidStockJob } from '../../src/fulfillment/figures/unpaid-stock.job.js';
import { eventually } from '../support/eventually.js';
import { givenProduct, givenTestToken } from '../support/shop/given.js';
import { whileLocked } from '../support/database/locks.js';
import { givenShop, givenSuiteOfTwo, Shop } from '../support/shop/shop.js';

const LIMITS = { MAX_RESERVED_UNITS_PER_CLIENT: '10', MAX_OPEN_VALUE_PER_CLIENT: '2500' };
const { one, two, admin } = await givenSuiteOfTwo(LIMITS);

// 100.00 each, and 10.00 for the delivery of an order.
const givenPan = async (stock = 100): Promise<string> => (await givenProduct(one, { stock })).sku;

describe("the limits of a client's unpaid orders", () => {
  it('count the units of all orders together', async () => {
    const shop = await givenShop(one);
    const [sku, other] = [await givenPan(), await givenPan()];
    await shop.orders.place({ sku, quantity: 6 });
    await shop.orders.place([
      { sku, quantity: 1 },
      { sku: other, quantity: 2 },
    ]);
    const { code, errors } = await shop.orders.place({ sku: other, quantity: 2 }).refused(422);
    expect(code).toBe('reservation_limit');
    const message = 'units of unpaid orders: requested 2, but 9 of 10 are reserved';
    const figures = { measure: 'units', limit: 10, reserved: 9, added: 2 };
    expect(errors).toEqual([{ field: 'items', code, message, ...figures }]);
    expect(await shop.available(other)).toBe(98);
    await shop.orders.place({ sku: other, quantity: 1 });
  });

  it('count the exact value, including delivery', async () => {
    const shop = await givenShop(one);
    const { id } = shop.client;
    const { sku } = await givenProduct(one, { basePriceMinor: 10_024 });
    await admin.clients.change(id, { max_reserved_units: 0, max_open_value: 320.73 });
    await shop.orders.place({ sku, quantity: 1 });
    const { errors } = await shop.orders.place({ sku, quantity: 3 }).refused(422);
    const figures = { measure: 'value', limit: 320.73, reserved: 110.24, added: 310.72 };
    expect(errors).toMatchObject([{ field: 'items', ...figures }]);
    await shop.orders.place({ sku, quantity: 2 }); // 320.72 together
    await admin.clients.change(id, { max_open_value: 430.95 });
    await shop.orders.place({ sku, quantity: 1 }).refused(422);
    await admin.clients.change(id, { max_open_value: 430.96 });
    for (const send of [shop.orders.quote, shop.orders.place]) await send({ sku, quantity: 1 });
  });

  it('report both limits if an order exceeds both', async () => {
    const shop = await givenShop(one);
    const { errors } = await shop.orders
      .place({ sku: await givenPan(), quantity: 25 })
      .refused(422);
    const exceeded = errors.map(({ field, measure }) => [field, measure].join(' '));
    expect(exceeded).toEqual(['items units', 'items value']);
  });

  it('count orders until they are paid, canceled or expired', async () => {
    const shop = await givenShop(one);
    const sku = await givenPan();
    const place = async (): Promise<string> => shop.orders.place({ sku, quantity: 10 });
    const full = async (): Promise<number> => shop.orders.place({ sku, quantity: 1 }).status();
    await admin.orders.pay(await place());
    await admin.orders.cancel(await place());
    const last = await place();
    expect(await full()).toBe(422);
    await one.sql`UPDATE orders SET created_at = now() - interval '2 hours' WHERE order_number = ${last}`;
    await one.service(OrderExpiryService).expireUnpaid(1);
    await place();
    expect(await full()).toBe(422);
  });

  it('can be set by an operator for a client, and reset to the default', async () => {
    const shop = await givenShop(one);
    const { id } = shop.client;
    const sku = await givenPan();
    const defaults = { max_reserved_units: null, max_open_value: null };
    expect(await admin.clients.get(id)).toMatchObject(defaults);
    const raised = { max_reserved_units: 20, max_open_value: 0 };
    expect(await admin.clients.change(id, raised)).toMatchObject(raised);
    // Each instance has it with its next request.
    await shop.at(two).orders.place({ sku, quantity: 20 });
    await shop.orders.place({ sku, quantity: 1 }).refused(422);
    await admin.clients.change(id, { max_reserved_units: 0 });
    await shop.at(two).orders.place({ sku, quantity: 50 });
    await admin.clients.change(id, { max_reserved_units: null });
    const { errors } = await shop.orders.place({ sku, quantity: 1 }).refused(422);
    expect(errors).toMatchObject([{ limit: 10, reserved: 70, added: 1 }]);
  });

  it('apply to a quote as to an order', async () => {
    const shop = await givenShop(one);
    const sku = await givenPan();
    await shop.orders.place({ sku, quantity: 8 });
    await shop.orders.quote({ sku, quantity: 2 });
    const { code, errors } = await shop.orders.quote({ sku, quantity: 3 }).refused(422);
    expect([code, errors]).toMatchObject(['reservation_limit', [{ reserved: 8, added: 3 }]]);
  });

  it('do not apply to test orders', async () => {
    const client = await givenTestToken(one, (await givenShop(one)).client);
    const sku = await givenPan();
    const inTestMode = new Shop(one, client);
    await inTestMode.orders.quote({ sku, quantity: 60 });
    for (let count = 0; count < 2; count += 1) await inTestMode.orders.place({ sku, quantity: 60 });
  });

  it('do not apply to a repeated request for an existing order', async () => {
    const shop = await givenShop(one);
    const items = { sku: await givenPan(), quantity: 10 };
    const place = (key: string): ReturnType<Shop['orders']['place']> =>
      shop.orders.place(items, { store_order_id: 'ONCE' }).set('Idempotency-Key', key);
    const number = await place('first');
    expect(await place('first')).toBe(number);
    await place('second').expectRefusal(409, 'duplicate_order');
  });

  it('have a metric of the largest share of the stock that one client holds', async () => {
    const shop = await givenShop(one);
    await admin.clients.change(shop.client.id, { max_reserved_units: 0, max_open_value: 0 });
    await shop.orders.place({ sku: await givenPan(), quantity: 99 });
    const { units } = await one.row<{ units: number }>`
      SELECT sum(on_hand)::integer AS units FROM stock_levels`;
    one.service(UnpaidStockJob).start();
    await eventually(async () => {
      const { text } = await request(one.server).get('/metrics');
      return text.includes(`\norders_unpaid_stock_share_max ${99 / units}\n`);
    });
  });
});

// sql/place-orders tests two orders of one client at the same moment.
it('orders of one client that wait for its limits do not block orders of another client', async () => {
  const [shop, other] = [await givenShop(one), await givenShop(one)];
  const sku = await givenPan();
  // The call that places an order holds this lock until its commit.
  const lock = `SELECT pg_advisory_xact_lock(7746002, ${shop.client.id})`;
  await whileLocked(one, { lock, waiting: 1 }, async () => {
    const waiting = shop.orders.place({ sku, quantity: 1 }).status();
    await other.orders.place({ sku, quantity: 1 });
    return waiting;
  });
});
