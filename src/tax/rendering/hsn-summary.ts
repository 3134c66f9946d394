import { groupBy } from '../../platform/group-by.js';
import type { DocumentLine, DocumentSums } from '../documents/document-content.js';
import { sumsOf } from '../documents/document-sums.js';

/** Sums of the lines with one HSN code, unit and rate; `units` is null if no line names units. */
export type HsnSum = Pick<DocumentLine, 'hsn' | 'unit' | 'rate_bp' | 'units'> & DocumentSums;

/** Computes the sums of a document by HSN code, unit and rate, in this order. */
export function hsnSummary(lines: readonly DocumentLine[]): HsnSum[] {
  const groups = groupBy(lines, ({ hsn, unit, rate_bp }) => `${hsn} ${unit} ${rate_bp}`);
  const sums = [...groups.values()].map((group) => {
    const { hsn, unit, rate_bp } = group[0]!;
    const named = group.flatMap(({ units }) => units ?? []);
    const units = named.length === 0 ? null : named.reduce((sum, one) => sum + one);
    return { hsn, unit, rate_bp, units, ...sumsOf(group) };
  });
  return sums.sort(
    (a, b) => compare(a.hsn, b.hsn) || compare(a.unit, b.unit) || a.rate_bp - b.rate_bp,
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
