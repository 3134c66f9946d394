import { plural } from '../../shared/format';

/** Says how many units a change takes out of sale. */
export function outOfSaleText(units: number): string {
  return `${plural(units, 'unit')} would no longer be for sale`;
}
