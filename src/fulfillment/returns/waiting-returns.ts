import { STATUS_SETS } from '../../orders/lifecycle/order-lifecycle.js';
import { statusIsIn } from '../../orders/lifecycle/status-sql.js';
import type { ReturnStep } from './return-status.js';

const IS_RETURNABLE = statusIsIn('o.status', STATUS_SETS.returnable);

const CONDITIONS: Record<ReturnStep, string> = {
  decision: `${IS_RETURNABLE} AND r.accepted_at IS NULL`,
  goods: `${IS_RETURNABLE} AND r.accepted_at IS NOT NULL`,
  inspection: statusIsIn('o.status', STATUS_SETS.refundable),
};

/** Writes SQL for the returns `r` of live orders `o` that wait for a step, from the index of those that wait for any. */
export function returnsWaitingFor(step: ReturnStep): string {
  return `order_returns r JOIN orders o ON o.id = r.order_id
    WHERE r.declined_at IS NULL AND r.inspected_at IS NULL AND NOT o.is_test AND ${CONDITIONS[step]}`;
}
