import { rm } from 'node:fs/promises';
import { OrderArchiveService } from '../../../src/orders/archive/order-archive.service.js';
import type { TestApp } from '../app.js';
import { scratchFolder } from '../processes/run.js';
import { expireUnpaid, makeAllOlder, makeOlder } from '../time.js';

const DAY_MS = 86_400_000;

/** Time that passes for single orders. */
export class OrderAges {
  constructor(private readonly app: TestApp) {}

  async expire(order: string): Promise<void> {
    await makeOlder(this.app, { minutes: 90 }, order);
    await expireUnpaid(this.app);
  }

  /** Makes an order, and all that happened to it, five days older. */
  async makeOlder(order: string): Promise<void> {
    await makeAllOlder(this.app, 5, order);
  }

  async archive(order: string): Promise<void> {
    await makeAllOlder(this.app, 200, order);
    await this.app.sql`UPDATE orders SET updated_at = created_at WHERE order_number = ${order}`;
    const day = new Date(Date.now() - 100 * DAY_MS).toISOString().slice(0, 10);
    const folder = await scratchFolder();
    let count = 0;
    for await (const file of this.app.service(OrderArchiveService).archive(day, folder)) {
      count += file.orders;
    }
    await rm(folder, { recursive: true });
    expect(count).toBe(1);
  }
}
