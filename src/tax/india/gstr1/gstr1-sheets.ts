import { stateName } from '../../../platform/gst/states.js';
import { UNIT_CODES } from '../../../platform/gst/unit-codes.js';
import { toDecimalText, toMinorUnits } from '../../../platform/money.js';
import type { Column } from '../../../platform/table-export/table.js';
import type { Sez } from '../../../clients/sez.js';
import type { HsnRow, MonthSums } from './month-sums.js';
import type { Entry, ListTable, RateSums } from './placing.js';

/** Sheets of the portal's offline tool. */
export const SHEETS = [
  'b2b',
  'b2cl',
  'b2cs',
  'cdnr',
  'cdnur',
  'exemp',
  'hsn_b2b',
  'hsn_b2c',
  'docs',
] as const;
export type SheetName = (typeof SHEETS)[number];

const RATE_COLUMNS = ['Applicable % of Tax Rate', 'Rate', 'Taxable Value', 'Cess Amount'];
const HSN_COLUMNS = [
  ...['HSN', 'Description', 'UQC', 'Total Quantity', 'Total Value', 'Rate', 'Taxable Value'],
  ...['Integrated Tax Amount', 'Central Tax Amount', 'State/UT Tax Amount', 'Cess Amount'],
];

/** Headings of the sheets, exactly as the offline tool has them. */
const HEADINGS: Readonly<Record<SheetName, readonly string[]>> = {
  b2b: [
    ...['GSTIN/UIN of Recipient', 'Receiver Name', 'Invoice Number', 'Invoice date'],
    ...['Invoice Value', 'Place Of Supply', 'Reverse Charge', 'Applicable % of Tax Rate'],
    ...['Invoice Type', 'E-Commerce GSTIN', 'Rate', 'Taxable Value', 'Cess Amount'],
  ],
  b2cl: [
    ...['Invoice Number', 'Invoice date', 'Invoice Value', 'Place Of Supply'],
    ...RATE_COLUMNS,
    'E-Commerce GSTIN',
  ],
  b2cs: ['Type', 'Place Of Supply', ...RATE_COLUMNS, 'E-Commerce GSTIN'],
  cdnr: [
    ...['GSTIN/UIN of Recipient', 'Receiver Name', 'Note Number', 'Note Date', 'Note Type'],
    ...['Place Of Supply', 'Reverse Charge', 'Note Supply Type', 'Note Value'],
    ...RATE_COLUMNS,
  ],
  cdnur: [
    ...['UR Type', 'Note Number', 'Note Date', 'Note Type', 'Place Of Supply', 'Note Value'],
    ...RATE_COLUMNS,
  ],
  exemp: [
    ...['Description', 'Nil Rated Supplies', 'Exempted(other than nil rated/non GST supply)'],
    'Non-GST Supplies',
  ],
  hsn_b2b: HSN_COLUMNS,
  hsn_b2c: HSN_COLUMNS,
  docs: ['Nature of Document', 'Sr. No. From', 'Sr. No. To', 'Total Number', 'Cancelled'],
};

/** Makes the columns of a sheet, whose rows are texts in the order of the headings. */
export function sheetColumns(sheet: SheetName): Column<string[]>[] {
  return HEADINGS[sheet].map(columnOf);
}

function columnOf(name: string, at: number): Column<string[]> {
  if (/Value|Amount|Quantity|Supplies|^Exempted|^Rate$/.test(name)) {
    return { name, kind: 'amount', cell: (cells) => toMinorUnits(Number(cells[at])) };
  }
  return ['Total Number', 'Cancelled'].includes(name)
    ? { name, kind: 'count', cell: (cells) => Number(cells[at]) }
    : { name, kind: 'text', cell: (cells) => cells[at]! };
}

const INVOICE_TYPES: Readonly<Record<Sez, string>> = {
  with_payment: 'SEZ supplies with payment',
  without_payment: 'SEZ supplies without payment',
};
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
/** Cess; no goods have it. */
const NONE = toDecimalText(0);

