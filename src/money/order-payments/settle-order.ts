import type { EntityManager } from 'typeorm';
import type { OrderLifecycleService } from '../../orders/lifecycle/order-lifecycle.service.js';
import type { Order } from '../../orders/order.entity.js';
import type { LedgerService, OrderAmount, Settlement } from '../ledger/ledger.service.js';

/**
 * Pays a locked order whose stock is reserved.
 *
 * @throws AppError transition_refused, insufficient_balance; credit_exceeded if it is bought on account
 */
export async function settleOrder(
  manager: EntityManager,
  { orders, ledger }: { orders: OrderLifecycleService; ledger: LedgerService },
  order: Order,
  settlement: Omit<Settlement, keyof OrderAmount>,
): Promise<{ balanceMinor: number }> {
  await orders.markPaid(manager, order);
  const { clientId, id: orderId, totalMinor: amountMinor } = order;
  return ledger.settle(manager, { clientId, orderId, amountMinor, ...settlement });
}
