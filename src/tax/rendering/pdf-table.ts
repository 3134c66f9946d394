import type { PdfSheet, TextStyle } from './pdf-sheet.js';
import type { PrintedCell, PrintedTable } from './printed-tables.js';

const PADDING = 4;
const ROW_PADDING = 3;
/** Least width of the column of items. */
const LEAST_WIDTH = 110;
const FONT_SIZES = [9, 8.5, 8, 7.5, 7, 6.5, 6, 5.5, 5];
const DEFAULT_SIZE = 8;
/** Texts that are longer than this part of the table's width wrap. */
const WIDEST = 0.34;

/** A table with the measures that make it fit the page. */
interface FittedTable {
  table: PrintedTable;
  size: number;
  /** Left and right edge of each column, without padding, from the left of the area. */
  edges: { left: number; right: number }[];
}

/** What is drawn above a row, in the same area. */
export interface RowHead {
  height: number;
  draw: () => void;
}

/** Draws a table; its header is repeated in each area. Yields after each row. @param heads by the number of the row, from 0 */
export function* drawTable(
  sheet: PdfSheet,
  table: PrintedTable,
  repeated: () => void,
  heads: ReadonlyMap<number, RowHead> = new Map(),
): Generator<void, void> {
  const fitted = fit(sheet, table);
  const titles = table.columns.map(({ title }) => ({ text: title }));
  const titleStyle: TextStyle = { size: fitted.size, isBold: true };
  const titleHeight = rowHeight(sheet, fitted, titles, titleStyle);
  const drawTitles = (): void => {
    sheet.fill(sheet.area.left, sheet.y, sheet.width, titleHeight, 'panel');
    drawRow(sheet, fitted, titles, titleStyle);
    sheet.y += titleHeight;
  };
  const rowStyle = { size: fitted.size };
  const heights = table.rows.map((row) => rowHeight(sheet, fitted, row, rowStyle));
  sheet.ensure(titleHeight + (heads.get(0)?.height ?? 0) + (heights[0] ?? 0));
  drawTitles();
  sheet.onNewPage(() => {
    repeated();
    drawTitles();
  });
  for (const [index, row] of table.rows.entries()) {
    const head = heads.get(index);
    sheet.ensure((head?.height ?? 0) + heights[index]!);
    head?.draw();
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
  const room = sheet.width;
  const wide = table.columns.findIndex(({ isWide }) => isWide);
  let size = table.size ?? DEFAULT_SIZE;
  let widths: number[] = [];
  for (size of FONT_SIZES.filter((each) => each <= size)) {
    widths = naturalWidths(sheet, table, size);
    const taken = widths.reduce((sum, width, column) => sum + (column === wide ? 0 : width), 0);
    if (taken + (wide < 0 ? 0 : LEAST_WIDTH) <= room) break;
  }
  const rest = room - widths.reduce((sum, width) => sum + width, 0);
  widths =
    wide < 0
      ? widths.map((width) => width + rest / widths.length)
      : widths.with(wide, widths[wide]! + rest);
  let x = 0;
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
  return columns.map(({ title, isWide, isNumber }, column) => {
    if (isWide) return 0;
    if (rows.some((row) => row[column]!.hasBox)) return size + 2 * PADDING;
    const bold = [...title.split(' '), foot[column]!];
    const widths = [
      ...bold.map((text) => sheet.widthOf(text, { size, isBold: true })),
      ...rows.map((row) => sheet.widthOf(row[column]!.text, { size })),
      ...rows.map((row) => sheet.widthOf(row[column]!.detail ?? '', { size: detailSize(size) })),
    ];
    const natural = Math.ceil(Math.max(...widths)) + 2 * PADDING;
    return isNumber ? natural : Math.min(natural, Math.floor(sheet.width * WIDEST));
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
  for (const [column, { text, detail, hasBox }] of cells.entries()) {
    const left = sheet.area.left + fitted.edges[column]!.left;
    const right = sheet.area.left + fitted.edges[column]!.right;
    if (hasBox) sheet.box(left, top + 1, style.size!);
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
