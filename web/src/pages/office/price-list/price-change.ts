import type { PriceListPriceDto } from '../../../api/generated/admin/admin-api.schemas';

/** By how much a price changes: "+5.0 %", "new" where there was none. */
export function changeOf({ price_before: before, price }: PriceListPriceDto): string {
  if (before === null) return 'new';
  const percent = ((price - before) / before) * 100;
  const sign = percent > 0 ? '+' : '';
  return `${sign}${percent.toFixed(1).replace('-', '−')} %`;
}
