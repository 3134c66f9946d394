import { setTimeout as sleep } from 'node:timers/promises';
import { TestModeService } from '../../../src/orders/test-mode/test-mode.service.js';
import type { TestApp } from '../app.js';
import { orderBody, type GivenClient, type OrderItemBody } from './given.js';

export interface OrderStatus {
  status: string;
  payment_status: string;
  tracking: { courier: string | null; tracking_number: string | null; shipped_at: string | null };
  timeline: { status: string }[];
}

/** Orders of a client, and the time that passes over them. */
export class TestOrders {
  constructor(
    private readonly app: TestApp,
    private readonly client: GivenClient,
  ) {}

  /** Places one; its number. */
  async place(
    items: OrderItemBody | OrderItemBody[],
    rest: Record<string, unknown> = {},
  ): Promise<string> {
    const body = orderBody(items, rest);
    const answer = await this.app.post('/api/orders', this.client.headers, body).expect(201);
    return (answer.body as { order_number: string }).order_number;
  }

  async statusOf(reference: string): Promise<OrderStatus> {
    const path = `/api/orders/${reference}/status`;
    return (await this.app.get(path, this.client.headers).expect(200)).body as OrderStatus;
  }

  /** Makes an order older by some seconds. */
  async pass(seconds: number, orderNumber: string): Promise<void> {
    await this.app.dataSource.query(
      'UPDATE orders SET created_at = created_at - make_interval(secs => $1) WHERE order_number = $2',
      [seconds, orderNumber],
    );
  }

  /** Waits until this test or the service's own timer has moved the order to a status. */
  async reached(orderNumber: string, status: string): Promise<OrderStatus> {
    for (let look = 0; look < 200; look += 1) {
      await this.app.service(TestModeService).advanceDue();
      const found = await this.statusOf(orderNumber);
      if (found.status === status) return found;
      await sleep(20);
    }
    throw new Error(
      `${orderNumber} is ${(await this.statusOf(orderNumber)).status}, not ${status}`,
    );
  }
}

/** Returns the statuses an order has had. */
export function lifeOf({ timeline }: OrderStatus): string[] {
  return timeline.map(({ status }) => status);
}
