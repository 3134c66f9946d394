import type { DocumentLine } from '../documents/document-content.js';

/** Sums of the lines with one HSN code, unit and rate, in minor units. */
export interface HsnSum {
  hsn: string;
  unit: string;
  rate_bp: number;
  /** Null if no line names units. */
  units: number | null;
  gross_minor: number;
  taxable_minor: number;
  cgst_minor: number;
  sgst_minor: number;
  igst_minor: number;
}

const AMOUNTS = ['gross_minor', 'taxable_minor', 'cgst_minor', 'sgst_minor', 'igst_minor'] as const;

/** Computes the sums of a document by HSN code, unit and rate, in this order. */
export function hsnSummary(lines: readonly DocumentLine[]): HsnSum[] {
  const sums = new Map<string, HsnSum>();
  for (const line of lines) {
    const { hsn, unit, rate_bp, units } = line;
    const key = `${hsn} ${unit} ${rate_bp}`;
    const sum = sums.get(key);
    if (sum === undefined) {
      const { gross_minor, taxable_minor, cgst_minor, sgst_minor, igst_minor } = line;
      sums.set(key, {
        hsn,
        unit,
        rate_bp,
        units,
        gross_minor,
        taxable_minor,
        cgst_minor,
        sgst_minor,
        igst_minor,
      });
    } else {
      for (const amount of AMOUNTS) sum[amount] += line[amount];
      if (units !== null) sum.units = (sum.units ?? 0) + units;
    }
  }
  return [...sums.values()].toSorted(
    (a, b) => compare(a.hsn, b.hsn) || compare(a.unit, b.unit) || a.rate_bp - b.rate_bp,
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
