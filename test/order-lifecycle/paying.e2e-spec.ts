import { Admin } from '../support/shop/admin.js';
import { statusesOf } from '../support/call.js';
import { givenProduct, unique } from '../support/shop/given.js';
import { givenShop } from '../support/shop/shop.js';
import { expireUnpaid, makeOlder } from '../support/time.js';
import { givenTwoApps } from '../support/two-apps.js';
// Nothing expires on its own, and no store orders too much.
const apps = await givenTwoApps({ UNPAID_ORDER_TTL_HOURS: '0', ORDER_RATE_LIMIT_PER_MINUTE: '0' });
const { one } = apps;
const [admin, adminElsewhere] = [new Admin(one), new Admin(apps.two)];
const shop = await givenShop(one);
const shopElsewhere = shop.at(apps.two);
afterAll(() => one.expectInvariants());

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
    const reference = unique('REF');
    expect(await payFourTimes(order, reference)).toEqual([201, 201, 201, 201]);
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
      expect(again).toEqual({ ...before, outcome: 'applied' });
      await goOn();
    }
    expect((await admin.orders.get(order)).payments).toHaveLength(1);
  });

  it('is refused without a reference once the order is paid, also in later statuses', async () => {
    const { sku } = await givenProduct(one);
    const order = await shop.orders.place({ sku, quantity: 2 });
    await admin.orders.pay(order, { reference: unique('REF') });
    const refusal = { code: 'payment_recorded' };
    expect(await admin.orders.pay(order).refused(409)).toMatchObject(refusal);
    await admin.orders.ship(order);
    await admin.orders.deliver(order);
    expect(await admin.orders.pay(order).refused(409)).toMatchObject(refusal);
  });

  it('is refused when its reference belongs to another order, also at the same moment', async () => {
    const { sku } = await givenProduct(one);
    const orders = [
      await shop.orders.place({ sku, quantity: 1 }),
      await shop.orders.place({ sku, quantity: 1 }),
    ] as const;
    const reference = unique('REF');
    const statuses = await statusesOf(
      admin.orders.pay(orders[0], { reference }),
      adminElsewhere.orders.pay(orders[1], { reference }),
    );
    expect(statuses).toEqual([201, 409]);
    const records = await Promise.all(orders.map((order) => admin.orders.get(order)));
    expect(records.map(({ status }) => status).sort()).toEqual(['awaiting_payment', 'pending']);

    const third = await shop.orders.place({ sku, quantity: 1 });
    const refusal = await admin.orders.pay(third, { reference }).refused(409);
    expect(refusal).toMatchObject({ success: false, code: 'payment_recorded' });
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
