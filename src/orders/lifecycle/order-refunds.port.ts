import type { EntityManager } from 'typeorm';
import type { Order } from '../order.entity.js';

/**
 * Question of the core about the money of orders. The core only knows whether an order is paid: `src/money` pays and
 * refunds, and answers it in `app.module.ts`. Without it, no order can be paid, so there is nothing to give back.
 */
export abstract class OrderRefundsPort {
  /** Gives back what was paid for a locked order that is being canceled, in the transaction that cancels it. */
  abstract giveBack(manager: EntityManager, order: Order, reason: string | null): Promise<void>;
}
