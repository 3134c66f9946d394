import { countText } from '../../platform/figures.js';

/** Warns of units that go out of sale, unless the caller confirmed it. */
export function saleWarnings(units: number, isConfirmed: boolean): string[] {
  if (units === 0 || isConfirmed) return [];
  const subject = units === 1 ? '1 unit' : `${countText(units)} units`;
  return [
    `${subject} would no longer be for sale: their variations are not offered any more. From 1.6.0 on, such a change needs confirm.`,
  ];
}

/** Warns of other keys of combinations that stay. */
export function keyWarnings(hasOtherKeys: boolean): string[] {
  return hasOtherKeys ? ['Stores see other keys in variation_stocks.'] : [];
}
