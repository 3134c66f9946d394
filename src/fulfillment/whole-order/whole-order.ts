import type { OrderRefund } from '../../money/ledger/order-money.js';
import { expiryOf } from '../../orders/expiry/order-expiry.js';
import {
  isOfReturn,
  matchRefunds,
  type DocumentedRefund,
  type OrderDocument,
} from '../invoicing/refund-documents.js';
import type { StoredOrder } from '../orders/orders.admin.repository.js';
import { currentReturn } from '../returns/returned-units.js';

/** A refund, and the return that it is for; null: none. */
export type WholeRefund = DocumentedRefund & { returnId: number | null };

/** A client's order with everything about it. */
export interface WholeOrder extends StoredOrder {
  refunds: WholeRefund[];
  documents: OrderDocument[];
  /** Time at which it expires if it stays unpaid; null: never. */
  expiresAt: Date | null;
}

/** Describes a stored order as its store sees it. @param unpaidTtlHours hours after which an unpaid order expires */
export function toWholeOrder(stored: StoredOrder, unpaidTtlHours: number): WholeOrder {
  const { refunds, documents } = matchRefunds(
    stored.isTest ? testRefunds(stored) : stored.refunds,
    stored.documents,
  );
  const returnId = currentReturn(stored.returns)?.id ?? null;
  return {
    ...stored,
    documents,
    refunds: refunds.map((refund) => ({
      ...refund,
      // A cancellation returns everything, and names nothing.
      deliveryMinor: refund.purpose === 'cancel' ? stored.deliveryMinor : refund.deliveryMinor,
      returnId: isOfReturn(refund) ? returnId : null,
    })),
    expiresAt: expiryOf(stored, unpaidTtlHours),
  };
}

/**
 * Makes the refund that a test order would have had: one of everything that was paid. Test orders hold no money, so it has the
 * id of its order.
 */
function testRefunds(order: StoredOrder): OrderRefund[] {
  const { id, status, paymentStatus, totalMinor, deliveryMinor, timeline, returns } = order;
  if (paymentStatus !== 'refunded') return [];
  const createdAt = currentReturn(returns)?.inspectedAt ?? timeline.at(-1)!.changedAt;
  const purpose = status === 'cancelled' ? 'cancel' : 'return';
  return [{ id, amountMinor: totalMinor, deliveryMinor, purpose, reason: null, createdAt }];
}
