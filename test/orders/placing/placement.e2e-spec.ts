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
});
