/**
 * Condition on an order `o`: it was closed before a time, and its money is decided. A returned order whose refund is not
 * decided is not closed.
 *
 * @param time an SQL expression
 */
export function isClosedBefore(time: string): string {
  return `o.status IN ('delivered', 'returned', 'cancelled', 'expired') AND o.created_at < ${time}
    AND NOT (o.status = 'returned' AND o.payment_status = 'paid' AND NOT o.refund_final)
    AND NOT EXISTS (SELECT FROM order_status_changes c WHERE c.order_id = o.id AND c.changed_at >= ${time})`;
}
