import type { OrderItem } from '../../orders/order-item.entity.js';
import { isIn } from '../../orders/lifecycle/order-lifecycle.js';
import type { Order } from '../../orders/order.entity.js';
import type { OrderReturnItem } from './order-return-item.entity.js';
import type { OrderReturn } from './order-return.entity.js';

export interface StoredReturns {
  returns: readonly OrderReturn[];
  returnItems: readonly OrderReturnItem[];
}

/** Units of a line that came back, as an inspection found them. */
export interface InspectedUnits {
  line: number;
  /** Units that can be sold again. */
  good: number;
  scrap: number;
}

/**
 * Counts how many units of a line came back: those of the return that was requested or recorded. Without a return, all shipped
 * units came back, because an order is marked as returned as a whole.
 */
export function returnedUnitsOf(
  { line, shippedQuantity }: Pick<OrderItem, 'line' | 'shippedQuantity'>,
  { status }: Pick<Order, 'status'>,
  { returns, returnItems }: StoredReturns,
): number {
  if (!isIn('refundable', status)) return 0;
  const current = currentReturn(returns);
  if (current === null) return shippedQuantity;
  return itemOf(current, line, returnItems)?.quantity ?? 0;
}

/** Counts how many returned units of a line are neither back in the stock nor scrap. */
export function unitsToInspect(item: OrderItem, order: Order, stored: StoredReturns): number {
  return returnedUnitsOf(item, order, stored) - inspectedUnitsOf(item, stored);
}

/** Counts how many units of a line are back in the stock or scrap. */
export function inspectedUnitsOf(
  { line, restockedQuantity }: OrderItem,
  { returns, returnItems }: StoredReturns,
): number {
  const current = currentReturn(returns);
  return (
    restockedQuantity + ((current && itemOf(current, line, returnItems))?.scrappedQuantity ?? 0)
  );
}

/** Counts the units of each line that are back in the stock. */
export function restockedByLine(items: readonly OrderItem[]): Map<number, number> {
  return new Map(items.map(({ line, restockedQuantity }) => [line, restockedQuantity]));
}

/** Computes the price of the units that a close left out. */
export function closedMinorOf(items: readonly OrderItem[]): number {
  return items.reduce(
    (sum, { canceledQuantity, unitPriceMinor }) => sum + canceledQuantity * unitPriceMinor,
    0,
  );
}

/** Finds the return that was neither declined nor withdrawn. An order has at most one. */
export function currentReturn(returns: readonly OrderReturn[]): OrderReturn | null {
  return returns.find(({ declinedAt }) => declinedAt === null) ?? null;
}

function itemOf(
  { id }: OrderReturn,
  line: number,
  items: readonly OrderReturnItem[],
): OrderReturnItem | undefined {
  return items.find((item) => item.returnId === id && item.line === line);
}
