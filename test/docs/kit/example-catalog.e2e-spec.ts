import { UNLIMITED } from '../../support/app.js';
import { backUp } from '../../support/database/losses.js';
import { givenDemoSuite } from '../../support/shop/demo.js';
import { ExampleStore } from '../../support/documents/example-store.js';
import {
  expectedOrder,
  givenEditedOrder,
  type Crash,
} from '../../support/processes/edited-orders.js';
import { FlakyProxy, type Fault } from '../../support/processes/flaky-proxy.js';
import { headersOf, orderBody, storeEnv } from '../../support/shop/given.js';
import { scratchFolder } from '../../support/processes/run.js';
import { archiveOrders } from '../../support/time.js';

const SKU = 'TW-GLS-06';

interface CopiedProduct {
  sku: string;
  name: string;
  stock_qty: number;
  variation_stocks: Record<string, number>;
}

/** What a customer had edited when the store that had sent the order was killed. */
const CRASHES: Record<string, Crash> = {
  CORRECTED: { hasArrived: true, edits: ['phone', 'address', 'notes'] },
  CANCELED: { hasArrived: true, edits: ['items'] },
  KEPT: { hasArrived: true, edits: ['invalid'] },
  REFUSED: { hasArrived: false, edits: ['invalid'] },
};

function matches(order: object | null, expected: object): boolean {
  try {
    expect(order).toMatchObject(expected);
    return true;
  } catch {
    return false;
  }
}

const { app, demo } = await givenDemoSuite(UNLIMITED);
const folder = await scratchFolder();
const proxy = await FlakyProxy.before(app.baseUrl);
const client = demo.clients[0]!;
const store = await ExampleStore.download(folder, storeEnv(proxy.baseUrl, client));
await store.start();
afterAll(() => store.kill());

describe('the example store, on the demo', () => {
  const headers = headersOf(client.token, client.domain);
  const numbersOf = async (id: string) => {
    const placed = await app.sql<{ order_number: string }>`
      SELECT order_number FROM orders WHERE store_order_id = ${id}`;
    return placed.map(({ order_number: number }) => number);
  };

  /** Waits until an order is as it should be after a crash. Fails if it was placed another time. */
  const expectSettled = async (id: string, crash: Crash) => {
    const isInvalid = crash.edits.includes('invalid');
    const isRefused = isInvalid && !crash.hasArrived;
    const order = givenEditedOrder(SKU, id, crash);
    const expected = isRefused ? { status: 'refused' } : expectedOrder(crash, order);
    const { order_number: number } = await store.eventually(`settles ${id}`, async () => {
      const known = await store.orderIn([expected.status], id);
      const { body } = await app.get(`/api/orders/${id}`, headers);
      const { data = null } = body as { data?: object };
      const isAsWanted = isRefused ? data === null : matches(data, expected);
      // An invalid edit is refused only after its order was adopted.
      return isAsWanted && (!isInvalid || known.code === 'validation_failed') ? known : null;
    });
    expect(await numbersOf(id)).toEqual(isRefused ? [] : [number]);
  };

  it('sells from its copy each order once, as its customer wants it in the end, also if it is killed', async () => {
    const products = await store.eventually('copies the catalog', async () => {
      const copied = (await store.products()) as CopiedProduct[];
      return copied.length > 0 ? copied : null;
    });
    expect(products).toHaveLength(47);
    const keyOf = ({ variation_stocks: stocks }: CopiedProduct) =>
      Object.keys(stocks).find((key) => stocks[key]! > 0) ?? null;
    const sold = [products.find(keyOf)!, products.find(({ sku }) => sku === SKU)!];
    for (const [index, product] of sold.entries()) {
      const item = { sku: product.sku, quantity: 1, variation: keyOf(product) };
      await store.order(`SOLD-${index}`, orderBody(item));
      await store.orderIn(['awaiting_payment'], `SOLD-${index}`);
    }
    const { body } = await app.get('/api/products', headers).expect(200);
    const leftOf = (rows: CopiedProduct[]) =>
      rows.map(({ sku, name, stock_qty }) => `${sku} ${name} ${stock_qty}`).join();
    const left = leftOf((body as { data: CopiedProduct[] }).data);
    expect(left).not.toBe(leftOf(products));
    await store.eventually('copies what was sold', async () => {
      return leftOf((await store.products()) as CopiedProduct[]) === left || null;
    });

    for (const [id, crash] of Object.entries(CRASHES)) {
      const { first, wanted } = givenEditedOrder(SKU, id, crash);
      // The answers are lost until the customer has edited the order.
      proxy.nextOrders(crash.hasArrived ? 'lost' : 'silent', ...Array<Fault>(9).fill('silent'));
      await store.order(id, first);
      await store.eventually(`sends ${id}`, async () => {
        const isPlaced = async () => (await numbersOf(id)).length > 0;
        const isSeen = () => proxy.seen.some(({ method }) => method === 'POST');
        return (crash.hasArrived ? await isPlaced() : isSeen()) || null;
      });
      await store.killAndRestart();
      await store.order(id, wanted);
      await store.kill();
      proxy.next();
      await store.start();
      await expectSettled(id, crash);
    }
  });

  it('gives up what has ended or is refused, and places again what the service has lost', async () => {
    const [ended, lost, refused] = ['ENDED', 'LOST', 'TOO-MUCH'];
    await store.order(ended, orderBody({ sku: SKU, quantity: 1 }));
    const { order_number: number } = await store.orderIn(['awaiting_payment'], ended);
    await app.admin('post', `orders/${number}/cancel`, {}).expect(200);
    await store.orderIn(['cancelled'], ended);
    await app.sql`DELETE FROM idempotency_keys`;
    expect(await archiveOrders(app, number!)).toBe(1);
    await store.order(ended, orderBody({ sku: SKU, quantity: 1 }, { notes: 'Ring' }));
    await store.eventually('gives the edit up', async () => {
      return (await store.orderIn(['cancelled'], ended)).code === 'order_not_found' || null;
    });

    const restore = await backUp(app);
    await store.order(lost, orderBody({ sku: SKU, quantity: 1 }));
    const { order_number: first } = await store.orderIn(['awaiting_payment'], lost);
    await store.eventually('follows the order', async () => {
      return 'tracking' in (await store.orderIn(['awaiting_payment'], lost)) || null;
    });
    await restore();
    await store.eventually('places it again', async () => {
      return (await store.orderIn(['awaiting_payment'], lost)).order_number !== first || null;
    });

    // The same items, written in another way.
    await store.order(lost, orderBody({ variation: null, quantity: 1, sku: SKU }));
    await store.order(refused, orderBody({ sku: SKU, quantity: 5_000 }));
    expect(await store.orderIn(['refused'], refused)).toMatchObject({ code: 'insufficient_stock' });
    await store.orderIn(['awaiting_payment'], lost);
  });
});
