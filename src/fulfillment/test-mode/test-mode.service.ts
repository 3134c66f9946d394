import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { inTransaction } from '../../platform/database/transaction.js';
import { OrderChanges } from '../../orders/lifecycle/order-changes.js';
import { ShippingService } from '../shipping/shipping.service.js';
import type { Order } from '../../orders/order.entity.js';
import type { NewShipment } from '../shipping/shipments.repository.js';
import { TestModeRepository } from './test-mode.repository.js';
import { TestReturnsService } from './test-returns.service.js';
import type { ShipmentState } from '../../orders/tracking/shipment-state.js';
import { ShipmentTrackingService } from '../../orders/tracking/shipment-tracking.service.js';
import type { TestEvent } from '../../orders/lifecycle/test-scenarios.js';

/** Maximum number of steps of one run; the next run continues. */
const STEPS_PER_RUN = 1_000;

/** Moves test orders through the steps of their scenarios. */
@Injectable()
export class TestModeService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: OrderChanges,
    private readonly shipping: ShippingService,
    private readonly tracking: ShipmentTrackingService,
    private readonly returns: TestReturnsService,
    private readonly repository: TestModeRepository,
  ) {}

  /**
   * Makes all steps that are due by the database's clock, each in its own transaction. Several instances can do so at once:
   * each skips orders that another one has locked.
   *
   * @returns the number of steps
   */
  async advanceDue(): Promise<number> {
    let count = 0;
    while (count < STEPS_PER_RUN && (await this.advanceNext())) count += 1;
    return count;
  }

  /** Makes the step that is due. Returns false if none is. */
  private async advanceNext(): Promise<boolean> {
    return inTransaction(this.dataSource, async (manager) => {
      const due = await this.repository.lockDue(manager);
      if (due === null) return this.returns.advanceNext(manager);
      const { order, event, scan, code } = due;
      if (event !== null) await this.take(manager, order, event);
      if (scan !== null) await this.scan(manager, order, scan, code);
      await this.repository.endScenario(manager, order.id);
      return true;
    });
  }

  /** Changes the status of a test order, which holds no stock and no money. Records a shipment if the event is one. */
  private async take(manager: EntityManager, order: Order, event: TestEvent): Promise<void> {
    switch (event) {
      case 'shipPart':
        await this.shipping.shipLocked(manager, order, shipmentOf(order.orderNumber, ONE_UNIT));
        return;
      case 'shipRest':
        await this.shipping.shipLocked(manager, order, shipmentOf(order.orderNumber, null));
        return;
      case 'pay':
        return this.changes.advance(manager, order, event, { paymentStatus: 'paid' });
      case 'cancel': {
        const paymentStatus = order.paymentStatus === 'paid' ? 'refunded' : order.paymentStatus;
        return this.changes.advance(manager, order, event, { paymentStatus });
      }
      default:
        return this.changes.advance(manager, order, event);
    }
  }

  /** Tells what the courier of a test order's shipment would. One that is back opens the return of all its units. */
  private async scan(
    manager: EntityManager,
    order: Order,
    state: ShipmentState,
    code: string,
  ): Promise<void> {
    const shipmentId = await this.repository.findShipmentId(manager, order.id);
    if (state === 'handed_over') {
      return this.tracking.beginUnasked(manager, { shipmentId, orderId: order.id });
    }
    const events = [{ at: null, state, code, words: null, place: null }];
    const goods = { bookingId: null, shipmentId, notBefore: null };
    await this.tracking.apply(manager, order, { ...goods, source: 'test', events });
    if (state === 'returned') await this.returns.recordUndelivered(manager, order, shipmentId);
  }
}

const ONE_UNIT = [{ line: 1, quantity: 1 }];

function shipmentOf(orderNumber: string, items: NewShipment['items']): NewShipment {
  const trackingNumber = `TEST-${orderNumber}${items === null ? '' : '-1'}`;
  return {
    courier: 'Test Courier',
    trackingNumber,
    trackingUrl: `https://tracking.example/${trackingNumber}`,
    shippedAt: null,
    items,
  };
}
