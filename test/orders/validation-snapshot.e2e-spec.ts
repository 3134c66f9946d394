import { AuthService } from '../../src/auth/auth.service.js';
import { TokensService } from '../../src/auth/tokens.service.js';
import { ProductAdministrationService } from '../../src/catalog/administration/product-administration.service.js';
import { OrdersService } from '../../src/orders/orders.service.js';
import type { OrderRequest } from '../../src/orders/placing/order-request.js';
import { PlacementQueue } from '../../src/orders/placing/placement-queue.js';
import { PlacementRepository } from '../../src/orders/placing/placement.repository.js';
import type { Placement, PlacementOutcome } from '../../src/orders/placing/placement.js';
import { PlansService } from '../../src/plans/plans.service.js';
import type { Caller } from '../../src/auth/caller.js';
import { LiveCache } from '../../src/platform/live-cache/live-cache.js';
import { DedicatedConnection } from '../../src/platform/database/dedicated-connection.js';
import { TestApp } from '../support/app.js';
import { givenClient, givenPlan, givenProduct, type GivenClient } from '../support/given.js';

describe('an order is placed only as it was validated', () => {
  let app: TestApp;
  let client: GivenClient;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  beforeEach(async () => {
    client = await givenClient(app);
  });
  afterEach(() => app.expectInvariants());
  afterAll(() => app.stop());

  const requestFor = (sku: string): OrderRequest => ({
    customer: { name: 'Asha', phone: '+91 98765 43210', email: null },
    shipping: { address: 'Road 1', city: 'Pune', state: 'MH', pincode: '411001', country: 'India' },
    items: [{ sku, quantity: 1, variation: null }],
    storeOrderId: null,
    notes: null,
  });

  const authenticate = async (): Promise<Caller> =>
    app.service(AuthService).authenticate({
      authorization: [client.headers.Authorization],
      domain: client.domain,
    });

  describe('for a caller that was authenticated before a change', () => {
    it('by the plan that the client has when the order is validated', async () => {
      const { sku } = await givenProduct(app);
      const half = await givenPlan(app, { discountBp: 5_000 });
      const caller = await authenticate();
      await app.service(PlansService).subscribe(client.id, { plan: half.code, status: 'active' });
      await app.service(LiveCache).refresh();
      const order = await app.service(OrdersService).placeOrder(caller, requestFor(sku));
      expect(order.subtotalMinor).toBe(5_000);
    });

    it('never with a token that was revoked', async () => {
      const { sku } = await givenProduct(app);
      const caller = await authenticate();
      await app.service(TokensService).revokeToken(client.tokenId);
      await app.service(LiveCache).refresh();
      await expect(
        app.service(OrdersService).placeOrder(caller, requestFor(sku)),
      ).rejects.toMatchObject({ code: 'token_invalid' });
    });
  });

  describe('in a batch', () => {
    /** Validates an order and returns what would be placed, without placing it. */
    const validated = async (sku: string): Promise<Placement> => {
      const caller = await authenticate();
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
        app.service(OrdersService).placeOrder(caller, requestFor(sku)).catch(reject);
      });
    };

    it('by the oldest snapshot, whichever place it has', async () => {
      const changed = await givenProduct(app);
      const unchanged = await givenProduct(app);
      const early = await validated(changed.sku);
      await app
        .service(ProductAdministrationService)
        .changeProduct(changed.sku, { basePriceMinor: 1 });
      const late = await validated(unchanged.sku);
      expect(late.snapshot.number).toBeGreaterThan(early.snapshot.number);

      const connection = new DedicatedConnection(app.dataSource);
      const outcomes = await app
        .service(PlacementRepository)
        .placeTogether(connection, [late, early]);
      await connection.close();
      // One stale placement sends the whole batch back to be validated again.
      expect(outcomes.map(({ outcome }) => outcome)).toEqual(['stale', 'stale']);
    });
  });
});
