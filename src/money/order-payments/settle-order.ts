import type { EntityManager } from 'typeorm';
import type { OrderLifecycleService } from '../../orders/lifecycle/order-lifecycle.service.js';
import type { Order } from '../../orders/order.entity.js';
import type { LedgerService } from '../ledger/ledger.service.js';

/** The money that pays an order. */
export interface OrderSettlement {
  /** The receipt that brought the money in the same transaction; null: the wallet's balance. */
  receiptId: number | null;
  /** Minimum balance that must remain in the wallet, in minor units. */
  keepMinor?: number;
  note?: string | null;
  /** True: what the wallet lacks is bought on account. */
  isOnAccount?: boolean;
}

/**
 * Pays a locked order whose stock is reserved.
 *
 * @throws AppError transition_refused, insufficient_balance; credit_exceeded if it is bought on account
 */
export async function settleOrder(
  manager: EntityManager,
  { orders, ledger }: { orders: OrderLifecycleService; ledger: LedgerService },
  order: Order,
  settlement: OrderSettlement,
): Promise<{ balanceMinor: number }> {
  await orders.markPaid(manager, order);
  const { clientId, id: orderId, totalMinor: amountMinor } = order;
  return ledger.settle(manager, { clientId, orderId, amountMinor, ...settlement });
}
