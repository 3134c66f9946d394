import {
  repeatedField,
  type MappedColumn,
  type RememberedColumn,
} from '../../../src/platform/table-file/columns.js';
import type { SourceColumn } from '../../../src/platform/table-file/header.js';
import type { Field } from './fields.js';

/** Settings remembered for the files of a supplier. */
export interface KnownSupplier {
  name: string;
  columns: readonly RememberedColumn[];
}

/** Minimum share of the remembered columns that a file must contain. */
const SHARE_MIN = 0.6;

/**
 * Finds the supplier whose earlier files share the most columns with a file, or undefined if no known supplier matches.
 */
export function recognizeSupplier<S extends KnownSupplier>(
  columns: readonly SourceColumn[],
  suppliers: readonly S[],
): S | undefined {
  const names = new Set(columns.map(({ name }) => name));
  const scored = suppliers
    .map((supplier) => {
      const found = supplier.columns.filter(({ header }) => names.has(header));
      const hasSku = found.some(({ column }) => column === 'sku');
      const share = found.length / Math.max(supplier.columns.length, names.size);
      return { supplier, share: hasSku ? share : 0 };
    })
    .filter(({ share }) => share >= SHARE_MIN);
  return scored.sort((one, other) => other.share - one.share)[0]?.supplier;
}

/** Says why the chosen columns cannot be imported, or null if they can. */
export function mappingProblem(columns: readonly MappedColumn<Field>[]): string | null {
  if (!columns.some(({ field }) => field.column === 'sku')) {
    return 'Choose the column that has the SKU.';
  }
  return repeatedField(columns);
}
