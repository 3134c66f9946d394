import { dateInShop } from '../../../platform/time-zone.js';
import { openPdf, writePdf } from '../pdf-file.js';
import { type Pdf, PdfSheet } from '../pdf-sheet.js';
import { drawTable, type RowHead } from '../pdf-table.js';
import { drawBarCode } from './bar-code.js';
import { linesTable, type SlipLine } from './slips-pdf.js';

/** Units to take from the shelves. */
export interface PickSheet {
  title: string;
  /** How much it is, and when it was printed. */
  summary: string;
  parts: readonly PickPart[];
}

/** Lines of one order, or of all. */
export interface PickPart {
  order: { number: string; label: string } | null;
  lines: readonly PickLine[];
}

export interface PickLine extends SlipLine {
  shelf: string | null;
}

/** Height of the head of an order, with its bar code. */
const HEAD = 42;

/** Draws a pick list on A4 pages. The columns of all orders stand below each other. */
export async function pickSheetPdf(pick: PickSheet): Promise<Buffer> {
  const pdf = await openPdf(dateInShop(new Date()), { Title: pick.title });
  return writePdf(pdf, drawPickSheet(pdf, pick));
}

function* drawPickSheet(pdf: Pdf, { title, summary, parts }: PickSheet): Generator<void, void> {
  const sheet = new PdfSheet(pdf);
  const { right, top } = sheet.area;
  sheet.textTo(summary, right, top + 4, { size: 9 });
  sheet.y = sheet.text(title, top, { size: 15, isBold: true }) + 4;
  const heads = new Map<number, RowHead>();
  let row = 0;
  for (const { order, lines } of parts) {
    if (order !== null) heads.set(row, { height: HEAD, draw: () => drawOrder(sheet, order) });
    row += lines.length;
  }
  const table = linesTable<PickLine>(
    parts.flatMap(({ lines }) => lines),
    [{ title: 'Shelf', isText: true, cell: ({ shelf }) => shelf ?? '–' }],
  );
  yield* drawTable(sheet, table, () => undefined, heads);
  sheet.finish(title);
}

function drawOrder(sheet: PdfSheet, { number, label }: NonNullable<PickPart['order']>): void {
  const { left: x, right } = sheet.area;
  const top = sheet.y + 8;
  const { left, bottom } = drawBarCode(sheet.pdf, number, right, top);
  const width = left - x;
  const below = sheet.text(number, top, { x, width, size: 12, isBold: true });
  sheet.text(label, below, { x, width, size: 9 });
  sheet.y = bottom + 4;
  sheet.rule(sheet.y);
  sheet.y = top - 8 + HEAD;
}
