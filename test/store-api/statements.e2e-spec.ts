import { jest } from '@jest/globals';
import pg from 'pg';
import { TokensService } from '../../src/auth/tokens.service.js';
import { TestApp } from '../support/app.js';
import { givenProduct } from '../support/shop/given.js';
import { givenShop } from '../support/shop/shop.js';

/** Connections whose statements all waiting requests share. */
const SHARED = /(live_cache|feeds)$/;

const query = jest.spyOn(pg.Client.prototype, 'query');
const app = await TestApp.start();
const shop = await givenShop(app);
const { sku } = await givenProduct(app, { stock: 10 });
const number = await shop.orders.place({ sku, quantity: 1 });
const [token] = (
  await app.service(TokensService).listTokens(shop.client.id, { afterId: 0, limit: 1 })
).rows;
await app
  .service(TokensService)
  .changePermissions(token!.id, shop.client.id, { mayReadWallet: true });

/** Counts the statements that a GET sends for itself, BEGIN and COMMIT included. */
async function statementsOf(path: string): Promise<number> {
  query.mockClear();
  await app.get(path, shop.client.headers).expect(200);
  const names = query.mock.contexts.map(
    (client) => (client as { config: { application_name: string } }).config.application_name,
  );
  return names.filter((name) => !SHARED.test(name)).length;
}

// At most two, because integrators poll each of them.
it.each([
  ['/api/changes', 0],
  ['/api/me', 2],
  ['/api/orders', 1],
  [`/api/orders/${number}`, 1],
  [`/api/orders/${number}/documents`, 2],
  [`/api/orders/${number}/status`, 1],
  ['/api/products', 0],
  [`/api/products/${sku}`, 0],
  [`/api/products/${sku}/stock`, 0],
  ['/api/serviceability?country=India&pincode=560001', 0],
  ['/api/stock', 0],
  ['/api/wallet', 2],
])('GET %s sends %i statements of its own', async (path, count) => {
  // Jobs run meanwhile: the least of a few.
  const counts: number[] = [];
  for (let round = 1; round <= 5; round += 1) counts.push(await statementsOf(path));
  expect(Math.min(...counts)).toBe(count);
});
