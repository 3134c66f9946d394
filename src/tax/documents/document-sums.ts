import type { DocumentLine, DocumentSums } from './document-content.js';

export function sumsOf(lines: readonly DocumentLine[]): DocumentSums {
  const sum = (key: 'gross_minor' | Exclude<keyof DocumentSums, 'total_minor'>): number =>
    lines.reduce((total, line) => total + line[key], 0);
  return {
    total_minor: sum('gross_minor'),
    taxable_minor: sum('taxable_minor'),
    cgst_minor: sum('cgst_minor'),
    sgst_minor: sum('sgst_minor'),
    igst_minor: sum('igst_minor'),
  };
}
