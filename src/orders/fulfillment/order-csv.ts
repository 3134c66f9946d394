import { csvParts } from '../../platform/csv/csv-response.js';
import { toDecimalText } from '../../platform/money.js';
import type { ListedOrder } from './orders.admin.service.js';

/** Optional columns of a CSV file of orders. */
export interface OrderCsvOptions {
  hasClient: boolean;
  hasAmounts: boolean;
}

/** Yields the lines of a CSV file of orders. */
export function orderCsv(
  pages: AsyncIterable<readonly ListedOrder[]>,
  { hasClient, hasAmounts }: OrderCsvOptions,
): AsyncIterable<string> {
  const names = [
    'order_number',
    'store_order_id',
    ...(hasClient ? ['client_id', 'client_name'] : []),
    ...['customer_name', 'status', 'payment_status', 'items_count'],
    ...(hasAmounts ? ['subtotal', 'delivery', 'total', 'currency'] : []),
    'created_at',
  ];
  return csvParts(names, pages, (order) => [
    order.orderNumber,
    order.storeOrderId ?? '',
    ...(hasClient ? [String(order.clientId), order.clientName] : []),
    order.customerName,
    order.status,
    order.paymentStatus,
    String(order.itemsCount),
    ...(hasAmounts ? amountCells(order) : []),
    order.createdAt.toISOString(),
  ]);
}

function amountCells(order: ListedOrder): string[] {
  const { subtotalMinor, deliveryMinor, totalMinor, currency } = order;
  return [...[subtotalMinor, deliveryMinor, totalMinor].map(toDecimalText), currency];
}
