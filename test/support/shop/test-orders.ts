import { setTimeout as sleep } from 'node:timers/promises';
import { TestModeService } from '../../../src/fulfillment/test-mode/test-mode.service.js';
import type { Shop, StoreAnswer } from './shop.js';

/** Orders of a store, and the time that passes over them. */
export class TestOrders {
  constructor(private readonly shop: Shop) {}

  /** Places an order of a scenario, and lets time pass until it has a status. */
  async given(scenario: string, seconds: number, status: string): Promise<string> {
    const order = await this.shop.orders.place({ sku: `WSO-TEST-${scenario}`, quantity: 1 });
    await this.pass(seconds, order);
    await this.reached(order, status);
    return order;
  }

  /** Places an order whose delivery has failed once. */
  async givenFailed(): Promise<{ number: string; shipmentId: number }> {
    const number = await this.shop.orders.place({ sku: 'WSO-TEST-FAILED-DELIVERY', quantity: 1 });
    await this.pass(100, number);
    return { number, shipmentId: await this.failed(number) };
  }

  /** Waits until the delivery of an order has failed. Returns the id of its shipment. */
  async failed(orderNumber: string): Promise<number> {
    for (let look = 0; look < 200; look += 1) {
      await this.shop.app.service(TestModeService).advanceDue();
      const { shipments } = await this.shop.orders.status(orderNumber, { include: 'shipments' });
      const found = shipments!.find(({ failure }) => failure);
      if (found !== undefined) return found.id;
      await sleep(20);
    }
    throw new Error(`the delivery of ${orderNumber} did not fail`);
  }

  async pass(seconds: number, orderNumber: string): Promise<void> {
    await this.shop.app
      .sql`UPDATE orders SET created_at = created_at - make_interval(secs => ${seconds}) WHERE order_number = ${orderNumber}`;
  }

  /** Waits until this test or the service's own timer has moved the order to a status. */
  async reached(orderNumber: string, status: string): Promise<StoreAnswer<'getOrderStatus'>> {
    for (let look = 0; look < 200; look += 1) {
      await this.shop.app.service(TestModeService).advanceDue();
      const found = await this.shop.orders.status(orderNumber);
      if (found.status === status) return found;
      await sleep(20);
    }
    throw new Error(
      `${orderNumber} is ${(await this.shop.orders.status(orderNumber)).status}, not ${status}`,
    );
  }
}

/** Lists the statuses an order has had. */
export function lifeOf({ timeline }: StoreAnswer<'getOrderStatus'>): string[] {
  return timeline.map(({ status }) => status);
}
