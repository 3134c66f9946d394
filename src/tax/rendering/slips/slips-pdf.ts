import type { BrandTheme } from '../../../identity/brand/brand.service.js';
import type { Paper } from '../../../identity/brand/papers.js';
import { SERVICE_NAME } from '../../../identity/passwords/personal-password.js';
import { isIndia } from '../../../platform/country.js';
import { countText } from '../../../platform/figures.js';
import { dateInShop } from '../../../platform/time-zone.js';
import { COLORS } from '../../../platform/design-tokens.js';
import type { Consignee } from '../../documents/document-content.js';
import { type Area, type Layout, type Pdf, PdfSheet, type TextStyle } from '../pdf-sheet.js';
import { drawTable } from '../pdf-table.js';
import { openPdf, openPicture, type Picture, writePdf } from '../pdf-file.js';
import { type ColumnRule, type PrintedTable, tableOf } from '../printed-tables.js';
import { drawBarCode } from './bar-code.js';

/** The packing slip of a box. The person who opens the box reads it, so it has no amounts. */
export interface Slip {
  orderNumber: string;
  client: { name: string; address: readonly string[] };
  consignee: Consignee & { phone: string | null };
  /** Short texts, such as the day of the order. */
  facts: readonly string[];
  lines: readonly SlipLine[];
  /** Such as `Note: Ring twice`, each with what it is. */
  notes: readonly string[];
}

export interface SlipLine {
  sku: string;
  /** The product and its variation. */
  item: string;
  units: number;
}

export const LAYOUTS: Record<Paper, Layout> = {
  a4: { size: 'A4', areas: areasOf([595, 842], 1, 1, 34) },
  a4x2: { size: 'A4', areas: areasOf([595, 842], 1, 2, 24) },
  a4x4: { size: 'A4', areas: areasOf([595, 842], 2, 2, 18) },
  // 100 × 150 mm.
  '100x150': { size: [283.46, 425.2], areas: areasOf([283, 425], 1, 1, 14) },
};
const GAP = 6;
/** Largest size of a logo. */
const LOGO = { width: 90, height: 26 } as const;
/** Sizes of the address. The largest is taken that leaves room for the first lines of the order. */
const ADDRESS_SIZES = [14, 12, 10, 9, 8, 7, 6];
const ROOM_FOR_LINES = 90;

/** Draws slips one after the other, each in an area of its own, as one PDF. */
export async function slipsPdf(
  slips: readonly Slip[],
  theme: BrandTheme,
  paper: Paper,
): Promise<Buffer> {
  const today = dateInShop(new Date());
  const pdf = await openPdf(today, { Title: 'Packing slips', Author: theme.name ?? SERVICE_NAME });
  const logo = theme.logo && openPicture(pdf, theme.logo);
  return writePdf(pdf, drawSlips(pdf, slips, { theme, logo, paper }));
}

export interface SlipLook {
  theme: BrandTheme;
  logo: Picture | null;
  paper: Paper;
}

/** Draws slips, and ends their pages. */
export function* drawSlips(
  pdf: Pdf,
  slips: readonly Slip[],
  look: SlipLook,
): Generator<void, void> {
  const sheet = new PdfSheet(pdf, COLORS.light, LAYOUTS[look.paper]);
  for (const [index, slip] of slips.entries()) {
    if (index > 0) sheet.next();
    yield* drawSlip(sheet, slip, look);
  }
  pdf.flushPages();
}

/** Draws a slip from the top of the area of now. */
export function* drawSlip(sheet: PdfSheet, slip: Slip, look: SlipLook): Generator<void, void> {
  const marks: (() => void)[] = [];
  const drawHead = (): void => {
    const number = marks.length + 1;
    const markOf = ({ right, bottom }: Area): void => {
      const text = `${slip.orderNumber} · Slip ${number} of ${marks.length}`;
      sheet.textTo(text, right, bottom + 1, { size: 7 });
    };
    marks.push(sheet.laterHere(markOf));
    drawSender(sheet, slip, look, number === 1);
  };
  drawHead();
  sheet.onNewPage(drawHead);
  drawConsignee(sheet, slip.consignee);
  if (slip.facts.length > 0) sheet.paragraph(slip.facts.join(' · '), { size: 8 });
  sheet.y += GAP;
  yield* drawTable(sheet, linesTable(slip.lines), drawHead);
  for (const note of slip.notes) {
    sheet.y += GAP;
    sheet.paragraph(inOneParagraph(note), { size: 8 });
  }
  if (marks.length > 1) for (const draw of marks) draw();
}

