import { givenProduct, SHIPMENT } from '../support/shop/given.js';
import { givenLines } from '../support/shop/order-actions.js';
import { givenSuite } from '../support/shop/shop.js';

const { app, admin, shop } = await givenSuite();
const { client } = shop;

describe('X-Poll-Interval', () => {
  const intervalsOf = async (path: string): Promise<unknown[]> => {
    const { headers } = await app.get(path, client.headers).expect(200);
    const unchanged = await app
      .get(path, client.headers)
      .set('If-None-Match', headers.etag ?? '')
      .expect(304);
    return [headers['x-poll-interval'], unchanged.headers['x-poll-interval']];
  };

  it('is 900 seconds for stock and the list, also with a 304', async () => {
    const { sku } = await givenProduct(app);
    for (const path of ['/api/products', `/api/products/${sku}/stock`, '/api/stock']) {
      expect(await intervalsOf(path)).toEqual(['900', '900']);
    }
  });

  it('depends on the status of an order: short while it waits, long once shipped, a day at its end', async () => {
    const [number, other] = [await shop.placeNew(2), await shop.placeNew(2)];
    const expectInterval = async (reference: string, seconds: number): Promise<void> => {
      const expected = Array(2).fill(String(seconds));
      expect(await intervalsOf(`/api/orders/${reference}/status`)).toEqual(expected);
    };

    await expectInterval(number, 300);
    await admin.orders.pay(number);
    await expectInterval(number, 300);
    await admin.orders.ship(number, { ...SHIPMENT, items: [{ line: 1, quantity: 1 }] });
    await expectInterval(number, 1_800);
    await admin.orders.ship(number);
    await expectInterval(number, 1_800);
    await admin.orders.deliver(number);
    await expectInterval(number, 86_400);
    await admin.orders.cancel(other);
    await expectInterval(other, 86_400);
  });

  it('of an order with an open return is that of a shipped one, until the return is declined or settled', async () => {
    const { order } = await givenLines(shop, [2], 'pay', 'ship', 'deliver');
    const expectInterval = async (seconds: number): Promise<void> => {
      for (const path of [`/api/orders/${order}`, `/api/orders/${order}/status`]) {
        expect(await intervalsOf(path)).toEqual(Array(2).fill(String(seconds)));
      }
    };
    const request = () => shop.orders.requestReturn(order, [{ line: 1, quantity: 1 }]);

    await expectInterval(86_400);
    const { id } = await request();
    await expectInterval(1_800);
    await admin.orders.declineReturn(order, id);
    await expectInterval(86_400);
    await admin.orders.acceptReturn(order, (await request()).id);
    await expectInterval(1_800);
    await admin.orders.return(order);
    await admin.orders.inspect(order, [{ line: 1, good: 1, scrap: 0 }]);
    await expectInterval(1_800);
    await admin.orders.refund(order, { amount: 10, final: true });
    await expectInterval(86_400);
  });

  it('is 0 on a page with others after it, and longer on the last one', async () => {
    for (let count = 0; count < 2; count += 1) await shop.placeNew();
    for (const [path, seconds] of [
      ['/api/changes', 60],
      ['/api/orders', 300],
      ['/api/stock', 900],
      ['/api/products', 900],
    ] as const) {
      const some = await app.get(`${path}?limit=1`, client.headers).expect(200);
      expect(some.headers).toMatchObject({ 'x-poll-interval': '0' });
      const all = await app.get(`${path}?limit=100`, client.headers).expect(200);
      expect(all.headers).toMatchObject({ 'x-poll-interval': String(seconds) });
    }
  });

  it('is absent from answers that are not worth polling', async () => {
    const { headers } = await app.get('/api/products/none/stock', client.headers).expect(404);
    expect(headers).not.toHaveProperty('x-poll-interval');
  });
});
