import { MARKUP_MAX, type Markup } from '../../../../../src/dashboard/products/costs/markup.js';
import type { SupplierFile } from './use-supplier-file';

/** Returns true if a column of the file fills a column of catalog files. */
export function hasColumn({ columns }: SupplierFile, column: string): boolean {
  return columns.some(({ field }) => field?.column === column);
}

/**
 * Reads the delivery charge of new products, in major units; null: not entered, or in a column of the file; NaN: not an
 * amount.
 */
export function deliveryOf(content: SupplierFile): number | null {
  const text = content.delivery.trim();
  if (hasColumn(content, 'delivery_charge') || text === '') return null;
  return /^\d{1,8}(\.\d{1,2})?$/.test(text) ? Number(text) : NaN;
}

/** Returns true if a file that can make new products says nothing about their delivery charge, and the person has not, either. */
export function lacksDelivery(content: SupplierFile): boolean {
  const isPriced = hasColumn(content, 'base_price') || hasColumn(content, 'cost');
  const makesProducts = hasColumn(content, 'name') && isPriced;
  const isAsked = makesProducts && !hasColumn(content, 'delivery_charge');
  return isAsked && content.delivery.trim() === '';
}

/** Reads the rule that makes prices from costs, with NaN if it is not a percentage; null: prices are not made. */
export function markupOf(content: SupplierFile): Markup | null {
  const text = content.percent.replace('%', '').trim();
  const isMade = hasColumn(content, 'cost') && !hasColumn(content, 'base_price');
  if (!isMade || text === '') return null;
  const isPercent = /^\d{1,4}(\.\d{1,2})?$/.test(text) && Number(text) <= MARKUP_MAX;
  const basisPoints = isPercent ? Math.round(Number(text) * 100) : NaN;
  return { basisPoints, rounding: content.rounding };
}
