import type { OrderStatusDto } from '../../../typescript/src/index.js';
import type { NewRow } from '../database/rows.js';
import type { TABLES } from '../database/tables.js';

/** Returns the shipments of an order as the table holds them. The status of an order has the latest one only. */
export function shipmentsOf({
  order_number,
  tracking,
}: OrderStatusDto): NewRow<typeof TABLES.shipment>[] {
  return tracking.shipped_at === null ? [] : [{ order_number, position: 1, ...tracking }];
}
