import { join } from 'node:path';
import { OPERATOR, UNLIMITED } from '../../support/app.js';
import { backUp } from '../../support/database/losses.js';
import { givenDemoSuite } from '../../support/shop/demo.js';
import { givenPng } from '../../support/documents/pictures.js';
import { ExampleStore, type ExampleLanguage } from '../../support/documents/example-store.js';
import {
  drawCrashes,
  expectedOrder,
  givenEditedOrder,
} from '../../support/processes/edited-orders.js';
import { FlakyProxy, type Fault } from '../../support/processes/flaky-proxy.js';
import { headersOf, orderBody, storeEnv } from '../../support/shop/given.js';
import { scratchFolder } from '../../support/processes/run.js';
import { archiveOrders } from '../../support/time.js';

interface CopiedProduct {
  sku: string;
  name: string;
  stock_qty: number;
  variation_stocks: Record<string, number>;
  delivery_charge: number;
  images: string[];
}

function matches(order: object | null, expected: object): boolean {
  try {
    expect(order).toMatchObject(expected);
    return true;
  } catch {
    return false;
  }
}

const LANGUAGES: ExampleLanguage[] = ['JavaScript', 'PHP'];

const { app, demo } = await givenDemoSuite(UNLIMITED);
const folder = await scratchFolder();
const proxy = await FlakyProxy.before(app.baseUrl);

