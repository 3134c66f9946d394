import {
  count,
  forPeople,
  id,
  time,
  summed,
  text,
  type Column,
  type Table,
} from '../../platform/table-export/table.js';
import type { ListedOrder } from './orders.admin.service.js';

/** Optional columns of a table of orders. */
export interface OrderTableOptions {
  hasClient: boolean;
  hasAmounts: boolean;
}

const CLIENT: readonly Column<ListedOrder>[] = [
  id('client_id', (order) => order.clientId),
  text('client_name', (order) => order.clientName),
];
const AMOUNTS: readonly Column<ListedOrder>[] = [
  summed('subtotal', (order) => order.subtotalMinor),
  summed('delivery', (order) => order.deliveryMinor),
  summed('total', (order) => order.totalMinor),
  text('currency', (order) => order.currency),
];

/** Returns orders as a table. */
export function ordersTable(
  pages: AsyncIterable<readonly ListedOrder[]>,
  { hasClient, hasAmounts }: OrderTableOptions,
): Table<ListedOrder> {
  return {
    pages,
    columns: [
      text('order_number', (order) => order.orderNumber),
      text('store_order_id', (order) => order.storeOrderId),
      ...(hasClient ? CLIENT : []),
      text('customer_name', (order) => order.customerName),
      forPeople('city', (order) => order.city),
      text('status', (order) => order.status),
      text('payment_status', (order) => order.paymentStatus),
      count('items_count', (order) => order.itemsCount),
      ...(hasAmounts ? AMOUNTS : []),
      time('created_at', (order) => order.createdAt),
    ],
  };
}
