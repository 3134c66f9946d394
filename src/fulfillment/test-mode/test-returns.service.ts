import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { OrderChanges } from '../../orders/lifecycle/order-changes.js';
import { isIn } from '../../orders/lifecycle/order-lifecycle.js';
import { OrderReturnsRepository } from '../returns/order-returns.repository.js';
import { TestModeRepository } from './test-mode.repository.js';

/** Moves the returns of test orders on. */
@Injectable()
export class TestReturnsService {
  constructor(
    private readonly changes: OrderChanges,
    private readonly returns: OrderReturnsRepository,
    private readonly repository: TestModeRepository,
  ) {}

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
      } else await this.returns.accept(manager, returnId);
      await this.changes.listAsChanged(manager, order.id);
    }
    return true;
  }
}
