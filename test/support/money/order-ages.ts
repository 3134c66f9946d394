import type { TestApp } from '../app.js';
import { archiveOrders, expireUnpaid, makeAllOlder, makeOlder } from '../time.js';

/** Time that passes for single orders. */
export class OrderAges {
  constructor(private readonly app: TestApp) {}

  async expire(order: string): Promise<void> {
    await makeOlder(this.app, { minutes: 90 }, order);
    await expireUnpaid(this.app);
  }

  /** Makes an order, and everything that happened to it, five days older. */
  async makeOlder(order: string): Promise<void> {
    await makeAllOlder(this.app, 5, order);
  }

  async archive(order: string): Promise<void> {
    expect(await archiveOrders(this.app, order)).toBe(1);
  }
}
