import type { Cell } from '../../../src/platform/table-file/cell.js';
import type { UploadColumns, UploadField } from '../../../src/platform/table-file/columns.js';
import { exactText } from '../../../src/platform/table-file/lost-digits.js';
import { toCsv } from '../shared/lists/csv-address.js';

/** Writes a file whose columns a person chose for the service: with its names of columns, and each row where it was. */
export function fileByColumns(
  rows: readonly (readonly Cell[])[],
  { header, columns }: Pick<UploadColumns<UploadField>, 'header' | 'columns'>,
): string {
  const fields = new Map(columns.map(({ position, field }) => [position, field?.column]));
  return toCsv(
    rows.map((row, index) => {
      if (index < header) return [];
      return row.map((cell, at) => (index === header ? (fields.get(at) ?? '') : exactText(cell)));
    }),
  );
}
