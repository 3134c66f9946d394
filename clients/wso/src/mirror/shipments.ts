import type { OrderStatusDto } from '../../../typescript/src/index.js';
import type { NewRow } from '../database/rows.js';
import type { TABLES } from '../database/tables.js';

/** Fields that a mirrored order needs in addition to the usual ones. */
export const ORDER_FIELDS = 'shipments';

/** Makes the shipments of an order as the table holds them, oldest first. */
export function shipmentsOf({
  order_number,
  shipments = [],
}: OrderStatusDto): NewRow<typeof TABLES.shipment>[] {
  return shipments.map((shipment, index) => ({ ...shipment, order_number, position: index + 1 }));
}
