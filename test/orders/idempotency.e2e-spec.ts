import { OrdersService } from '../../src/orders/orders.service.js';
import type { TestApp } from '../support/app.js';
import {
  givenClient,
  givenProduct,
  orderBody,
  unique,
  type GivenClient,
} from '../support/shop/given.js';
import { givenTwoApps } from '../support/two-apps.js';

interface PlacedBody {
  order_number: string;
}

describe('Idempotency-Key', () => {
  let one: TestApp;
  let two: TestApp;
  let client: GivenClient;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ one, two, stop } = await givenTwoApps());
    client = await givenClient(one);
  });
  afterEach(() => one.expectInvariants());
  afterAll(() => stop());

  const place = (key: string, body: object, { app = one, buyer = client } = {}) =>
    app.post('/api/orders', buyer.headers, body).set('Idempotency-Key', key);

  it('answers the stored 201 again, regardless of later changes to prices, stock and the order', async () => {
    const { id, sku } = await givenProduct(one, { stock: 2 });
    const key = unique('key');
    const body = orderBody({ sku, quantity: 2 }, { store_order_id: unique('SHOP') });
    const first = await place(key, body).expect(201);
    expect(first.headers).not.toHaveProperty('idempotent-replayed');
    await one.dataSource.query('UPDATE products SET base_price_minor = 1 WHERE id = $1', [id]);
    const again = await place(key, body, { app: two }).expect(201);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
  });

  it('is refused with a different body, including the store order id', async () => {
    const { sku } = await givenProduct(one);
    const key = unique('key');
    await place(key, orderBody({ sku, quantity: 1 })).expect(201);
    for (const body of [
      orderBody({ sku, quantity: 2 }),
      orderBody({ sku, quantity: 1 }, { store_order_id: unique('SHOP') }),
    ]) {
      const refused = await place(key, body).expect(422);
      expect(refused.body).toMatchObject({ code: 'idempotency_mismatch' });
    }
  });

  it('creates one order from simultaneous equal requests, on both instances', async () => {
    const { sku } = await givenProduct(one, { stock: 30 });
    for (let round = 0; round < 5; round += 1) {
      const key = unique('key');
      const body = orderBody({ sku, quantity: 6 });
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => place(key, body, { app: index % 2 ? one : two })),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
      const numbers = new Set(answers.map((answer) => (answer.body as PlacedBody).order_number));
      expect(numbers.size).toBe(1);
      const fresh = answers.filter(({ headers }) => !('idempotent-replayed' in headers));
      expect(fresh).toHaveLength(1);
    }
    const { body } = await one.get(`/api/products/${sku}/stock`, client.headers);
    expect(body).toMatchObject({ stock_qty: 0 });
  });

  it('is not used up by a refused request', async () => {
    const { sku } = await givenProduct(one, { stock: 1 });
    const key = unique('key');
    await place(key, orderBody({ sku, quantity: 2 })).expect(422);
    const { headers } = await place(key, orderBody({ sku, quantity: 1 })).expect(201);
    expect(headers).not.toHaveProperty('idempotent-replayed');
  });

  it('belongs to one client', async () => {
    const other = await givenClient(one);
    const { sku } = await givenProduct(one);
    const key = unique('key');
    const mine = await place(key, orderBody({ sku, quantity: 1 })).expect(201);
    const theirs = await place(key, orderBody({ sku, quantity: 1 }), { buyer: other }).expect(201);
    expect((mine.body as PlacedBody).order_number).not.toBe(
      (theirs.body as PlacedBody).order_number,
    );
  });

  it('can be used for a new order after 24 hours', async () => {
    const { sku } = await givenProduct(one);
    const key = unique('key');
    const body = orderBody({ sku, quantity: 1 });
    const first = await place(key, body).expect(201);
    const makeOlder = (age: string): Promise<unknown> =>
      one.dataSource.query(
        'UPDATE idempotency_keys SET created_at = now() - $2::interval WHERE key = $1',
        [key, age],
      );
    await makeOlder('23 hours 50 minutes');
    await one.service(OrdersService).forgetOldKeys();
    await place(key, body).expect(201, first.body as object);
    await makeOlder('24 hours');
    // Its age alone does nothing: a clock that jumps must not let it make a second order.
    await place(key, body).expect(201, first.body as object);
    await one.service(OrdersService).forgetOldKeys();
    const second = await place(key, body).expect(201);
    expect((second.body as PlacedBody).order_number).not.toBe(
      (first.body as PlacedBody).order_number,
    );
  });

  it.each([
    ['', 422],
    ['x'.repeat(255), 201],
    ['x'.repeat(256), 422],
    ['tab\there', 422],
  ])('of the form %p is %i', async (key, status) => {
    const { sku } = await givenProduct(one);
    await place(key, orderBody({ sku, quantity: 1 })).expect(status);
  });
});
