import { AppError, invalidField, type FieldError } from '../../platform/http/errors.js';
import { isIn, STATUS_SETS } from '../../orders/lifecycle/order-lifecycle.js';
import type { OrderUnits } from '../../orders/lifecycle/order-units.js';
import type { OrderItem } from '../../orders/order-item.entity.js';
import type { Order } from '../../orders/order.entity.js';

export function shippedOf({ shippedQuantity }: OrderItem): number {
  return shippedQuantity;
}

/** Lists the problems of a return that omits units which are already back in the stock. */
export function restockedProblems(
  items: readonly OrderItem[],
  units: readonly OrderUnits[],
): FieldError[] {
  const quantities = new Map(units.map(({ line, quantity }) => [line, quantity]));
  return items
    .filter(({ line, restockedQuantity }) => restockedQuantity > (quantities.get(line) ?? 0))
    .map(({ line, restockedQuantity }) => ({
      field: 'items',
      code: 'out_of_range',
      message: `items must have the ${restockedQuantity} units of line ${line} that a refund put back into the stock`,
    }));
}

/** Writes units as a text that does not depend on the order of the lines. */
export function unitsText(units: readonly OrderUnits[]): string {
  return units
    .map(({ line, quantity }) => `${line}:${quantity}`)
    .sort()
    .join();
}

export function notReturnable(
  { orderNumber, status }: Order,
  set: 'returnable' | 'dispatched',
): AppError {
  const returnable = STATUS_SETS[set].join(' or ');
  return new AppError('not_returnable', {
    message: isIn(set, status)
      ? `Order ${orderNumber} ended long ago, and its customer's data was removed: nothing of it can be returned.`
      : `Order ${orderNumber} is ${status}: units of it can be returned while it is ${returnable}.`,
    details: { order_number: orderNumber, order_status: status },
  });
}

export function nothingToInspect({ orderNumber, status }: Order): AppError {
  return new AppError('transition_refused', {
    message: `Order ${orderNumber} is ${status} and has no received return to inspect.`,
  });
}

export function addressMissing(): AppError {
  const message = 'return_address is required, because the settings do not say where returns go';
  return invalidField('return_address', 'required', message);
}
