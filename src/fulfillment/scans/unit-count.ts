import { invalidField } from '../../platform/http/errors.js';
import type { ArticleCheck } from './packing-rules.entity.js';

/** How the units of a shipment were counted; undefined: not at all. */
export interface UnitCount {
  scanned?: number | undefined;
  countedByHand?: number | undefined;
}

/**
 * Refuses a shipment whose articles were not counted although they must be, or whose count is not that of its units.
 *
 * @throws AppError validation_failed
 */
export function assertCounted(
  checkArticles: ArticleCheck,
  units: number,
  { scanned, countedByHand }: UnitCount,
): void {
  if (scanned === undefined && countedByHand === undefined) {
    if (checkArticles !== 'required') return;
    const message =
      'scanned is required: the articles of each shipment are checked. Pack and hand over counts them';
    throw invalidField('scanned', 'required', message);
  }
  const counted = (scanned ?? 0) + (countedByHand ?? 0);
  if (counted === units) return;
  const message = `scanned and counted_by_hand must be ${units} together, the units of the shipment: they are ${counted}`;
  throw invalidField('scanned', 'out_of_range', message);
}
