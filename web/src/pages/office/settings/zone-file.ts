import type { DeliveryZoneDto } from '../../../api/generated/admin/admin-api.schemas';
import { csvAddress } from '../../../shared/lists/csv-address';

/** A zone in the editor: all fields are texts. */
export interface ZoneRow {
  /** Identifies rows while they are edited. */
  key: number;
  country: string;
  prefix: string;
  surcharge: string;
  serviceable: boolean;
}

/** A line of a file that is not a zone, with the reason. */
export interface ZoneFileProblem {
  line: number;
  problem: string;
}

const COLUMNS = ['country', 'pincode_prefix', 'surcharge', 'serviceable'];

let made = 0;

/** Returns a row with a new key. */
export function zoneRow(zone: Omit<ZoneRow, 'key'>): ZoneRow {
  made += 1;
  return { key: made, ...zone };
}

/** Returns the rows of the stored zones. */
export function rowsOf(zones: readonly DeliveryZoneDto[]): ZoneRow[] {
  return zones.map(({ country, pincode_prefix: prefix, surcharge = 0, serviceable }) =>
    zoneRow({ country, prefix, surcharge: serviceable ? surcharge.toFixed(2) : '', serviceable }),
  );
}

/** Returns a zone as the service accepts it. */
export function zoneOf({ country, prefix, surcharge, serviceable }: ZoneRow): {
  country: string;
  pincode_prefix: string;
  surcharge?: number;
  serviceable: boolean;
} {
  return {
    country,
    pincode_prefix: prefix,
    serviceable,
    ...(serviceable && { surcharge: surcharge === '' ? 0 : Number(surcharge) }),
  };
}

/** Returns the address of a CSV file with the zones. */
export function zonesFile(rows: readonly ZoneRow[]): string {
  return csvAddress(
    COLUMNS,
    rows.map(({ country, prefix, surcharge, serviceable }) => [
      ...[country, prefix, surcharge === '' ? '0' : surcharge, serviceable ? 'yes' : 'no'],
    ]),
  );
}

/** Reads a file of zones with the columns of {@link zonesFile} in any order, separated by `,` or `;`. */
export function readZones(text: string): { rows: ZoneRow[]; problems: ZoneFileProblem[] } {
  const [header = '', ...lines] = text.replace(/^\ufeff/, '').split(/\r?\n/);
  const separator = header.includes(';') ? ';' : ',';
  const columns = cellsOf(header, separator).map((name) => name.toLowerCase());
  if (!columns.includes('country')) {
    return { rows: [], problems: [{ line: 1, problem: `expected the columns ${COLUMNS.join()}` }] };
  }
  const rows: ZoneRow[] = [];
  const problems: ZoneFileProblem[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const cells = cellsOf(line, separator);
    const cell = (name: string): string => cells[columns.indexOf(name)] ?? '';
    const surcharge = cell('surcharge').replaceAll(/[₹\s,]/g, '');
    if (cell('country') === '')
      problems.push({ line: index + 2, problem: 'the country is missing' });
    else if (!/^(\d+(\.\d{1,2})?)?$/.test(surcharge)) {
      problems.push({ line: index + 2, problem: `“${cell('surcharge')}” is not an amount` });
    } else {
      const serviceable = !/^(no|false|0)$/i.test(cell('serviceable'));
      rows.push(
        zoneRow({
          country: cell('country'),
          prefix: cell('pincode_prefix'),
          surcharge,
          serviceable,
        }),
      );
    }
  }
  return { rows, problems };
}

/** Returns the cells of a line. A quoted cell may contain the separator, and `""` for a quote. */
function cellsOf(line: string, separator: string): string[] {
  const cells = [''];
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const letter = line[at] ?? '';
    const last = cells.length - 1;
    if (letter === '"' && isQuoted && line[at + 1] === '"') {
      cells[last] += '"';
      at += 1;
    } else if (letter === '"') isQuoted = !isQuoted;
    else if (letter === separator && !isQuoted) cells.push('');
    else cells[last] += letter;
  }
  return cells.map((cell) => cell.trim());
}
