import type { OrderStatusDto, RequestedReturnDto } from '../../../typescript/src/index.js';
import type { NewRow } from '../database/rows.js';
import { RETURNED, TABLES } from '../database/tables.js';

/** Parts of an order that a mirrored one needs in addition to its status. */
export const ORDER_PARTS = 'shipments,returns,refunds,documents,details';

/** The tables with rows of orders, in the order in which they are written. */
export const ORDER_TABLES = {
  order: TABLES.order,
  shipment: TABLES.shipment,
  refund: TABLES.refund,
  document: TABLES.document,
  returned: RETURNED,
} as const;

/** Rows of some orders, by table. */
export type OrderRows = {
  [name in keyof typeof ORDER_TABLES]: NewRow<(typeof ORDER_TABLES)[name]>[];
};

/** Makes the rows of orders as the tables hold them. */
export function orderRowsOf(orders: readonly OrderStatusDto[]): OrderRows {
  return {
    order: orders.map(({ customer, shipping, ...order }) => ({
      ...order,
      ...shipping,
      customer_name: customer?.name,
      phone: customer?.phone,
      email: customer?.email,
      placed_at: order.timeline[0]?.changed_at,
    })),
    shipment: orders.flatMap(({ order_number, shipments = [] }) =>
      shipments.map((shipment, index) => ({ ...shipment, order_number, position: index + 1 })),
    ),
    refund: orders.flatMap(({ order_number, refunds = [] }) =>
      refunds.map((refund) => ({ ...refund, order_number })),
    ),
    document: orders.flatMap(({ order_number, documents = [] }) =>
      documents.map((document) => ({ ...document, order_number })),
    ),
    returned: orders.flatMap(({ order_number, store_order_id, returns = [] }) =>
      returns.flatMap((asked) => returnedRowsOf({ order_number, store_order_id }, asked)),
    ),
  };
}

/** Makes the rows of a return of an order, one for each line. */
export function returnedRowsOf(
  order: Pick<OrderStatusDto, 'order_number' | 'store_order_id'>,
  { id, items, created_at, courier, tracking_number, ...asked }: RequestedReturnDto['data'],
): OrderRows['returned'] {
  return items.map((item) => ({
    ...order,
    ...asked,
    ...item,
    return_id: id,
    requested_at: created_at,
    sent_courier: courier,
    sent_tracking_number: tracking_number,
  }));
}
