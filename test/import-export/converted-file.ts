import type { Cell } from '../../src/platform/table-file/cell.js';
import { fieldNamed } from '../../src/platform/table-file/columns.js';
import { columnsOf, findHeader } from '../../src/platform/table-file/header.js';
import { convert, type Converted } from '../../web/src/catalog-import/convert.js';
import { fieldsOf } from '../../web/src/catalog-import/fields.js';

/** Makes a catalog file of a supplier's rows, as the page does. */
export function converted(rows: readonly (readonly Cell[])[]): Converted {
  const fields = fieldsOf([], { hasCosts: false });
  const header = findHeader(rows, (name) => fieldNamed(name, fields) !== undefined);
  const columns = columnsOf(rows, header).map((each) => ({
    ...each,
    field: fieldNamed(each.name, fields)!,
  }));
  return convert({ rows, header, columns, duplicates: 'refuse', sign: null });
}
