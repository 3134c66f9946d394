import type { BrandTheme } from '../../identity/brand/brand.service.js';
import type { LabelPaper } from '../../identity/brand/papers.js';
import { SERVICE_NAME } from '../../identity/passwords/personal-password.js';
import { COLORS } from '../../platform/design-tokens.js';
import { dateInShop } from '../../platform/time-zone.js';
import { openPdf, openPicture, writePdf } from '../../tax/rendering/pdf-file.js';
import { type Pdf, PdfSheet, type TextStyle } from '../../tax/rendering/pdf-sheet.js';
import { drawBarCode, widestBars } from '../../tax/rendering/slips/bar-code.js';
import {
  drawSlip,
  LAYOUTS,
  type Slip,
  type SlipLook,
} from '../../tax/rendering/slips/slips-pdf.js';
import type { BookingToSend } from '../courier-gateway.js';

/** The label of a box. Scanners and drivers of the courier read it. */
export interface Label extends Pick<
  BookingToSend,
  'consignee' | 'orderNumber' | 'weightGrams' | 'mode'
> {
  awb: string;
  courier: string;
  /** Sort or routing code. */
  routing: string | null;
  /** Name of the client, who is the sender if the brand says so. */
  clientName: string;
  /** Where the box goes if it is not delivered; empty: to the wholesaler's address. */
  returnTo: readonly string[];
  /** True if it was printed before: two boxes with one AWB are noticed at the table. */
  isReprint: boolean;
  /** The packing slip that is printed after it; null: none. */
  slip: Slip | null;
}

const GAP = 5;
/** Sizes of name and address. The largest is taken with which both are whole. */
const ADDRESS_SIZES = [10, 9.5, 9, 8.5, 8, 7.5, 7, 6, 5];
const RETURN_SIZES = [7, 6, 5];
/** Height of the return address, and of the order's code next to it. */
const FOOT = 62;
const CODE_MILLIMETERS = 15;
const PIN = { size: 24, isBold: true };

/** Draws labels, each with its slip, in areas of their own, as one PDF. */
export async function labelsPdf(
  labels: readonly Label[],
  theme: BrandTheme,
  paper: LabelPaper,
): Promise<Buffer> {
  const today = dateInShop(new Date());
  const pdf = await openPdf(today, { Title: 'Labels', Author: theme.name ?? SERVICE_NAME });
  const logo = theme.logo && openPicture(pdf, theme.logo);
  return writePdf(pdf, drawLabels(pdf, labels, { theme, logo, paper }));
}

function* drawLabels(pdf: Pdf, labels: readonly Label[], look: SlipLook): Generator<void, void> {
  const sheet = new PdfSheet(pdf, COLORS.light, LAYOUTS[look.paper]);
  for (const [index, label] of labels.entries()) {
    if (index > 0) sheet.next();
    drawLabel(sheet, label, look.theme);
    if (label.slip !== null) {
      sheet.next();
      yield* drawSlip(sheet, label.slip, look);
    }
    yield;
  }
  pdf.flushPages();
}

/** Draws the head from above and the rest from below. The address gets what is between them. */
function drawLabel(sheet: PdfSheet, label: Label, theme: BrandTheme): void {
  const top = drawAwb(sheet, label, drawHead(sheet, label));
  const footTop = drawFoot(sheet, label, theme);
  const { name, lines, city, state, pincode, phone } = label.consignee;
  const { right, bottom } = { right: sheet.area.right, bottom: footTop - GAP };
  const place = `${city}, ${state}`;
  const placeStyle = { size: 11, isBold: true };
  const pinTop = bottom - sheet.heightOf(pincode, PIN);
  sheet.text(pincode, pinTop, PIN);
  sheet.textTo(phone, right, pinTop + 12, { size: 12, isBold: true });
  const placeTop = pinTop - sheet.heightOf(place, placeStyle);
  sheet.text(place, placeTop, placeStyle);
  drawWhole(sheet, [{ text: name, isBold: true }, { text: lines.join(', ') }], ADDRESS_SIZES, {
    top,
    room: placeTop - top,
  });
}

