import { setTimeout as sleep } from 'node:timers/promises';
import { expectBooksBalance } from '../support/books.js';
import { Figures } from '../support/figures.js';
import { send, type Answer } from '../support/http.js';
import { stagedServer } from '../support/servers/staged-servers.js';
import { stagedService } from '../support/servers/staged-service.js';
import { size } from '../support/run.js';
import { operate, Shop } from '../support/shop.js';
import { afterwards, stagedFolder } from '../support/stage.js';
import { patiently } from '../support/store-feeds.js';
import { SwappingPooler } from '../support/servers/swapping-pooler.js';

const figures = new Figures('pooled failover');
/** Time between two runs of jobs. */
const QUIET_MS = 300;

it('no order is placed at a price that was lost with the primary, behind a pooler', async () => {
  const folder = await stagedFolder();
  let primary = await stagedServer();
  const pooler = await SwappingPooler.before(primary.connection);
  afterwards(() => Promise.resolve(pooler.close()));
  const { baseUrl } = await stagedService(pooler.connection);
  const shop = await Shop.open(baseUrl, { products: 1 });
  const [sku = ''] = shop.skus;
  const price = async (): Promise<unknown> => {
    const { headers } = shop.buyer;
    const read = (): Promise<Answer> => send(`${baseUrl}/api/products/${sku}`, { headers });
    const { body } = await patiently(read);
    return (body.data as { pricing: { wholesale_price: number } }).pricing.wholesale_price;
  };
  const buy = (): Promise<Answer> => patiently(() => shop.order(baseUrl, [{ sku, quantity: 1 }]));
  let placedAtLostPrices = 0;
  const rounds = size(10, 2);
  const placed: Answer[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const kept = await price();
    await sleep(QUIET_MS);
    pooler.detach();
    await primary.end();
    const standby = await primary.copy(folder);
    afterwards(() => standby.end());
    await primary.start();
    await pooler.swapTo(primary.connection);
    await operate(baseUrl, 'PATCH', `products/${sku}`, { base_price: 0.95 });
    expect((await buy()).body).toMatchObject({ subtotal: 0.95 });
    expect(await price()).toBe(0.95);

    await sleep(QUIET_MS);
    pooler.detach();
    await primary.stopImmediately();
    await standby.start();
    await pooler.swapTo(standby.connection);
    const order = await buy();
    expect(order.status).toBe(201);
    if (order.body.subtotal !== kept) placedAtLostPrices += 1;
    expect(await price()).toBe(kept);
    placed.push(order);
    primary = standby;
  }
  figures.keep('failovers', rounds);
  figures.none('orders at a price that no database holds', placedAtLostPrices);
  await expectBooksBalance(primary.connection, placed);
});
