import { textOf, type Cell } from '../../../../../src/platform/table-file/cell.js';
import {
  mappedColumns,
  uploadField,
  type UploadColumns,
  type UploadField,
} from '../../../../../src/platform/table-file/columns.js';
import { isTotal } from '../../../../../src/platform/table-file/header.js';
import {
  readNumber,
  recognizeDecimalSign,
  type DecimalSign,
} from '../../../../../src/platform/table-file/numbers.js';

/** Columns of a file of zones. */
export const ZONE_FIELDS = [
  uploadField('country', 'Country', 'country name', true),
  uploadField(
    'pincode_prefix',
    'Beginning of the pincode',
    'pincode|pin code|pin|prefix|pincode starts with|postal code|zip',
  ),
  uploadField('surcharge', 'Surcharge', 'extra charge|charge|delivery charge|freight'),
  uploadField('serviceable', 'Serviceable', 'served|delivered|deliver|available'),
];
export const ZONE_COLUMNS = ZONE_FIELDS.map(({ column }) => column);

/** A zone of a file, its surcharge as a text such as `12.5`. */
export interface FileZone {
  country: string;
  prefix: string;
  surcharge: string;
  serviceable: boolean;
}

/**
 * Reads the rows of a file with the {@link ZONE_FIELDS} in any order.
 *
 * @returns the zones, and a sentence for each row or column that cannot be read: read as empty it would deliver for free
 */
export function readZones(
  cells: readonly (readonly Cell[])[],
  found: UploadColumns<UploadField>,
): { zones: FileZone[]; problems: string[] } {
  const mapped = mappedColumns(found.columns);
  const cellOf = (row: readonly Cell[], name: string): Cell | undefined =>
    row[mapped.find(({ field }) => field.column === name)?.position ?? -1];
  const problem = found.problem ?? problemOfCharges(mapped.map(({ field }) => field.column));
  if (problem !== null) return { zones: [], problems: [problem] };
  const rows = cells.slice(found.header + 1);
  const sign = recognizeDecimalSign(rows.map((row) => cellOf(row, 'surcharge') ?? ''));
  const zones: FileZone[] = [];
  const problems: string[] = [];
  for (const [index, row] of rows.entries()) {
    const texts = row.map(textOf);
    const country = textOf(cellOf(row, 'country'));
    if (texts.every((text) => text === '') || isTotal(texts, country)) continue;
    const zone = readZone((name) => cellOf(row, name), sign);
    if (typeof zone === 'string') problems.push(`Row ${found.header + 2 + index}: ${zone}.`);
    else zones.push(zone);
  }
  return { zones, problems };
}

/** A surcharge in a column of an unknown name would be none. */
function problemOfCharges(columns: readonly string[]): string | null {
  const isKnown = columns.includes('surcharge') || columns.includes('serviceable');
  return isKnown ? null : 'No column looks like “Surcharge” or “Serviceable”.';
}

function readZone(
  cellOf: (name: string) => Cell | undefined,
  sign: DecimalSign | null,
): FileZone | string {
  const country = textOf(cellOf('country'));
  if (country === '') return 'the country is missing';
  const answer = textOf(cellOf('serviceable'));
  const isNo = /^(no|n|false|0)$/i.test(answer);
  if (!isNo && !/^(yes|y|true|1)?$/i.test(answer)) return `“${answer}” is not yes or no`;
  const given = cellOf('surcharge');
  const amount = readNumber(given, sign);
  const surcharge = 'problem' in amount ? 'unclear' : (amount.value ?? '');
  if (!/^(\d+(\.\d{1,2})?)?$/.test(surcharge)) {
    return `“${textOf(given)}” is not an amount such as 12.50`;
  }
  return { country, prefix: textOf(cellOf('pincode_prefix')), surcharge, serviceable: !isNo };
}
