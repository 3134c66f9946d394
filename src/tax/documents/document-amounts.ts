import { toMajorUnits } from '../../platform/money.js';
import type { TaxDocument } from './tax-document.entity.js';

/** Amounts of a document, in major units. */
export interface DocumentAmounts {
  total: number;
  taxable: number;
  tax: { cgst: number; sgst: number; igst: number };
}

/** Returns the amounts of a document, in major units. */
export function amountsOf({
  totalMinor,
  taxableMinor,
  cgstMinor,
  sgstMinor,
  igstMinor,
}: Pick<
  TaxDocument,
  'totalMinor' | 'taxableMinor' | 'cgstMinor' | 'sgstMinor' | 'igstMinor'
>): DocumentAmounts {
  return {
    total: toMajorUnits(totalMinor),
    taxable: toMajorUnits(taxableMinor),
    tax: {
      cgst: toMajorUnits(cgstMinor),
      sgst: toMajorUnits(sgstMinor),
      igst: toMajorUnits(igstMinor),
    },
  };
}
