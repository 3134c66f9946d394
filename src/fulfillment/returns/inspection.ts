import type { FieldError } from '../../platform/http/errors.js';
import type { OrderItem } from '../../orders/order-item.entity.js';
import { lineProblem, type OrderUnits } from '../../orders/lifecycle/order-units.js';
import type { OrderReturnItem } from './order-return-item.entity.js';
import { restockedByLine, type InspectedUnits } from './returned-units.js';

/**
 * Lists the problems of an inspection: lines that the return lacks, and too many or too few units. Found units are never lost:
 * scrap may become good, nothing else.
 */
export function inspectionProblems(
  items: readonly OrderItem[],
  returned: readonly OrderReturnItem[],
  inspected: readonly InspectedUnits[],
): FieldError[] {
  const byLine = new Map(returned.map((item) => [item.line, item]));
  const restocked = restockedByLine(items);
  return inspected.flatMap(({ line, good, scrap }, index): FieldError[] => {
    const field = `items.${index}`;
    const unknown = lineProblem(inspected, index, `${field}.line`, [...byLine.keys()], 'return');
    if (unknown !== null) return [unknown];
    const { quantity: most, scrappedQuantity } = byLine.get(line)!;
    const least = restocked.get(line) ?? 0;
    const known = least + scrappedQuantity;
    const code = 'out_of_range';
    if (good < least) {
      const message = `line ${line} has ${least} units back in the stock: adjust the stock to take them out`;
      return [{ field: `${field}.good`, code, message }];
    }
    if (good + scrap < known) {
      const message = `${known} units of line ${line} are good or scrap already: expected at least ${known - good} here, or more good ones`;
      return [{ field: `${field}.scrap`, code, message }];
    }
    if (good + scrap <= most) return [];
    const message = `line ${line} has ${most} returned units, fewer than ${good} good and ${scrap} scrap`;
    return [{ field: `${field}.${good > most ? 'good' : 'scrap'}`, code, message }];
  });
}

/** Returns true if each unit of a return is good or scrap after an inspection. */
export function isInspected(
  items: readonly OrderItem[],
  returned: readonly OrderReturnItem[],
  inspected: readonly InspectedUnits[],
): boolean {
  const restocked = restockedByLine(items);
  const named = new Map(inspected.map((units) => [units.line, units]));
  return returned.every(({ line, quantity, scrappedQuantity }) => {
    const known = { good: restocked.get(line) ?? 0, scrap: scrappedQuantity };
    const { good, scrap } = named.get(line) ?? known;
    return good + scrap === quantity;
  });
}

/** Computes the good units that are not in the stock yet. */
export function addedUnits(
  items: readonly OrderItem[],
  inspected: readonly InspectedUnits[],
): OrderUnits[] {
  const restocked = restockedByLine(items);
  return inspected
    .map(({ line, good }) => ({ line, quantity: good - (restocked.get(line) ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
}

/** Returns true if an inspection changes how many units are scrap. */
export function hasNewScrap(
  returned: readonly OrderReturnItem[],
  inspected: readonly InspectedUnits[],
): boolean {
  const scrapped = new Map(returned.map(({ line, scrappedQuantity }) => [line, scrappedQuantity]));
  return inspected.some(({ line, scrap }) => scrap !== scrapped.get(line));
}
