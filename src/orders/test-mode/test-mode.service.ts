import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { asOneTransaction } from '../../platform/database/transaction.js';
import { OrderLifecycleService } from '../fulfillment/order-lifecycle.service.js';
import { ShippingService } from '../fulfillment/shipping.service.js';
import type { NewShipment } from '../orders.repository.js';
import { TestModeRepository } from './test-mode.repository.js';
import type { TestEvent } from './test-scenarios.js';

/** So many steps one run takes at most; the next goes on. */
const STEPS_PER_RUN = 1_000;

const TEST = { isTest: true };

/** Takes test orders through the lives of their scenarios, as operators and time do with others. */
@Injectable()
export class TestModeService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly orderLife: OrderLifecycleService,
    private readonly shipping: ShippingService,
    private readonly repository: TestModeRepository,
  ) {}

  /**
   * Takes every step that is due by the database's clock, one in a transaction; several instances may do so
   * at once, each leaves orders alone that another is at.
   *
   * @returns how many there were
   */
  async advanceDue(): Promise<number> {
    let count = 0;
    while (count < STEPS_PER_RUN && (await this.advanceNext())) count += 1;
    return count;
  }

  /** False where nothing is due. */
  private async advanceNext(): Promise<boolean> {
    return asOneTransaction(this.dataSource, async (manager: EntityManager) => {
      const due = await this.repository.lockDue(manager);
      if (due === null) return false;
      await this.take(due.event, due.orderNumber);
      await this.repository.endScenario(manager, due.id);
      return true;
    });
  }

  private async take(event: TestEvent, orderNumber: string): Promise<void> {
    switch (event) {
      case 'pay':
        return this.orderLife.payTestOrder(orderNumber);
      case 'shipPart':
        return this.shipping.ship(orderNumber, parcel(orderNumber, ONE_PIECE), TEST);
      case 'shipRest':
        return this.shipping.ship(orderNumber, parcel(orderNumber, null), TEST);
      case 'deliver':
        return this.orderLife.deliver(orderNumber, null, TEST);
      case 'return':
        return this.orderLife.return(orderNumber, null, TEST);
      case 'cancel':
        return this.orderLife.cancel(orderNumber, null, TEST);
      case 'expire':
        return this.orderLife.expire(orderNumber, TEST);
    }
  }
}

const ONE_PIECE = [{ line: 1, quantity: 1 }];

function parcel(orderNumber: string, items: NewShipment['items']): NewShipment {
  const trackingNumber = `TEST-${orderNumber}${items === null ? '' : '-1'}`;
  return {
    courier: 'Test Courier',
    trackingNumber,
    trackingUrl: `https://tracking.example/${trackingNumber}`,
    shippedAt: null,
    items,
  };
}
