import { statusesOf } from '../support/call.js';
import { givenProduct, unique, SHIPMENT } from '../support/shop/given.js';
import { givenShop, givenSuiteOfTwo } from '../support/shop/shop.js';
import { expireUnpaid, makeOlder, makeAllOlder } from '../support/time.js';
import { CustomerDataJob } from '../../src/orders/retention/customer-data.job.js';
import { TestApp, UNLIMITED } from '../support/app.js';
import { eventually } from '../support/eventually.js';
// Nothing expires on its own, and no store orders too much.
const apps = await givenSuiteOfTwo(UNLIMITED);
const { connection, one, two, admin, adminElsewhere, shop, shopElsewhere } = apps;

/** Records the same payment four times at the same moment, on two instances. */
const payFourTimes = (order: string, reference: string): Promise<number[]> =>
  statusesOf(
    ...[admin, adminElsewhere, admin, adminElsewhere].map((operator) =>
      operator.orders.pay(order, { reference }),
    ),
  );

describe('a payment of an order', () => {
  it('makes the order pending once, however often its reference is recorded', async () => {
    const { sku } = await givenProduct(one, { stock: 5 });
    const order = await shop.orders.place({ sku, quantity: 2 });
    expect(await payFourTimes(order, unique('REF'))).toEqual([201, 201, 201, 201]);
    expect(await shopElsewhere.orders.status(order)).toMatchObject({
      status: 'pending',
      payment_status: 'paid',
    });
    expect(await shopElsewhere.available(sku)).toBe(3);
    expect((await adminElsewhere.orders.get(order)).payments).toHaveLength(1);
  });

  it('changes nothing if its reference is sent again after a later status', async () => {
    const { sku } = await givenProduct(one, { stock: 5 });
    const order = await shop.orders.place({ sku, quantity: 2 });
    const reference = unique('REF');
    await admin.orders.pay(order, { reference });
    for (const goOn of [() => admin.orders.ship(order), () => admin.orders.deliver(order)]) {
      const before = await adminElsewhere.orders.get(order);
      const again = await admin.orders.pay(order, { reference: ` ${reference} ` });
      expect({ ...again, bookings: [] }).toEqual({ ...before, outcome: 'applied' });
      await goOn();
    }
    expect((await admin.orders.get(order)).payments).toHaveLength(1);
  });

  it('is refused without a reference once the order is paid, also in later statuses', async () => {
    const order = await shop.placeNew(2);
    await admin.orders.pay(order, { reference: unique('REF') });
    await admin.orders.pay(order).expectRefusal(409, 'payment_recorded');
    await admin.orders.ship(order);
    await admin.orders.deliver(order);
    await admin.orders.pay(order).expectRefusal(409, 'payment_recorded');
  });

  it('is refused when its reference belongs to another order, also at the same moment', async () => {
    const orders = [await shop.placeNew(), await shop.placeNew()] as const;
    const reference = unique('REF');
    const statuses = await statusesOf(
      admin.orders.pay(orders[0], { reference }),
      adminElsewhere.orders.pay(orders[1], { reference }),
    );
    expect(statuses).toEqual([201, 409]);
    const records = await Promise.all(orders.map((order) => admin.orders.get(order)));
    expect(records.map(({ status }) => status).sort()).toEqual(['awaiting_payment', 'pending']);

    const third = await shop.placeNew();
    const refused = admin.orders.pay(third, { reference });
    await refused.expectRefusal(409, 'payment_recorded', { success: false });
  });
});

describe('a payment of an expired order', () => {
  const expire = async (order: string): Promise<void> => {
    await makeOlder(one, { minutes: 90 }, order);
    await expireUnpaid(one);
  };

  it('reserves its units again, even if the product is not for sale anymore', async () => {
    const { sku } = await givenProduct(one, { stock: 5 });
    const order = await shop.orders.place({ sku, quantity: 5 });
    await expire(order);
    expect(await shopElsewhere.available(sku)).toBe(5);

    await admin.products.change(sku, { active: false });
    const paid = await admin.orders.pay(order, { reference: unique('REF') });
    expect(paid).toMatchObject({ status: 'pending', payment_status: 'paid' });
    expect(await admin.timeline(order)).toEqual(['awaiting_payment', 'expired', 'pending']);
    await admin.orders.ship(order);
  });

  it('is credited to the wallet once if stock is short', async () => {
    const buyer = await givenShop(one);
    const { sku: plenty } = await givenProduct(one, { stock: 9 });
    const { sku: scarce } = await givenProduct(one, { stock: 3 });
    const order = await buyer.orders.place([plenty, scarce].map((sku) => ({ sku, quantity: 2 })));
    await expire(order);
    await shop.orders.place({ sku: scarce, quantity: 2 });

    const reference = unique('REF');
    expect(await payFourTimes(order, reference)).toEqual([201, 201, 201, 201]);
    await admin.orders.pay(order).refused(409);
    expect(await adminElsewhere.orders.get(order)).toMatchObject({
      status: 'expired',
      payment_status: 'unpaid',
      payments: [{ reference, amount: 420, outcome: 'credited' }],
    });
    expect(await adminElsewhere.walletBalance(buyer.client)).toBe(420);
    expect(await shopElsewhere.available(plenty)).toBe(9);
    await admin.orders.ship(order).refused(409);
  });

  it('stays in the wallet: the order needs a new payment when there is stock again', async () => {
    const buyer = await givenShop(one);
    const { sku } = await givenProduct(one, { stock: 3 });
    const order = await buyer.orders.place({ sku, quantity: 2 });
    await expire(order);
    await shop.orders.place({ sku, quantity: 2 });
    const reference = unique('REF');
    await admin.orders.pay(order, { reference });

    await admin.stock.adjust(sku, { delta: 5 });
    await admin.orders.pay(order, { reference });
    await admin.orders.pay(order, { reference, method: 'upi' });
    expect(await admin.timeline(order)).toEqual(['awaiting_payment', 'expired']);
    await admin.orders.pay(order, { reference: unique('REF') });
    expect(await admin.timeline(order)).toEqual(['awaiting_payment', 'expired', 'pending']);
    expect(await admin.walletBalance(buyer.client)).toBe(210);
  });
});

describe('the expiry of unpaid orders', () => {
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
    expect(await shopElsewhere.available(sku)).toBe(7);
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
    const order = await shop.placeNew();
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
    // The feed lists them again: mirrors forget their customers, too.
    const listed = (await shop.orders.list({ cursor })).data.map((order) => order.order_number);
    expect(listed.sort()).toEqual([delivered, expired].sort());
    expect((await admin.orders.list({ q: delivered })).data).toHaveLength(1);
    // Once the job has written its words.
    const byName = { q: `${delivered} asha` };
    await eventually(async () => (await admin.orders.list(byName)).data.length === 0);

    await admin.orders.pay(expired).expectRefusal(409, 'transition_refused');
    expect(await statusOf(expired)).toBe('expired');
  });
});
