import { PAGE, type PdfSheet, type TextStyle } from './pdf-sheet.js';
import type { PrintedCell, PrintedTable } from './printed-tables.js';

const PADDING = 4;
const ROW_PADDING = 3;
/** Least width of the column of items. */
const LEAST_WIDTH = 110;
const FONT_SIZES = [8, 7.5, 7, 6.5, 6, 5.5, 5];

/** A table with the measures that make it fit the page. */
interface FittedTable {
  table: PrintedTable;
  size: number;
  /** Left and right edge of each column, without padding. */
  edges: { left: number; right: number }[];
}

/** Draws a table; its header is repeated on each page. Yields after each row. */
export function* drawTable(
  sheet: PdfSheet,
  table: PrintedTable,
  repeated: () => void,
): Generator<void, void> {
  const fitted = fit(sheet, table);
  const titles = table.columns.map(({ title }) => ({ text: title }));
  const titleStyle: TextStyle = { size: fitted.size, isBold: true };
  const titleHeight = rowHeight(sheet, fitted, titles, titleStyle);
  const drawTitles = (): void => {
    sheet.fill(PAGE.left, sheet.y, PAGE.right - PAGE.left, titleHeight, 'panel');
    drawRow(sheet, fitted, titles, titleStyle);
    sheet.y += titleHeight;
  };
  const rowStyle = { size: fitted.size };
  const heights = table.rows.map((row) => rowHeight(sheet, fitted, row, rowStyle));
  sheet.ensure(titleHeight + (heights[0] ?? 0));
  drawTitles();
  sheet.onNewPage(() => {
    repeated();
    drawTitles();
  });
  for (const [index, row] of table.rows.entries()) {
    sheet.ensure(heights[index]!);
    drawRow(sheet, fitted, row, rowStyle);
    sheet.y += heights[index]!;
    sheet.rule(sheet.y);
    yield;
  }
  const foot = table.foot.map((text) => ({ text }));
  const footHeight = rowHeight(sheet, fitted, foot, titleStyle);
  sheet.ensure(footHeight);
  drawRow(sheet, fitted, foot, titleStyle);
  sheet.y += footHeight;
  sheet.rule(sheet.y, 'accent');
  sheet.onNewPage(repeated);
}

/** Picks the largest font that keeps all numbers on one line and leaves the widest column its minimum width. */
function fit(sheet: PdfSheet, table: PrintedTable): FittedTable {
  const room = PAGE.right - PAGE.left;
  const wide = table.columns.findIndex(({ isWide }) => isWide);
  let size = FONT_SIZES[0]!;
  let widths: number[] = [];
  for (size of FONT_SIZES) {
    widths = naturalWidths(sheet, table, size);
    const taken = widths.reduce((sum, width, column) => sum + (column === wide ? 0 : width), 0);
    if (taken + (wide < 0 ? 0 : LEAST_WIDTH) <= room) break;
  }
  const rest = room - widths.reduce((sum, width) => sum + width, 0);
  widths =
    wide < 0
      ? widths.map((width) => width + rest / widths.length)
      : widths.with(wide, widths[wide]! + rest);
  let x: number = PAGE.left;
  const edges = widths.map((width) => {
    x += width;
    return { left: x - width + PADDING, right: x - PADDING };
  });
  return { table, size, edges };
}

/** Computes the width that each column needs to wrap its title only between words. */
function naturalWidths(
  sheet: PdfSheet,
  { columns, rows, foot }: PrintedTable,
  size: number,
): number[] {
  return columns.map(({ title, isWide }, column) => {
    if (isWide) return 0;
    const bold = [...title.split(' '), foot[column]!];
    const widths = [
      ...bold.map((text) => sheet.widthOf(text, { size, isBold: true })),
      ...rows.map((row) => sheet.widthOf(row[column]!.text, { size })),
      ...rows.map((row) => sheet.widthOf(row[column]!.detail ?? '', { size: detailSize(size) })),
    ];
    return Math.ceil(Math.max(...widths)) + 2 * PADDING;
  });
}

function rowHeight(
  sheet: PdfSheet,
  { edges }: FittedTable,
  cells: readonly PrintedCell[],
  style: TextStyle,
): number {
  const heights = cells.map(({ text, detail }, column) => {
    const width = edges[column]!.right - edges[column]!.left;
    const own = text === '' ? 0 : sheet.heightOf(text, { ...style, width });
    return detail === undefined
      ? own
      : own + sheet.heightOf(detail, { size: detailSize(style.size!), width });
  });
  return Math.max(...heights) + 2 * ROW_PADDING;
}

function drawRow(
  sheet: PdfSheet,
  fitted: FittedTable,
  cells: readonly PrintedCell[],
  style: TextStyle,
): void {
  const top = sheet.y + ROW_PADDING;
  for (const [column, { text, detail }] of cells.entries()) {
    const { left, right } = fitted.edges[column]!;
    const align = fitted.table.columns[column]!.isNumber ? 'right' : 'left';
    const block = { x: left, width: right - left, align } as const;
    const below = sheet.text(text, top, { ...style, ...block });
    const soft = { size: detailSize(style.size!), color: 'soft' } as const;
    if (detail !== undefined) sheet.text(detail, below, { ...soft, ...block });
  }
}

function detailSize(size: number): number {
  return size - 1;
}
