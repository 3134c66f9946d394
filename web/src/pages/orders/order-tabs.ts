import {
  ORDER_STATUSES,
  STATUS_SETS,
  isIn,
} from '../../../../src/orders/lifecycle/order-lifecycle.ts';

/** The tabs of the order list; the first one has the orders that the client has to pay. */
export const ORDER_TABS = [
  { value: undefined, label: 'To pay' },
  { value: 'in_progress', label: 'In progress' },
  { value: 'done', label: 'Done' },
  { value: 'all', label: 'All' },
] as const;

export type OrderTab = Exclude<(typeof ORDER_TABS)[number]['value'], undefined>;

const STATUSES: Record<OrderTab, string | undefined> = {
  in_progress: ORDER_STATUSES.filter(
    (status) => !isIn('awaitingPayment', status) && !isIn('closed', status),
  ).join(','),
  done: STATUS_SETS.closed.join(','),
  all: undefined,
};

/** Lists the statuses of a tab as the service takes them; undefined is every status. */
export function statusesOf(tab: OrderTab | undefined): string | undefined {
  return tab === undefined ? STATUS_SETS.awaitingPayment.join(',') : STATUSES[tab];
}
