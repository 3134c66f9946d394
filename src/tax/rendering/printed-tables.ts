import type { DocumentContent, DocumentLine } from '../documents/document-content.js';
import { amountText, countText, dayText, rateText } from '../../platform/figures.js';
import { hsnSummary, type HsnSum } from './hsn-summary.js';

/** A column of a table. Columns with numbers are aligned to the right and never wrap. */
export interface PrintedColumn {
  title: string;
  isNumber: boolean;
  /** True for the column that takes the remaining width. */
  isWide: boolean;
}

/** A cell: its text, and further details in smaller type. */
export interface PrintedCell {
  text: string;
  detail?: string | undefined;
  /** True: with a box to tick. */
  hasBox?: boolean;
}

export interface PrintedTable {
  columns: PrintedColumn[];
  rows: PrintedCell[][];
  /** One text for each column; empty where there is no sum. */
  foot: string[];
  /** Largest size of its font. */
  size?: number;
}

/** A column, and how its cells are made; `foot` is its sum. */
export interface ColumnRule<Row> {
  title: string;
  isText?: boolean;
  isWide?: boolean;
  cell: (row: Row) => string | PrintedCell;
  foot?: string;
}

type Taxed = Pick<HsnSum, 'rate_bp' | 'cgst_minor' | 'sgst_minor' | 'igst_minor'>;

export function linesTable(content: DocumentContent): PrintedTable {
  const isCharged = content.recipient.sez !== 'without_payment';
  // Below each amount of tax stands its rate: half of the line's, if there are two taxes.
  const rateOf = ({ rate_bp }: DocumentLine, taxes: number): string | undefined =>
    isCharged ? rateText(rate_bp / taxes) : undefined;
  const isTaxed = hasTax(content);
  const isNote = content.kind === 'credit_note';
  const sum = (key: 'delivery_minor' | 'gross_minor' | 'taxable_minor'): string =>
    amountText(content.lines.reduce((total, line) => total + line[key], 0));
  const rules: ColumnRule<DocumentLine>[] = [
    { title: '#', cell: ({ line }) => String(line) },
    { title: 'Item', isText: true, isWide: true, cell: itemCell, foot: 'Total' },
    { title: 'HSN', isText: true, cell: ({ hsn }) => hsn },
    ...(isNote ? [{ title: 'Credits', isText: true, cell: creditCell }] : []),
    ...(hasUnits(content) ? [{ title: 'Quantity', cell: unitsText }] : []),
    ...(isNote
      ? []
      : [
          {
            title: isTaxed ? 'Price with tax' : 'Price',
            cell: (line: DocumentLine) => amountText(line.unit_price_minor!),
          },
        ]),
    ...(isNote && content.lines.every(({ delivery_minor }) => delivery_minor === 0)
      ? []
      : [
          {
            title: 'Delivery',
            cell: (line: DocumentLine) => amountText(line.delivery_minor),
            foot: sum('delivery_minor'),
          },
        ]),
    ...(isTaxed
      ? [
          {
            title: 'Taxable value',
            cell: (line: DocumentLine) => amountText(line.taxable_minor),
            foot: sum('taxable_minor'),
          },
          ...taxRules<DocumentLine>(content, rateOf),
        ]
      : []),
    { title: 'Amount', cell: (line) => amountText(line.gross_minor), foot: sum('gross_minor') },
  ];
  return tableOf(rules, content.lines);
}

/** Makes the table of sums by HSN code, or null if the document has no tax. */
export function hsnTable(content: DocumentContent): PrintedTable | null {
  if (!hasTax(content)) return null;
  const rules: ColumnRule<HsnSum>[] = [
    { title: 'HSN', isText: true, cell: ({ hsn }) => hsn, foot: 'Total' },
    ...(hasUnits(content) ? [{ title: 'Quantity', cell: unitsText }] : []),
    { title: 'GST rate', cell: ({ rate_bp }) => rateText(rate_bp) },
    {
      title: 'Taxable value',
      cell: ({ taxable_minor }) => amountText(taxable_minor),
      foot: amountText(content.taxable_minor),
    },
    ...taxRules<HsnSum>(content),
    {
      title: 'Amount',
      cell: ({ total_minor }) => amountText(total_minor),
      foot: amountText(content.total_minor),
    },
  ];
  return tableOf(rules, hsnSummary(content.lines));
}

/** Returns true if a document has units. A credit note has some if they came back. */
function hasUnits({ lines }: DocumentContent): boolean {
  return lines.some(({ units }) => units !== null);
}

function unitsText({ units, unit }: Pick<HsnSum, 'units' | 'unit'>): string {
  return units === null ? '' : `${countText(units)} ${unit}`;
}

export function hasTax({ kind, is_with_tax }: DocumentContent): boolean {
  return kind !== 'bill_of_supply' && is_with_tax;
}

/** Lists the taxes of a document, with their sums in minor units. */
export function taxesOf(
  content: DocumentContent,
): { name: string; amount: keyof Taxed; sum: number }[] {
  return content.supply === 'inter_state'
    ? [{ name: 'IGST', amount: 'igst_minor', sum: content.igst_minor }]
    : [
        { name: 'CGST', amount: 'cgst_minor', sum: content.cgst_minor },
        {
          name: content.is_utgst ? 'UTGST' : 'SGST',
          amount: 'sgst_minor',
          sum: content.sgst_minor,
        },
      ];
}

function taxRules<Row extends Taxed>(
  content: DocumentContent,
  detailOf: (row: Row, taxes: number) => string | undefined = () => undefined,
): ColumnRule<Row>[] {
  const taxes = taxesOf(content);
  return taxes.map(({ name, amount, sum }) => ({
    title: name,
    cell: (row) => ({ text: amountText(row[amount]), detail: detailOf(row, taxes.length) }),
    foot: amountText(sum),
  }));
}

function itemCell({ description, sku }: DocumentLine): PrintedCell {
  return { text: description, detail: sku };
}

function creditCell({ credits }: DocumentLine): PrintedCell {
  if (credits === null) return { text: '' };
  const { number, issued_on, line } = credits;
  return { text: number, detail: `${dayText(issued_on)}, line ${line}` };
}

export function tableOf<Row>(rules: ColumnRule<Row>[], rows: readonly Row[]): PrintedTable {
  return {
    columns: rules.map(({ title, isText = false, isWide = false }) => ({
      title,
      isNumber: !isText,
      isWide,
    })),
    rows: rows.map((row) =>
      rules.map(({ cell }) => {
        const made = cell(row);
        return typeof made === 'string' ? { text: made } : made;
      }),
    ),
    foot: rules.map(({ foot = '' }) => foot),
  };
}
