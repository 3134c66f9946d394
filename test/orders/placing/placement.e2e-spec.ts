import { createHash } from 'node:crypto';
import { DedicatedConnection } from '../../../src/platform/database/dedicated-connection.js';
import { LiveCache } from '../../../src/platform/live-cache/live-cache.js';
import { newOrderNumber } from '../../../src/orders/order-number.js';
import { PlacementQueue } from '../../../src/orders/placing/placement-queue.js';
import type { Placement, PlacementOutcome } from '../../../src/orders/placing/placement.js';
import { PlacementRepository } from '../../../src/orders/placing/placement.repository.js';
import { TestApp } from '../../support/app.js';
import { givenDatabase, openClient } from '../../support/database/database.js';
import { waitingSessions } from '../../support/database/locks.js';
import { eventually } from '../../support/eventually.js';
import { givenClient, givenProduct, unique } from '../../support/shop/given.js';
import { requestOf } from './order-request.js';
import { patiently } from './patiently.js';

interface Wanted {
  quantity: number;
  storeOrderId?: string | null;
  key?: string | null;
}
const { connection } = await givenDatabase();
const app = await TestApp.startOn(connection);
const client = await givenClient(app);
const own = new DedicatedConnection(app.dataSource, 'test');
const outsider = await openClient(connection);
afterAll(() => app.expectInvariants('settings'));
afterAll(() => own.close());

/** Makes an order of one line, validated now. */
const placement = (
  product: { id: number; sku: string },
  { quantity, storeOrderId = null, key = null }: Wanted,
): Placement => ({
  orderNumber: newOrderNumber(),
  clientId: client.id,
  planId: client.planId,
  isTest: false,
  testScenario: null,
  byOperator: false,
  maxReservedUnits: null,
  maxOpenValueMinor: null,
  request: requestOf(product.sku, quantity, { storeOrderId }),
  requestHash: Buffer.alloc(32, quantity),
  currency: 'INR',
  lines: [
    {
      productId: product.id,
      sku: product.sku,
      name: 'Tawa',
      variation: null,
      variationKey: null,
      quantity,
      unitPriceMinor: 10_000,
      deliveryChargeMinor: 1_000,
      available: 100,
    },
  ],
  surchargeMinor: 0,
  amounts: {
    subtotalMinor: quantity * 10_000,
    deliveryMinor: 1_000,
    totalMinor: quantity * 10_000 + 1_000,
  },
  idempotency:
    key === null
      ? null
      : {
          key,
          repetitionHash: createHash('sha256')
            .update(Buffer.alloc(32, quantity))
            .update(JSON.stringify(storeOrderId))
            .digest(),
        },
  snapshot: app.service(LiveCache).snapshot,
});
const place = async (placements: Placement[]): Promise<PlacementOutcome[]> =>
  app.service(PlacementRepository).placeTogether(own, placements);
const outcomes = async (product: { id: number; sku: string }, ...wanted: Wanted[]) => {
  await app.service(LiveCache).refresh();
  const placed = await place(wanted.map((one) => placement(product, one)));
  return placed.map(({ outcome }) => outcome);
};
/** Counts the rows of orders and lines that this connection has read since its counters were reported. */
const rowsRead = async (): Promise<number> => {
  const [found] = await own.query<{ rows: number }>({
    text: `SELECT sum(seq_tup_read + idx_tup_fetch)::integer AS rows
      FROM pg_stat_xact_user_tables WHERE relname IN ('orders', 'order_items')`,
  });
  return found?.rows ?? NaN;
};

/** Resolves when a session waits for a lock. */
const someoneWaits = () => eventually(async () => (await waitingSessions(outsider)) > 0);