describe.each(LANGUAGES)('the example store in %s, on the demo', (language) => {
  const client = demo.clients[LANGUAGES.indexOf(language)]!;
  const headers = headersOf(client.token, client.domain);
  /** Makes the id of an order of this store. */
  const idOf = (name: string) => `${language}-${name}`;
  let store: ExampleStore;
  beforeAll(async () => {
    const env = storeEnv(proxy.baseUrl, client);
    store = await ExampleStore.download(join(folder, language), env, language);
    await store.start();
  });
  afterAll(() => store.kill());

  it('sells every product from its copy, each variation too', async () => {
    const products = await store.eventually('copies the catalog', async () => {
      const copied = (await store.products()) as CopiedProduct[];
      return copied.length > 0 ? copied : null;
    });
    expect(products).toHaveLength(47);
    expect(products).toContainEqual(expect.objectContaining({ variation_stocks: {} }));
    const items = products
      .filter(({ stock_qty: left }) => left > 0)
      .flatMap(({ sku, variation_stocks: stocks }) => {
        const keys = Object.keys(stocks).filter((key) => (stocks[key] ?? 0) > 0);
        return keys.length === 0
          ? [{ sku, quantity: 1 }]
          : keys.map((variation) => ({ sku, quantity: 1, variation }));
      });
    expect(items.length).toBeGreaterThan(products.length);
    for (const [index, item] of items.entries())
      await store.order(idOf(`ALL-${index}`), orderBody(item));
    for (const index of items.keys())
      await store.orderIn(['awaiting_payment'], idOf(`ALL-${index}`));

    const { body } = await app.get('/api/products', headers).expect(200);
    const soldOf = (rows: CopiedProduct[]) =>
      rows.map(({ sku, name, stock_qty }) => `${sku} ${name} ${stock_qty}`).join();
    const left = soldOf((body as { data: CopiedProduct[] }).data);
    await store.eventually('copies what was sold', async () => {
      return soldOf((await store.products()) as CopiedProduct[]) === left || null;
    });
  });

  it('shows a photo that the wholesaler has added, from the address in its copy', async () => {
    const picture = givenPng();
    const { body } = await app.sendRaw('post', '/admin/photos', OPERATOR, picture, 'image/png');
    const { url } = (body as { data: { url: string } }).data;
    await app.admin('patch', 'products/TW-GLS-06', { images: [url] }).expect(200);
    const [image] = await store.eventually('copies the photo', async () => {
      const copied = (await store.products()) as CopiedProduct[];
      const { images } = copied.find(({ sku }) => sku === 'TW-GLS-06')!;
      return images.includes(url) ? images : null;
    });
    const shown = await fetch(image!);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  });

  it('corrects or cancels what it had sent when it was killed and its customer edited it', async () => {
    const drawn = drawCrashes(20_261_122, 2);
    const invalid = [true, false].map((hasArrived) => ({
      hasArrived,
      edits: ['invalid'] as const,
    }));
    for (const [index, crash] of [...drawn, ...invalid].entries()) {
      const id = idOf(`EDITED-${index}`);
      const order = givenEditedOrder('TW-GLS-06', id, crash);
      const isPlaced = async () => (await app.get(`/api/orders/${id}`, headers)).status === 200;
      // The answers are lost until the customer has edited the order.
      proxy.nextOrders(crash.hasArrived ? 'lost' : 'silent', ...Array<Fault>(9).fill('silent'));
      await store.order(id, order.first);
      await store.eventually(`sends ${id}`, async () => {
        const isSent = crash.hasArrived
          ? await isPlaced()
          : proxy.seen.some(({ method }) => method === 'POST');
        return isSent || null;
      });
      await store.killAndRestart();
      await store.order(id, order.wanted);
      await store.kill();
      proxy.next();
      await store.start();
      const isRefused = !crash.hasArrived && crash.edits.includes('invalid');
      const expected = isRefused ? { status: 'refused' } : expectedOrder(crash, order);
      const { order_number: number } = await store.eventually(`settles ${id}`, async () => {
        const known = await store.orderIn([expected.status], id);
        const { body } = await app.get(`/api/orders/${id}`, headers);
        const { data = null } = body as { data?: object };
        const isAsWanted = isRefused ? data === null : matches(data, expected);
        // An invalid edit is refused only after its order was adopted.
        const isSettled = !crash.edits.includes('invalid') || known?.code === 'validation_failed';
        return isAsWanted && isSettled ? known : null;
      });
      const stored = await app.sql<{ order_number: string }>`
        SELECT order_number FROM orders WHERE store_order_id = ${id}`;
      expect(stored.map(({ order_number }) => order_number)).toEqual(isRefused ? [] : [number]);
    }
  });

  it('orders once what it had sent when it was killed, and follows it', async () => {
    const [lost, listed] = [idOf('LOST'), idOf('LISTED')];
    const placed = async () =>
      app.sql<{ order_number: string }>`
        SELECT order_number FROM orders WHERE store_order_id = ${lost}`;
    proxy.nextOrders('lost');
    await store.order(lost, orderBody({ sku: 'TW-GLS-06', quantity: 1 }));
    await store.eventually('sends LOST', async () => ((await placed()).length > 0 ? true : null));
    await store.killAndRestart();
    const { order_number } = await store.orderIn(['awaiting_payment'], lost);
    expect(await placed()).toEqual([{ order_number }]);
    await app.admin('post', `orders/${order_number}/cancel`, {}).expect(200);
    await store.orderIn(['cancelled'], lost);
    await app.sql`DELETE FROM idempotency_keys`;
    expect(await archiveOrders(app, order_number!)).toBe(1);
    await store.order(lost, orderBody({ sku: 'TW-GLS-06', quantity: 1 }, { notes: 'Ring' }));
    await store.eventually('gives the edit of LOST up', async () => {
      return (await store.orderIn(['cancelled'], lost)).code === 'order_not_found' || null;
    });

    const restore = await backUp(app);
    await store.order(listed, orderBody({ sku: 'TW-GLS-06', quantity: 1 }));
    const { order_number: first } = await store.orderIn(['awaiting_payment'], listed);
    await store.eventually('follows LISTED', async () => {
      const order = await store.orderIn(['awaiting_payment'], listed);
      return 'tracking' in order || null;
    });
    await restore();
    await store.eventually('places LISTED again', async () => {
      const { order_number: number } = await store.orderIn(['awaiting_payment'], listed);
      return number !== first || null;
    });

    await store.order(listed, orderBody({ variation: null, quantity: 1, sku: 'TW-GLS-06' }));
    await store.order(idOf('TOO-MUCH'), orderBody({ sku: 'TW-GLS-06', quantity: 5_000 }));
    expect(await store.orderIn(['refused'], idOf('TOO-MUCH'))).toMatchObject({
      code: 'insufficient_stock',
    });
    // Its items were written in another way.
    await store.orderIn(['awaiting_payment'], listed);
  });
});
