import request from 'supertest';
import { givenPayment, givenProduct, givenShipment, givenStore, ORDER } from './support/given.js';
import { startApp } from './support/start-app.js';

const ISO_8601_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const NO_TRACKING = { courier: null, tracking_number: null, tracking_url: null, shipped_at: null };

const api = request(await startApp());
const store = await givenStore({ discountPercent: 10 });
await givenProduct({ sku: 'KETTLE', price: 100, delivery: 10 });

async function place(store_order_id?: string): Promise<string> {
  const order = { ...ORDER, store_order_id };
  const { body } = await api.post('/api/orders').set(store).send(order).expect(201);
  return (body as { order_number: string }).order_number;
}

describe('GET /api/orders/{order_number}/status', () => {
  it('has exactly these fields (2, 3, 4)', async () => {
    const number = await place('SHOP-1');
    const { body } = await api.get(`/api/orders/${number}/status`).set(store).expect(200);
    expect(body).toEqual({
      success: true,
      order_number: number,
      store_order_id: 'SHOP-1',
      status: 'awaiting_payment',
      payment_status: 'unpaid',
      // 2 × 90.00 + 10.00
      total_amount: 190,
      tracking: NO_TRACKING,
      items: [expect.objectContaining({ sku: 'KETTLE', quantity: 2 })],
      timeline: [{ status: 'awaiting_payment', changed_at: expect.stringMatching(ISO_8601_UTC) }],
    });
  });

  it('finds an order by its store_order_id as well (4)', async () => {
    const number = await place('SHOP/2');
    const { body } = await api.get('/api/orders/SHOP%2F2/status').set(store).expect(200);
    expect(body).toMatchObject({ order_number: number, store_order_id: 'SHOP/2' });
  });

  it('has no store_order_id where none was sent (2)', async () => {
    const { body } = await api
      .get(`/api/orders/${await place()}/status`)
      .set(store)
      .expect(200);
    expect(body).toMatchObject({ store_order_id: null });
  });

  it('is pending once the client has paid (1, 3, 6)', async () => {
    const number = await place();
    await givenPayment(number);
    const { body } = await api.get(`/api/orders/${number}/status`).set(store).expect(200);
    expect(body).toMatchObject({
      status: 'pending',
      payment_status: 'paid',
      tracking: NO_TRACKING,
    });
  });

  it('is shipped, with tracking, once the goods are on their way (2, 3, 6)', async () => {
    const number = await place();
    await givenPayment(number);
    await givenShipment(number, {
      courier: 'BlueLine',
      trackingNumber: 'BL482913375IN',
      trackingUrl: 'https://track.example/BL482913375IN',
      shippedAt: new Date('2026-01-16T15:00:00+05:30'),
    });
    const { body } = await api.get(`/api/orders/${number}/status`).set(store).expect(200);
    const { timeline, ...order } = body as { timeline: { status: string; changed_at: string }[] };
    expect(order).toMatchObject({ status: 'shipped', payment_status: 'paid', total_amount: 190 });
    expect(order).toHaveProperty('tracking', {
      courier: 'BlueLine',
      tracking_number: 'BL482913375IN',
      tracking_url: 'https://track.example/BL482913375IN',
      shipped_at: '2026-01-16T09:30:00.000Z',
    });
    // Each status that it has had, once, in the order of time.
    const statuses = timeline.map(({ status }) => status);
    expect(statuses).toEqual(['awaiting_payment', 'pending', 'shipped']);
    const times = timeline.map(({ changed_at }) => changed_at);
    expect(times).toEqual(times.toSorted());
  });

  it('is 404 for an order that does not exist, or is of another client (4)', async () => {
    const number = await place('SHOP-3');
    const other = await givenStore({ domain: 'other.example' });
    await api.get('/api/orders/NOTHING/status').set(store).expect(404);
    await api.get(`/api/orders/${number}/status`).set(other).expect(404);
    await api.get('/api/orders/SHOP-3/status').set(other).expect(404);
  });
});
