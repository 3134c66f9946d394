import { textOf, type Cell } from '../../../../../src/platform/table-file/cell.js';
import {
  readNumber,
  recognizeDecimalSign,
  type DecimalSign,
} from '../../../../../src/platform/table-file/numbers.js';

/** Columns of a file of zones. */
export const ZONE_COLUMNS: readonly string[] = [
  'country',
  'pincode_prefix',
  'surcharge',
  'serviceable',
];

/** A zone of a file, its surcharge as a text such as `12.5`. */
export interface FileZone {
  country: string;
  prefix: string;
  surcharge: string;
  serviceable: boolean;
}

/**
 * Reads the rows of a file with the {@link ZONE_COLUMNS} in any order.
 *
 * @returns the zones, and a sentence for each row or column that cannot be read: read as empty it would deliver for free
 */
export function readZones([header = [], ...rows]: readonly (readonly Cell[])[]): {
  zones: FileZone[];
  problems: string[];
} {
  const columns = header.map((cell) => textOf(cell).toLowerCase());
  const problems = problemsOfHeader(columns);
  if (problems.length > 0) return { zones: [], problems };
  const cellOf = (row: readonly Cell[], name: string): Cell | undefined =>
    row[columns.indexOf(name)];
  const sign = recognizeDecimalSign(rows.map((row) => cellOf(row, 'surcharge') ?? ''));
  const zones: FileZone[] = [];
  for (const [index, row] of rows.entries()) {
    if (row.every((cell) => textOf(cell) === '')) continue;
    const zone = readZone((name) => cellOf(row, name), sign);
    if (typeof zone === 'string') problems.push(`Row ${index + 2}: ${zone}.`);
    else zones.push(zone);
  }
  return { zones, problems };
}

function problemsOfHeader(columns: readonly string[]): string[] {
  const wrong = columns.filter(
    (name, index) =>
      name !== '' && (!ZONE_COLUMNS.includes(name) || columns.indexOf(name) !== index),
  );
  const expected = `The columns are ${ZONE_COLUMNS.join(', ')}`;
  if (wrong.length > 0)
    return [...new Set(wrong)].map((name) => `${expected}, each once: not “${name}”.`);
  return columns.includes('country') ? [] : [`${expected}; “country” is missing.`];
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
