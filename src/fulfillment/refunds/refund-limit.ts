import type { FieldError } from '../../platform/http/errors.js';
import { toDecimalText } from '../../platform/money.js';
import type { OrderItem } from '../../orders/order-item.entity.js';
import type { Order } from '../../orders/order.entity.js';
import type { OrderUnits } from '../../orders/lifecycle/order-units.js';
import {
  closedMinorOf,
  currentReturn,
  unitsToInspect,
  type StoredReturns,
} from '../returns/returned-units.js';

/** A planned refund, and the earlier ones of the order; in minor units. */
export interface PlannedRefund {
  /** null: all that is left of the payment. */
  amountMinor: number | null;
  /** Part of the payment that was not refunded. */
  leftMinor: number;
  /** Units that the refund puts back into the stock, which inspects them. */
  restock: readonly OrderUnits[];
  /** True if the caller may inspect returns. */
  mayInspect: boolean;
}

/**
 * Lists the problems of a refund that exceeds what was inspected: the price of the return's inspected units, and the delivery
 * charge.
 * - an order without a return was returned as a whole; a caller who may inspect returns confirms that by the refund
 */
export function refundProblems(
  order: Order,
  items: readonly OrderItem[],
  stored: StoredReturns,
  { amountMinor, leftMinor, restock, mayInspect }: PlannedRefund,
): FieldError[] {
  if (amountMinor === 0) return [];
  const current = currentReturn(stored.returns);
  if (current === null) return mayInspect ? [] : [NOTHING_INSPECTED];
  const named = new Map(restock.map(({ line, quantity }) => [line, quantity]));
  const inspectedMinor = items.reduce((sum, item) => {
    const of = stored.returnItems.find(
      ({ returnId, line }) => returnId === current.id && line === item.line,
    );
    const waiting = of === undefined ? 0 : unitsToInspect(item, order, stored);
    const units = (of?.quantity ?? 0) - waiting + (named.get(item.line) ?? 0);
    return sum + units * item.unitPriceMinor;
  }, 0);
  if (inspectedMinor === 0) return [NOTHING_INSPECTED];
  const refundedMinor = order.totalMinor - leftMinor - closedMinorOf(items);
  const mostMinor = inspectedMinor + order.deliveryMinor - refundedMinor;
  return (amountMinor ?? leftMinor) > mostMinor ? [tooMuch(mostMinor)] : [];
}

const NOTHING_INSPECTED: FieldError = {
  field: 'amount',
  code: 'not_inspected',
  message:
    'amount must wait until a return is recorded and inspected: no unit of it is good or scrap yet',
};

function tooMuch(mostMinor: number): FieldError {
  const most = toDecimalText(Math.max(0, mostMinor));
  const message = `amount must be at most ${most}: the price of the inspected units and the delivery charge, less what was refunded`;
  return { field: 'amount', code: 'not_inspected', message };
}
