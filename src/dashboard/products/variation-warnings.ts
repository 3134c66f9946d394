import { countText } from '../../platform/figures.js';

/** Warns of units that go out of sale, unless the caller confirmed it. */
export function saleWarnings(units: number, isConfirmed: boolean): string[] {
  if (units === 0 || isConfirmed) return [];
  const subject = units === 1 ? '1 unit' : `${countText(units)} units`;
  return [
    `${subject} would no longer be for sale: their variations are not offered any more. From 1.6.0 on, such a change needs confirm.`,
  ];
}

/** Warns of texts that stay as they are, because their file has lost letters of them. */
export function letterWarnings(products: number): string[] {
  if (products === 0) return [];
  return [
    `Texts of ${countText(products)} ${products === 1 ? 'product' : 'products'} stay as they are: the file has ? in place of letters. Save it as “CSV UTF-8”, or as a workbook.`,
  ];
}

/** Warns of other keys of combinations that stay. */
export function keyWarnings(hasOtherKeys: boolean): string[] {
  return hasOtherKeys ? ['Stores see other keys in variation_stocks.'] : [];
}