/** Draws who sends the box, next to the bar code of the order. Further slips have the name only. */
function drawSender(
  sheet: PdfSheet,
  { orderNumber, client }: Slip,
  { theme, logo }: SlipLook,
  isFirst: boolean,
): void {
  const { left: x, right, top } = sheet.area;
  const code = drawBarCode(sheet.pdf, orderNumber, right, top);
  const below = code.bottom + 2;
  sheet.textTo(orderNumber, right, below, { size: 10, isBold: true });
  const width = code.left - x;
  const isHouse = theme.sender === 'wholesaler';
  const sender = isHouse ? { name: theme.name ?? SERVICE_NAME, address: theme.address } : client;
  let y = top;
  if (isFirst && isHouse && logo !== null) y = drawLogo(sheet, logo, y);
  y = sheet.text(sender.name, y, { x, width, size: isFirst ? 10 : 8, isBold: true });
  if (isFirst) {
    for (const line of sender.address) y = sheet.text(line, y, { x, width, size: 7 });
    if (isHouse) y = sheet.text(`For ${client.name}`, y + 2, { x, width, size: 8 });
  }
  sheet.y = Math.max(y, below + 14) + GAP / 2;
  sheet.rule(sheet.y);
  sheet.y += GAP;
}

function drawLogo(sheet: PdfSheet, { image, width, height }: Picture, y: number): number {
  const scale = Math.min(LOGO.width / width, LOGO.height / height);
  const size = { width: width * scale, height: height * scale };
  sheet.pdf.image(image, sheet.area.left, y, size);
  return y + size.height + 2;
}

function drawConsignee(sheet: PdfSheet, consignee: Slip['consignee']): void {
  const { name, address, city, state, pincode, country, phone } = consignee;
  const textsAt = (size: number): [text: string, style: TextStyle][] => [
    ['Deliver to', { size: 7, color: 'soft' }],
    [name, { size, isBold: true }],
    [inOneParagraph(address), { size }],
    [`${city}, ${state} ${pincode}`, { size, isBold: true }],
    ...(isIndia(country) ? [] : [[country, { size }] as [string, TextStyle]]),
    ...(phone === null ? [] : [[phone, { size }] as [string, TextStyle]]),
  ];
  const room = sheet.area.bottom - sheet.y - ROOM_FOR_LINES;
  const fits = (size: number): boolean =>
    textsAt(size).reduce((sum, [text, style]) => sum + sheet.heightOf(text, style), 0) <= room;
  const size = ADDRESS_SIZES.find(fits) ?? ADDRESS_SIZES.at(-1)!;
  for (const [text, style] of textsAt(size)) sheet.paragraph(text, style);
  sheet.y += GAP / 2;
}

/** Makes the table of units, each line with a box to tick. @param before further columns, in front of the SKU */
export function linesTable<Line extends SlipLine>(
  lines: readonly Line[],
  before: readonly ColumnRule<Line>[] = [],
): PrintedTable {
  const units = lines.reduce((sum, line) => sum + line.units, 0);
  const table = tableOf<Line>(
    [
      { title: '', cell: () => ({ text: '', hasBox: true }) },
      ...before,
      { title: 'SKU', isText: true, cell: ({ sku }) => sku },
      { title: 'Item', isText: true, isWide: true, cell: ({ item }) => item, foot: 'Units' },
      { title: 'Quantity', cell: (line) => countText(line.units), foot: countText(units) },
    ],
    lines,
  );
  return { ...table, size: 9 };
}

/** Joins the lines of a customer's text, whose breaks could fill the page. */
function inOneParagraph(text: string): string {
  return text.split(/\s*[\r\n]+\s*/).join(', ');
}

/** Divides a page into equal areas with a margin each, row by row. */
function areasOf(
  [width, height]: readonly [number, number],
  columns: number,
  rows: number,
  margin: number,
): Area[] {
  const [wide, high] = [width / columns, height / rows];
  return Array.from({ length: columns * rows }, (_, index) => {
    const [left, top] = [(index % columns) * wide, Math.floor(index / columns) * high];
    return {
      left: left + margin,
      right: left + wide - margin,
      top: top + margin,
      bottom: top + high - margin,
    };
  });
}
