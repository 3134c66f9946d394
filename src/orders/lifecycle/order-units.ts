import type { FieldError } from '../../platform/http/errors.js';
import type { OrderItem } from '../order-item.entity.js';

/** Units of one line of an order. */
export interface OrderUnits {
  line: number;
  quantity: number;
}

/**
 * Lists the problems of units that a body names. A line is unknown or listed twice, or has fewer units left.
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
  const lines = [...byLine.keys()];
  return units.flatMap(({ line, quantity }, index) => {
    const problem = lineProblem(units, index, `${field}.${index}.line`, lines, 'order');
    if (problem !== null) return [problem];
    const left = leftOf(byLine.get(line)!);
    if (quantity <= left) return [];
    const message = `line ${line} has ${left} ${whichUnits}`;
    return [{ field: `${field}.${index}.quantity`, code: 'out_of_range', message }];
  });
}

/**
 * Returns the problem of a line that a body names: it is listed twice, or unknown; null: none.
 *
 * @param whose says what has the known lines
 */
export function lineProblem(
  units: readonly { line: number }[],
  index: number,
  field: string,
  known: readonly number[],
  whose: 'order' | 'return',
): FieldError | null {
  const { line } = units[index]!;
  if (units.findIndex((one) => one.line === line) < index) {
    return { field, code: 'duplicate_line', message: `line ${line} is listed twice` };
  }
  if (known.includes(line)) return null;
  const message = `line ${line} is not a line of the ${whose}: expected ${known.join(', ')}`;
  return { field, code: 'unknown_line', message };
}
