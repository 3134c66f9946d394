import { STATUS_SETS, type OrderStatus } from './order-lifecycle.js';

/** Writes the SQL condition that a column holds one of some statuses. */
export function statusIsIn(column: string, statuses: readonly OrderStatus[]): string {
  const [first, ...others] = statuses;
  // Before PostgreSQL 17, an index on (status, created_at) is in the order of created_at for `=`, but not for IN.
  return others.length === 0 ? `${column} = '${first}'` : `${column} IN ${listed(statuses)}`;
}

const SETS = Object.entries(STATUS_SETS).map(
  ([name, statuses]) => `WHEN '${name}' THEN '{${statuses.join(',')}}'::text[]`,
);
/** The function that SQL calls for a set of statuses. With a constant name, the planner replaces the call by the array. */
export const LIST_ORDER_STATUSES = `CREATE OR REPLACE FUNCTION list_order_statuses(set_name text)
  RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT CASE set_name ${SETS.join(' ')} END $$;`;

/**
 * Writes the SQL condition that an order was returned and its refund is not decided.
 *
 * @param prefix of the columns, such as `o.`
 */
export function isUnsettledReturn(prefix = ''): string {
  const isReturned = statusIsIn(`${prefix}status`, STATUS_SETS.refundable);
  return `${isReturned} AND ${prefix}payment_status = 'paid' AND NOT ${prefix}refund_final`;
}

/**
 * The one time of everything that a transaction does to an order, so that a shipment and its entry in the timeline agree. It is
 * never before the latest entry, even if the transaction had to wait or the clock was set back.
 */
export const EVENT_TIME = 'greatest(now(), max(changed_at))';

export function listed(constants: readonly string[]): string {
  return `(${constants.map((constant) => `'${constant}'`).join(', ')})`;
}
