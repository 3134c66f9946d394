import { STATUS_SETS } from '../lifecycle/order-lifecycle.js';
import { isUnsettledReturn, statusIsIn } from '../lifecycle/status-sql.js';

/**
 * Writes the SQL condition that an order `o` was closed before a time. An order is not closed if:
 * - it was returned and its refund is not decided
 * - one of its returns is open
 * - one of its documents is missing
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
