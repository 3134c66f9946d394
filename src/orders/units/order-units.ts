import type { FieldError } from '../../platform/http/errors.js';
import type { OrderItem } from '../order-item.entity.js';

/** Units of one line of an order. */
export interface OrderUnits {
  line: number;
  quantity: number;
}

/**
 * Returns the problems of units that a body names: lines that the order lacks or that are listed twice, and more units than a
 * line has left.
 *
 * @param field path of the list in the body
 * @param whichUnits says what the left units are, such as `units left to ship`
 */
export function unitProblems(
  items: readonly OrderItem[],
  units: readonly OrderUnits[],
  field: string,
  leftOf: (item: OrderItem) => number,
  whichUnits: string,
): FieldError[] {
  const byLine = new Map(items.map((item) => [item.line, item]));
  return units.flatMap(({ line, quantity }, index) => {
    const item = byLine.get(line);
    byLine.delete(line);
    if (item === undefined) {
      const message = `line ${line} is not a line of the order, or is listed twice`;
      return [{ field: `${field}.${index}.line`, code: 'unknown_line', message }];
    }
    if (quantity <= leftOf(item)) return [];
    const message = `line ${line} has ${leftOf(item)} ${whichUnits}`;
    return [{ field: `${field}.${index}.quantity`, code: 'out_of_range', message }];
  });
}
