import type { PriceListPriceDto } from '../../../api/generated/admin-types';

/** Writes the change of a price: "+5.0 %", or "new" where there was no price. */
export function changeOf({ price_before: before, price }: PriceListPriceDto): string {
  if (before === null) return 'new';
  const percent = ((price - before) / before) * 100;
  const sign = percent > 0 ? '+' : '';
  return `${sign}${percent.toFixed(1).replace('-', '−')} %`;
}
