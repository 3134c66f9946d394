import { STATUS_SETS } from '../lifecycle/order-lifecycle.js';
import { isUnsettledReturn, statusIsIn } from '../lifecycle/status-sql.js';

/**
 * Writes the SQL condition that an order `o` was closed before a time. A returned order whose refund is not decided
 * is not closed, and neither is one of which a return is open
 * or a document is missing.
 *
 * @param time an SQL expression
 */
export function isClosedBefore(time: string): string {
  return `${statusIsIn('o.status', STATUS_SETS.closed)} AND o.created_at < ${time}
    AND NOT (${isUnsettledReturn('o.')})
    AND NOT (${statusIsIn('o.status', STATUS_SETS.returnable)}
      AND EXISTS (SELECT FROM order_returns r WHERE r.order_id = o.id AND r.declined_at IS NULL))
    AND NOT has_uninvoiced_shipment(o.order_number)
    AND NOT EXISTS (SELECT FROM order_status_changes c WHERE c.order_id = o.id AND c.changed_at >= ${time})`;
}
