import type { SupplierFile } from './use-supplier-file';

/**
 * Returns the delivery charge of new products, in major units; null: not entered, or in a column of the file; NaN: not an
 * amount.
 */
export function deliveryOf({ columns, delivery }: SupplierFile): number | null {
  const hasColumn = columns.some(({ field }) => field?.column === 'delivery_charge');
  if (hasColumn || delivery.trim() === '') return null;
  return /^\d{1,8}(\.\d{1,2})?$/.test(delivery.trim()) ? Number(delivery) : NaN;
}
