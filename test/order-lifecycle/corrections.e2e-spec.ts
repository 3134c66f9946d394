import { givenProduct, SHIPMENT } from '../support/shop/given.js';
import { givenSuite } from '../support/shop/suite.js';
const { app, admin, shop } = await givenSuite();

const place = async () => shop.orders.place({ sku: (await givenProduct(app)).sku, quantity: 2 });

describe('a correction of the address', () => {
  it('changes the given fields until something is shipped', async () => {
    const order = await place();
    const { shipping } = await admin.orders.get(order);
    const address = '15, Lake View Road\nSecond floor';
    const changed = await admin.orders.correctAddress(order, { address, pincode: '560 002' });
    expect(changed.shipping).toEqual({ ...shipping, address, pincode: '560002' });
    await admin.orders.pay(order);
    await admin.orders.correctAddress(order, { city: 'Mysuru' });
    await admin.orders.ship(order, { items: [{ line: 1, quantity: 1 }] });
    const refusal = await admin.orders.correctAddress(order, { city: 'Pune' }).refused(409);
    expect(refusal.code).toBe('not_correctable');
    expect(refusal.message).toContain('partially_shipped');
    expect((await admin.orders.get(order)).shipping.city).toBe('Mysuru');
  });

  it('is audited without the address', async () => {
    const order = await place();
    const secret = { address: 'Behind the old mill', city: 'Hampi', country: 'India' };
    await admin.orders.correctAddress(order, secret);
    await admin.orders.correctAddress(order, secret);
    const { data } = await admin.audit.list({ limit: 500 });
    const entries = data.filter(({ subject }) => subject === `order ${order}`);
    expect(entries).toMatchObject([
      { action: 'order.address_corrected', before: null, after: { fields: ['address', 'city'] } },
    ]);
    expect(JSON.stringify(data)).not.toContain('old mill');
  });

  it('requires a pincode in the format of the country', async () => {
    const order = await place();
    const problem = ['pincode invalid_pincode'];
    const wrong = [{ pincode: '01234' }, { country: 'Nepal', pincode: '#' }];
    for (const change of wrong) {
      await admin.orders.correctAddress(order, change).expectProblems(...problem);
    }
    await admin.orders.correctAddress(order, { country: 'Nepal', pincode: '44600' });
    await admin.orders.correctAddress(order, { country: 'India' }).expectProblems(...problem);
    expect((await admin.orders.get(order)).shipping).toMatchObject({ country: 'Nepal' });
  });
});

describe('a shipment', () => {
  it('needs no tracking URL, and its data can be corrected', async () => {
    const order = await place();
    await admin.orders.pay(order);
    const { shipments } = await admin.orders.ship(order, { tracking_url: null });
    const { id = 0 } = shipments[0] ?? {};
    expect((await shop.orders.status(order)).tracking).toMatchObject({
      ...SHIPMENT,
      tracking_url: null,
    });

    const { next_cursor: cursor } = await shop.orders.list();
    const correction = { courier: 'Speedy', tracking_url: 'https://track.example.com/2' };
    await admin.orders.correctShipment(order, id, correction);
    const tracking = { ...SHIPMENT, ...correction };
    expect((await shop.orders.status(order)).tracking).toMatchObject(tracking);
    expect((await shop.orders.list({ cursor })).data).toMatchObject([
      { order_number: order, tracking },
    ]);
    await admin.orders.correctShipment(order, id, { tracking_number: 'BL2', tracking_url: null });
    expect((await admin.orders.get(order)).shipments).toMatchObject([
      { courier: 'Speedy', tracking_number: 'BL2', tracking_url: null },
    ]);
  });

  it('of another order is not found', async () => {
    const [order, other] = [await place(), await place()];
    await admin.orders.pay(order);
    const { shipments } = await admin.orders.ship(order);
    await admin.orders
      .correctShipment(other, shipments[0]?.id ?? 0, { courier: 'X' })
      .expectRefusal(404, 'shipment_not_found');
  });
});
