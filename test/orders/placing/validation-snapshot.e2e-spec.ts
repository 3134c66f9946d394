import { TokensService } from '../../../src/auth/tokens.service.js';
import { ProductAdministrationService } from '../../../src/dashboard/products/product-administration.service.js';
import { OrdersService } from '../../../src/orders/orders.service.js';
import { PlacementQueue } from '../../../src/orders/placing/placement-queue.js';
import { PlacementRepository } from '../../../src/orders/placing/placement.repository.js';
import type { Placement, PlacementOutcome } from '../../../src/orders/placing/placement.js';
import { PlansService } from '../../../src/plans/plans.service.js';
import { LiveCache } from '../../../src/platform/live-cache/live-cache.js';
import { DedicatedConnection } from '../../../src/platform/database/dedicated-connection.js';
import { TestApp } from '../../support/app.js';
import {
  givenClient,
  givenPlan,
  givenProduct,
  type GivenClient,
} from '../../support/shop/given.js';
import { rowLock, whileLocked } from '../../support/database/locks.js';
import { callerOf, requestOf } from './order-request.js';
import { patiently } from './patiently.js';

const app = await TestApp.start();

describe('an order and the data it was validated against', () => {
  let client: GivenClient;
  beforeEach(async () => {
    client = await givenClient(app);
  });
  afterAll(() => app.expectInvariants('settings'));

  describe('a caller that was authenticated before a change', () => {
    it('an order is placed by the plan that the client has when the order is validated', async () => {
      const { sku } = await givenProduct(app);
      const half = await givenPlan(app, { discountBp: 5_000 });
      const caller = await callerOf(app, client);
      await app.service(PlansService).subscribe(client.id, { plan: half.code, status: 'active' });
      await app.service(LiveCache).refresh();
      const order = await app.service(OrdersService).placeOrder(caller, requestOf(sku));
      expect(order.subtotalMinor).toBe(5_000);
    });

    it('an order is never placed with a token that was revoked', async () => {
      const { sku } = await givenProduct(app);
      const caller = await callerOf(app, client);
      await app.service(TokensService).revokeToken(client.tokenId);
      await app.service(LiveCache).refresh();
      await expect(
        app.service(OrdersService).placeOrder(caller, requestOf(sku)),
      ).rejects.toMatchObject({ code: 'token_invalid' });
    });
  });

  describe('an order that waits for its stock level', () => {
    /** Places an order whose stock level is locked, and makes a change in the transaction that holds the lock. */
    const placeDuring = async (change: (id: number) => string) => {
      const { id, sku } = await givenProduct(app);
      const caller = await callerOf(app, client);
      const lock = rowLock('stock_levels', id, 'product_id');
      return patiently(app, () =>
        whileLocked(app, { lock, waiting: 1, before: change(id) }, () =>
          app.service(OrdersService).placeOrder(caller, requestOf(sku)),
        ),
      );
    };

    it('an order whose price changes while it waits is placed at the new price', async () => {
      const dearer = (id: number) => `UPDATE products SET base_price_minor = 7777 WHERE id = ${id}`;
      expect((await placeDuring(dearer)).subtotalMinor).toBe(7_777);
    });

    it('an order whose token is revoked while it waits is not placed', async () => {
      const revoked = placeDuring(
        () => `UPDATE api_tokens SET revoked_at = now() WHERE id = ${client.tokenId}`,
      );
      await expect(revoked).rejects.toMatchObject({ code: 'token_invalid' });
    });

    it('an order whose subscription ends while it waits is not placed', async () => {
      const ended = placeDuring(
        () => `UPDATE subscriptions SET status = 'cancelled' WHERE client_id = ${client.id}`,
      );
      await expect(ended).rejects.toMatchObject({ code: 'subscription_inactive' });
    });
  });

  describe('an order in a batch', () => {
    /** Validates an order and returns what would be placed, without placing it. */
    const validated = async (sku: string): Promise<Placement> => {
      const caller = await callerOf(app, client);
      const queue = app.service(PlacementQueue);
      return new Promise((resolve, reject) => {
        Object.assign(queue, {
          place: (placement: Placement): Promise<PlacementOutcome> => {
            // From now on the queue's own method again.
            Reflect.deleteProperty(queue, 'place');
            resolve(placement);
            return Promise.resolve({ outcome: 'placed' });
          },
        });
        app.service(OrdersService).placeOrder(caller, requestOf(sku)).catch(reject);
      });
    };

    const outcomesOf = async (...placements: Placement[]): Promise<string[]> => {
      const connection = new DedicatedConnection(app.dataSource, 'test');
      const outcomes = await app.service(PlacementRepository).placeTogether(connection, placements);
      await connection.close();
      return outcomes.map(({ outcome }) => outcome);
    };

    it('an order is placed only in the run of the server that its snapshot is of', async () => {
      const placement = await validated((await givenProduct(app)).sku);
      await app.sql`UPDATE server_runs SET id = gen_random_uuid()`;
      expect(await outcomesOf(placement)).toEqual(['stale']);
    });

    it('a batch is placed by its oldest snapshot, whichever place it has', async () => {
      const changed = await givenProduct(app);
      const unchanged = await givenProduct(app);
      const early = await validated(changed.sku);
      await app
        .service(ProductAdministrationService)
        .changeProduct(changed.sku, { basePriceMinor: 1 });
      const late = await validated(unchanged.sku);
      expect(late.snapshot.number).toBeGreaterThan(early.snapshot.number);
      // One stale placement sends the whole batch back to be validated again.
      expect(await outcomesOf(late, early)).toEqual(['stale', 'stale']);
    });
  });
});