/** Draws courier, mode and routing code. Returns the height below them. */
function drawHead(sheet: PdfSheet, { courier, mode, routing, isReprint }: Label): number {
  const { right, top } = sheet.area;
  const half = sheet.width / 2 - GAP;
  const modeText = mode === 'surface' ? 'Surface' : 'Express';
  const below = sheet.text(courier, top, { width: half, size: 12, isBold: true });
  const leftEnd = sheet.text(isReprint ? `${modeText} · REPRINT` : modeText, below, {
    width: half,
    size: 9,
    isBold: isReprint,
  });
  const atRight = { x: right - half, width: half, align: 'right', isBold: true } as const;
  const rightTop = sheet.text('Prepaid', top, { ...atRight, size: 12 });
  const rightEnd =
    routing === null ? rightTop : sheet.text(routing, rightTop, { ...atRight, size: 12 });
  const end = Math.max(leftEnd, rightEnd) + 2;
  sheet.rule(end, 'text');
  return end + GAP;
}

/** Draws the AWB as a code, if it is not too long for one, and as text. Returns the height below both. */
function drawAwb(sheet: PdfSheet, { awb }: Label, top: number): number {
  const middle = (sheet.area.left + sheet.area.right) / 2;
  const bars = widestBars(awb, sheet.width);
  const size = { dots: bars?.dots, millimeters: CODE_MILLIMETERS };
  const bottom =
    bars === null
      ? top
      : drawBarCode(sheet.pdf, awb, middle + bars.width / 2, top, size).bottom + 2;
  const style = { size: 12, isBold: true };
  const width = Math.min(sheet.widthOf(awb, style), sheet.width);
  const below = sheet.text(awb, bottom, { ...style, x: middle - width / 2, width: width + 1 }) + 2;
  sheet.rule(below, 'text');
  return below + GAP;
}

/** Draws sender, return address and the order's code at the bottom. Returns the height above them. */
function drawFoot(sheet: PdfSheet, label: Label, theme: BrandTheme): number {
  const { left: x, right, bottom } = sheet.area;
  const { orderNumber, weightGrams, clientName, returnTo } = label;
  const top = bottom - FOOT;
  const code = drawBarCode(sheet.pdf, orderNumber, right, top, { millimeters: CODE_MILLIMETERS });
  sheet.textTo(orderNumber, right, code.bottom + 2, { size: 9, isBold: true });
  const house = theme.name ?? SERVICE_NAME;
  const back = returnTo.length > 0 ? returnTo : [house, ...theme.address];
  const texts = [
    { text: `${weightText(weightGrams)} · Box 1/1`, isBold: true },
    { text: `From ${theme.sender === 'client' ? clientName : house}` },
    { text: `If not delivered, return to: ${back.join(', ')}` },
  ];
  drawWhole(sheet, texts, RETURN_SIZES, { top, room: FOOT, x, width: code.left - x });
  sheet.rule(top - GAP, 'text');
  return top - GAP;
}

interface Room {
  top: number;
  room: number;
  x?: number;
  width?: number;
}

/** Draws texts below each other in the largest size in which all are whole. */
function drawWhole(
  sheet: PdfSheet,
  texts: readonly (TextStyle & { text: string })[],
  sizes: readonly number[],
  { top, room, ...place }: Room,
): void {
  const heightAt = (size: number): number =>
    texts.reduce(
      (sum, { text, ...style }) => sum + sheet.heightOf(text, { ...style, ...place, size }),
      0,
    );
  const size = sizes.find((each) => heightAt(each) <= room) ?? sizes.at(-1)!;
  let y = top;
  for (const { text, ...style } of texts) y = sheet.text(text, y, { ...style, ...place, size });
}

function weightText(grams: number): string {
  return `${Math.ceil(grams / 10) / 100} kg`;
}
