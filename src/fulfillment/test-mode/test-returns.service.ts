import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { OrderChanges } from '../../orders/lifecycle/order-changes.js';
import { isIn } from '../../orders/lifecycle/order-lifecycle.js';
import type { Order } from '../../orders/order.entity.js';
import { OrderReturnsRepository } from '../returns/order-returns.repository.js';
import type { ReturnAddress } from '../returns/place/return-place.entity.js';
import { ReturnPlaceService } from '../returns/place/return-place.service.js';
import { TestModeRepository } from './test-mode.repository.js';

/** Reason of a return that no store requested. */
const UNDELIVERED = 'Not delivered: the customer was not there.';

/** Where test returns go, until it is known where returns go. */
const TEST_PLACE: ReturnAddress = {
  name: 'Test mode',
  address: '1, Test Street',
  city: 'Bengaluru',
  state: 'Karnataka',
  pincode: '560001',
  country: 'India',
  phone: null,
};

/** Moves the returns of test orders on. */
@Injectable()
export class TestReturnsService {
  constructor(
    private readonly changes: OrderChanges,
    private readonly returns: OrderReturnsRepository,
    private readonly place: ReturnPlaceService,
    private readonly repository: TestModeRepository,
  ) {}

  /** Records the return of a test order that came back undelivered: all its units are awaited. */
  async recordUndelivered(manager: EntityManager, order: Order, shipmentId: number): Promise<void> {
    const items = await this.changes.listItems(manager, order.id);
    const units = items.map(({ line, shippedQuantity: quantity }) => ({ line, quantity }));
    const sent = units.filter(({ quantity }) => quantity > 0);
    const request = { reason: UNDELIVERED, items: sent, shipmentId };
    await this.accept(manager, await this.returns.insert(manager, order.id, request, null));
    await this.changes.listAsChanged(manager, order.id);
  }

  /** Makes the step that is due, in the caller's transaction. Returns false if none is. */
  async advanceNext(manager: EntityManager): Promise<boolean> {
    const due = await this.repository.lockDueReturn(manager);
    if (due === null) return false;
    const { order, returnId, step } = due;
    if (step === 'receive') {
      await this.changes.advance(manager, order, 'return');
    } else if (step === 'settle') {
      const { returnItems } = await this.returns.list(manager, order.id);
      const good = returnItems.filter((item) => item.returnId === returnId);
      await this.returns.addRestocked(manager, order.id, good);
      await this.returns.noteInspection(manager, returnId);
      await this.changes.advance(manager, order, 'refund', { paymentStatus: 'refunded' });
    } else {
      if (isIn('deliverable', order.status)) {
        await this.returns.decline(manager, returnId, 'It was not delivered yet');
      } else await this.accept(manager, returnId);
      await this.changes.listAsChanged(manager, order.id);
    }
    return true;
  }

  private async accept(manager: EntityManager, id: number): Promise<void> {
    const returnAddress = (await this.place.find(manager)) ?? TEST_PLACE;
    await this.returns.accept(manager, id, { returnAddress, instructions: null });
  }
}
