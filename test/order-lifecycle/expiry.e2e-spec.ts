import { CustomerDataJob } from '../../src/orders/retention/customer-data.job.js';
import { Admin } from '../support/shop/admin.js';
import { TestApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { givenProduct, SHIPMENT } from '../support/shop/given.js';
import { givenShop } from '../support/shop/shop.js';
import { expireUnpaid, makeAllOlder, makeOlder } from '../support/time.js';
import { givenTwoApps } from '../support/two-apps.js';

const env = { UNPAID_ORDER_TTL_HOURS: '0', ORDER_RATE_LIMIT_PER_MINUTE: '0' };
const { connection, one, two } = await givenTwoApps(env);
const admin = new Admin(one);
const shop = await givenShop(one);

describe('the expiry of unpaid orders', () => {
  afterAll(() => one.expectInvariants());

  const statusOf = async (order: string): Promise<string> => (await admin.orders.get(order)).status;

  it('expires orders that were not paid in time, and releases their units', async () => {
    const { sku } = await givenProduct(one, { stock: 9 });
    const placeOne = () => shop.orders.place({ sku, quantity: 1 });
    const [old, young] = [await placeOne(), await placeOne()];
    const [paid, cancelled] = [await placeOne(), await placeOne()];
    await admin.orders.pay(paid);
    await admin.orders.cancel(cancelled);
    await makeOlder(one, { minutes: 61 }, old, paid, cancelled);
    await makeOlder(one, { minutes: 59 }, young);

    expect(await expireUnpaid(two)).toBe(1);
    expect(await Promise.all([old, young, paid, cancelled].map(statusOf))).toEqual([
      ...['expired', 'awaiting_payment', 'pending', 'cancelled'],
    ]);
    expect(await shop.orders.status(old)).toMatchObject({
      status: 'expired',
      payment_status: 'unpaid',
    });
    expect(await shop.at(two).available(sku)).toBe(7);
  });

  it('expires each of many orders once when two instances do it at the same moment', async () => {
    const skus = [(await givenProduct(one)).sku, (await givenProduct(one)).sku];
    const lines = skus.map((sku) => ({ sku, quantity: 1 }));
    const orders: string[] = [];
    for (let left = 70; left > 0; left -= 1) {
      orders.push(await shop.orders.place(left % 2 ? lines : lines.toReversed()));
    }
    await makeOlder(one, { minutes: 90 }, ...orders);

    const counts = await Promise.all([one, two, one, two].map((app) => expireUnpaid(app)));
    expect(counts.reduce((sum, count) => sum + count)).toBe(70);
    expect(await Promise.all(skus.map((sku) => shop.available(sku)))).toEqual([100, 100]);
    for (const order of orders.slice(45, 55)) {
      expect(await admin.timeline(order)).toEqual(['awaiting_payment', 'expired']);
    }
  });

  it('runs as soon as an instance starts', async () => {
    const { sku } = await givenProduct(one);
    const order = await shop.orders.place({ sku, quantity: 1 });
    await makeOlder(one, { minutes: 90 }, order);
    const third = await TestApp.startOn(connection, { UNPAID_ORDER_TTL_HOURS: '1' });
    await eventually(async () => (await statusOf(order)) === 'expired');
    await third.stop();
    expect(await admin.timeline(order)).toEqual(['awaiting_payment', 'expired']);
  });

  it('anonymizes the customers of orders that were closed long ago, and changes nothing else', async () => {
    const { sku } = await givenProduct(one);
    const placeOne = () => shop.orders.place({ sku, quantity: 1 }, { notes: 'Ring twice' });
    const delivered = await placeOne();
    const expired = await placeOne();
    const [open, returned, closedLately] = [await placeOne(), await placeOne(), await placeOne()];
    for (const order of [delivered, returned, open]) await admin.orders.pay(order);
    for (const order of [delivered, returned]) {
      await admin.orders.ship(order, SHIPMENT);
      await admin.orders.deliver(order);
    }
    await admin.orders.return(returned);
    await makeOlder(one, { minutes: 90 }, expired);
    await expireUnpaid(one);
    await makeAllOlder(one, 31, delivered, expired, open, returned, closedLately);
    await admin.orders.cancel(closedLately);
    const before = await admin.orders.get(delivered);
    const { next_cursor: cursor } = await shop.orders.list();

    const third = await TestApp.startOn(connection, { CUSTOMER_DATA_RETENTION_DAYS: '30' });
    // Without this call it first runs half a minute after a start.
    third.service(CustomerDataJob).start();
    const nameOf = async (order: string) => (await admin.orders.get(order)).customer.name;
    await eventually(async () => (await nameOf(expired)) === 'Anonymized');
    await third.stop();

    const { state, country } = before.shipping;
    expect(await admin.orders.get(delivered)).toEqual({
      ...before,
      customer: { name: 'Anonymized', phone: '', email: null },
      shipping: { address: '', city: '', state, pincode: '', country },
      notes: null,
    });
    const kept = await Promise.all([open, returned, closedLately].map(nameOf));
    expect(kept).toEqual(['Asha Verma', 'Asha Verma', 'Asha Verma']);
    expect((await shop.orders.list({ cursor })).data).toEqual([]);
    expect((await admin.orders.list({ q: delivered })).data).toHaveLength(1);
    // Once the job has written its words.
    const byName = { q: `${delivered} asha` };
    await eventually(async () => (await admin.orders.list(byName)).data.length === 0);

    await admin.orders.pay(expired).expectRefusal(409, 'transition_refused');
    expect(await statusOf(expired)).toBe('expired');
  });
});