describe('a batch of placements', () => {
  it('looks rows up by index, although its plans were made on empty tables', async () => {
    const product = await givenProduct(app, { stock: 200 });
    for (let count = 0; count < 100; count += 1) {
      const storeOrderId = unique('LOOKED-UP');
      expect(await outcomes(product, { quantity: 1, storeOrderId })).toEqual(['placed']);
    }
    await own.query({ text: 'SELECT pg_stat_force_next_flush()' });
    await own.query({ text: 'BEGIN' });
    await outcomes(product, { quantity: 1, storeOrderId: unique('LOOKED-UP') });
    await own.query({ text: 'SET CONSTRAINTS ALL IMMEDIATE' });
    const rows = await rowsRead();
    await own.query({ text: 'COMMIT' });
    expect(rows).toBeLessThan(20);
  });

  it('reserves stock in order of arrival and refuses orders beyond it', async () => {
    const product = await givenProduct(app, { stock: 10 });
    const wanted = [{ quantity: 4 }, { quantity: 11 }, { quantity: 6 }, { quantity: 1 }];
    // The second takes nothing, so the third could have had its share: it is asked to come again.
    expect(await outcomes(product, ...wanted)).toEqual(['placed', 'short', 'again', 'again']);
    expect(await outcomes(product, { quantity: 6 }, { quantity: 1 })).toEqual(['placed', 'short']);
  });

  it('names the items that are short', async () => {
    const product = await givenProduct(app, { stock: 3 });
    await app.service(LiveCache).refresh();
    const shortages = [{ productId: product.id, variationKey: '', requested: 5, available: 3 }];
    const placed = await place([placement(product, { quantity: 5 })]);
    expect(placed).toMatchObject([{ outcome: 'short', shortages }]);
  });

  it('places the first of two requests of one batch with the same id or key, and retries the other', async () => {
    const product = await givenProduct(app);
    const duplicates = Array(2).fill({ quantity: 1, storeOrderId: 'SHOP-1' }) as Wanted[];
    expect(await outcomes(product, ...duplicates)).toEqual(['placed', 'again']);
    expect(await outcomes(product, ...duplicates)).toEqual(['duplicate', 'duplicate']);
    const keyed = [1, 1, 2].map((quantity) => ({ quantity, key: 'a' }));
    expect(await outcomes(product, ...keyed)).toEqual(['placed', 'again', 'again']);
    expect(await outcomes(product, ...keyed)).toEqual(['replayed', 'replayed', 'mismatch']);
  });

  it('stores no idempotency key for a refused order', async () => {
    const product = await givenProduct(app, { stock: 1 });
    expect(await outcomes(product, { quantity: 2, key: 'b' })).toEqual(['short']);
    expect(await outcomes(product, { quantity: 1, key: 'b' })).toEqual(['placed']);
  });

  it.each(['together', 'waiting for its stock level'])(
    'draws another order number where its own is taken: %s',
    async (way) => {
      const product = await givenProduct(app);
      await app.service(LiveCache).refresh();
      const [first, second] = [1, 2].map((quantity) => placement(product, { quantity }));
      await place([first!]);
      const { orderNumber } = first!;
      second!.orderNumber = orderNumber;
      const waits = way !== 'together';
      await outsider.query('BEGIN');
      if (waits) await outsider.query('SELECT FROM stock_levels FOR UPDATE');
      const placed = await patiently(app, async () => {
        const placing = app.service(PlacementQueue).place(second!);
        if (waits) await someoneWaits();
        await outsider.query('COMMIT');
        return placing;
      });
      expect(placed).toMatchObject({ outcome: 'placed' });
      expect(second!.orderNumber).not.toBe(orderNumber);
    },
  );

  it('skips only orders whose stock another transaction has locked', async () => {
    const locked = await givenProduct(app);
    const free = await givenProduct(app);
    await app.service(LiveCache).refresh();
    await outsider.query('BEGIN');
    await outsider.query('SELECT FROM stock_levels WHERE product_id = $1 FOR UPDATE', [locked.id]);
    const placed = await place(
      [locked, free, locked].map((product) => placement(product, { quantity: 1 })),
    );
    expect(placed.map(({ outcome }) => outcome)).toEqual(['busy', 'placed', 'busy']);
    await outsider.query('ROLLBACK');
  });
});

describe('a batch of placements and its snapshot:', () => {
  it.each([
    ['the price', 'UPDATE products SET base_price_minor = base_price_minor + 1 WHERE id = $1'],
    ['the product', 'UPDATE products SET active = false WHERE id = $1'],
    ["the plan's discount", `UPDATE plans SET discount_bp = 100 WHERE id = ${client.planId}`],
    ['the token', `UPDATE api_tokens SET revoked_at = now() WHERE client_id = ${client.id}`],
    ['the subscription', `UPDATE subscriptions SET status = status WHERE client_id = ${client.id}`],
  ])('places nothing once %s it was validated against has changed', async (_, change) => {
    const product = await givenProduct(app);
    await app.service(LiveCache).refresh();
    const validated = placement(product, { quantity: 1 });
    await outsider.query(change.replace('$1', String(product.id)));
    expect(await place([validated])).toEqual([expect.objectContaining({ outcome: 'stale' })]);
    expect(await outcomes(product, { quantity: 1 })).toEqual(['placed']);
  });

  it('ignores unrelated changes', async () => {
    const product = await givenProduct(app);
    const other = await givenProduct(app);
    await app.service(LiveCache).refresh();
    const validated = placement(product, { quantity: 1 });
    await outsider.query('UPDATE products SET base_price_minor = 1 WHERE id = $1', [other.id]);
    const same = 'UPDATE stock_levels SET on_hand = on_hand WHERE product_id = $1';
    await outsider.query(same, [product.id]);
    expect(await place([validated])).toEqual([expect.objectContaining({ outcome: 'placed' })]);
  });
});