/** Makes the rows of a document in the sheet of its table: one for each rate. */
export function entryRows(entry: Entry): string[][] {
  return entry.rates.map((rate) => ENTRY_CELLS[entry.table](entry, rate));
}

const ENTRY_CELLS: Readonly<Record<ListTable, (entry: Entry, rate: RateSums) => string[]>> = {
  b2b: (entry, rate) => [
    ...[entry.content.recipient.gstin!, entry.content.recipient.name],
    ...[...numbered(entry), value(entry), place(entry)],
    ...['N', '', invoiceType(entry), '', percent(rate), amount(rate), NONE],
  ],
  b2cl: (entry, rate) => [
    ...[...numbered(entry), value(entry), place(entry)],
    ...['', percent(rate), amount(rate), NONE, ''],
  ],
  cdnr: (entry, rate) => [
    ...[entry.content.recipient.gstin!, entry.content.recipient.name],
    ...[...numbered(entry), 'C', place(entry), 'N', invoiceType(entry), value(entry)],
    ...['', percent(rate), amount(rate), NONE],
  ],
  cdnur: (entry, rate) => [
    ...['B2CL', ...numbered(entry), 'C', place(entry), value(entry)],
    ...['', percent(rate), amount(rate), NONE],
  ],
};

/** Sheets whose rows are sums of the month. */
export const SUM_ROWS: Readonly<
  Record<Exclude<SheetName, ListTable>, (sums: MonthSums) => string[][]>
> = {
  b2cs: (sums) =>
    sums
      .smallSupplies()
      .map((row) => [
        ...['OE', stateCell(row.placeOfSupply), ''],
        ...[percent(row), amount(row), NONE, ''],
      ]),
  exemp: (sums) =>
    sums.nilRows().map(({ supply, isB2b, nilMinor }) => {
      const kind = supply === 'intra_state' ? 'Intra-State' : 'Inter-State';
      const client = isB2b ? 'registered' : 'unregistered';
      return [`${kind} supplies to ${client} persons`, toDecimalText(nilMinor), NONE, NONE];
    }),
  hsn_b2b: (sums) => sums.hsnRows(true).map(hsnCells),
  hsn_b2c: (sums) => sums.hsnRows(false).map(hsnCells),
  docs: (sums) =>
    sums.seriesRows().map(({ kind, first, last, total, canceled }) => {
      const nature = kind === 'credit_note' ? 'Credit Note' : 'Invoices for outward supply';
      return [nature, first.number, last.number, String(total), String(canceled)];
    }),
};

function hsnCells(row: HsnRow): string[] {
  const { taxableMinor, cgstMinor, sgstMinor, igstMinor } = row;
  const totalMinor = taxableMinor + cgstMinor + sgstMinor + igstMinor;
  return [
    ...[row.hsn, row.description, `${row.unit}-${UNIT_CODES[row.unit] ?? 'OTHERS'}`],
    ...[row.units.toFixed(2), toDecimalText(totalMinor), percent(row)],
    ...[taxableMinor, igstMinor, cgstMinor, sgstMinor].map(toDecimalText),
    NONE,
  ];
}

function numbered({ content }: Entry): [number: string, day: string] {
  const [year, month, day] = content.issued_on.split('-');
  return [content.number, `${day}-${MONTHS[Number(month) - 1]}-${year}`];
}

function value({ valueMinor }: Entry): string {
  return toDecimalText(valueMinor);
}

function place({ content }: Entry): string {
  return stateCell(content.place_of_supply.state);
}

function stateCell(code: string): string {
  return `${code}-${stateName(code)}`;
}

function invoiceType({ content }: Entry): string {
  const { sez } = content.recipient;
  return sez === null ? 'Regular B2B' : INVOICE_TYPES[sez];
}

function percent({ rateBp }: RateSums): string {
  return (rateBp / 100).toFixed(2);
}

function amount({ taxableMinor }: RateSums): string {
  return toDecimalText(taxableMinor);
}
