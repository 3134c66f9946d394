import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import request from 'supertest';
import { TestApp, UNLIMITED } from '../../support/app.js';
import { seededRandom } from '../../support/couriers/seeded-random.js';
import { connectionUrl, givenDatabase } from '../../support/database/database.js';
import { ExampleStore } from '../../support/documents/example-store.js';
import { FlakyProxy } from '../../support/processes/flaky-proxy.js';
import { givenClient, givenProduct, orderBody, storeEnv } from '../../support/shop/given.js';
import { Admin } from '../../support/shop/admin.js';
import { scratchFolder } from '../../support/processes/run.js';
import { ServiceProcess } from '../../support/processes/service-process.js';

// To repeat the draws of a failure: SEED as the failed test names it.
const seed = Number(process.env.SEED ?? randomInt(2 ** 31));
const random = seededRandom(seed);

const PLACED = ['awaiting_payment'];

const folder = await scratchFolder();
const { connection } = await givenDatabase();
/** A second instance on the same database, through which the wholesaler changes data. */
const wholesaler = await TestApp.startOn(connection);
const admin = new Admin(wholesaler);
const client = await givenClient(wholesaler);
for (const sku of ['CUP', 'BOWL', 'PLATE', 'TW-GLS-06']) {
  await givenProduct(wholesaler, { sku, stock: 1_000 });
}
const startService = () =>
  ServiceProcess.start(folder, { DATABASE_URL: connectionUrl(connection), ...UNLIMITED });
let service = await startService();
const proxy = await FlakyProxy.before(service.baseUrl);
const store = await ExampleStore.install(folder, storeEnv(proxy.baseUrl, client));
await store.start();
afterAll(() => store.kill());

describe('the example store', () => {
  const orderIds = async (): Promise<string[]> => {
    const rows = await wholesaler.sql<{ id: string }>`SELECT store_order_id AS id FROM orders`;
    return rows.map(({ id }) => id).sort();
  };

  it(`places each order once and keeps the catalog current while processes are killed (SEED=${seed})`, async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `SHOP-${index}`);
    const customers = ids.map(async (id, index) => {
      await sleep(index * 150);
      await store.order(id, orderBody({ sku: 'BOWL', quantity: 1 }));
    });
    const chaos = (async () => {
      for (let round = 0; round < 8; round += 1) {
        if (round === 2 || round === 5) {
          await service.end('SIGKILL');
          await store.killAndRestart();
          service = await startService();
          proxy.target = service.baseUrl;
        }
        await sleep(random() * 600);
        await store.killAndRestart();
      }
    })();
    await Promise.all([...customers, chaos]);
    for (const id of ids) await store.orderIn(PLACED, id);

    expect((await orderIds()).filter((id) => id.startsWith('SHOP-'))).toEqual([...ids].sort());
    expect((await store.outboxIds()).sort()).toEqual(await orderIds());
    await wholesaler.expectInvariants();

    await admin.products.change('PLATE', { base_price: 88.5 });
    await admin.products.change('CUP', { active: false });
    const { body } = await request(service.baseUrl)
      .get('/api/products?include=variations,delivery')
      .set(client.headers);
    const { data } = body as { data: unknown[] };
    expect(data).toHaveLength(3);
    await store.eventually('drops CUP', async () => (await store.products()).length === 3 || null);
    expect(await store.products()).toEqual(data);
    // Twenty starts of programs, on a busy machine.
  });

  it('answers the calls that its README shows', async () => {
    const id = 'SHOP-3001';
    expect(await store.readmeAnswers()).toEqual([
      expect.arrayContaining([expect.objectContaining({ sku: 'TW-GLS-06' })]),
      expect.objectContaining({ id, state: expect.any(String) }),
      expect.objectContaining({ id }),
    ]);
    await store.orderIn(PLACED, id);
  });

  it('receives changes again that happened before the order was confirmed to it', async () => {
    proxy.nextOrders('lost', { status: 503, retryAfter: 2 });
    await store.order('LATE', orderBody({ sku: 'BOWL', quantity: 1 }));
    await store.eventually('sends LATE', async () => (await orderIds()).includes('LATE') || null);
    const [order] = await wholesaler.sql<{ order_number: string }>`
      SELECT order_number FROM orders WHERE store_order_id = 'LATE'`;
    await admin.orders.pay(order!.order_number);
    await store.orderIn(['pending'], 'LATE');
  });

  it('retries errors that do not come from the service', async () => {
    proxy.nextOrders({ status: 400, page: '<h1>Sent to a port for TLS</h1>' }, { status: 413 });
    await store.order('MISLED', orderBody({ sku: 'BOWL', quantity: 1 }));
    await store.orderIn(PLACED, 'MISLED');
  });

  it('follows an order to its end', async () => {
    await store.order('PAID', orderBody({ sku: 'PLATE', quantity: 2 }));
    const { order_number } = await store.orderIn(PLACED, 'PAID');
    await admin.orders.pay(order_number!);
    await store.orderIn(['pending'], 'PAID');
    await admin.orders.cancel(order_number!);
    await store.killAndRestart();
    await store.orderIn(['cancelled'], 'PAID');
  });
});
