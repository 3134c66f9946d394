import { STATUS_SETS } from '../../orders/lifecycle/order-lifecycle.js';
import { isUnsettledReturn, statusIsIn } from '../../orders/lifecycle/status-sql.js';
import type { ReturnStep } from './return-status.js';

const IS_RETURNABLE = statusIsIn('o.status', STATUS_SETS.returnable);
/** The condition of the index of returns that wait for any step. */
export const IS_OPEN = 'r.declined_at IS NULL AND r.inspected_at IS NULL';

const OF_LIVE_ORDERS = `order_returns r JOIN orders o ON o.id = r.order_id WHERE ${IS_OPEN} AND NOT o.is_test`;

/** Writes the SQL that follows FROM, of the live orders `o` with a return that waits for a step. */
export const RETURNS_WAITING_FOR: Record<ReturnStep, string> = {
  decision: `${OF_LIVE_ORDERS} AND ${IS_RETURNABLE} AND r.accepted_at IS NULL`,
  goods: `${OF_LIVE_ORDERS} AND ${IS_RETURNABLE} AND r.accepted_at IS NOT NULL`,
  inspection: `${OF_LIVE_ORDERS} AND ${statusIsIn('o.status', STATUS_SETS.refundable)}`,
  // Also orders that came back without a return.
  settlement: `orders o WHERE ${isUnsettledReturn('o.')} AND NOT o.is_test
    AND NOT EXISTS (SELECT FROM order_returns r WHERE r.order_id = o.id AND ${IS_OPEN})`,
};
