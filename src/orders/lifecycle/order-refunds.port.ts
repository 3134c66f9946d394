import type { EntityManager } from 'typeorm';
import type { Order } from '../order.entity.js';

/**
 * Port of the core: refunds the money of orders. `app.module.ts` binds it to an adapter in `src/money`; the core only knows if
 * an order is paid.
 * - without an adapter no order can be paid, so there is nothing to refund
 */
export abstract class OrderRefundsPort {
  /** Refunds what was paid for a locked order that is being canceled, in the transaction that cancels it. */
  abstract giveBack(manager: EntityManager, order: Order, reason: string | null): Promise<void>;
}
