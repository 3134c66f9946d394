import { encode } from 'uqr';
import type { Letterhead } from '../../identity/brand/brand.service.js';
import { COLORS, type SchemeColors } from '../../platform/design-tokens.js';
import type { DocumentContent } from '../documents/document-content.js';
import { openPdf, openPicture, type Picture, writePdf } from './pdf-file.js';
import { PAGE, type Pdf, PdfSheet } from './pdf-sheet.js';
import { drawTable } from './pdf-table.js';
import {
  PLAIN,
  type PrintedDocument,
  printedDocument,
  type PrintedParty,
  type PrintOptions,
} from './printed-document.js';
import { drawSlips, type Slip, type SlipLook } from './slips/slips-pdf.js';

export interface DocumentToPrint extends PrintOptions {
  content: DocumentContent;
  /** The packing slip of its shipment, which comes first. */
  slip?: (Omit<SlipLook, 'logo'> & { content: Slip }) | undefined;
}

const GAP = 12;
/** Largest size of a logo. */
const LOGO = { width: 150, height: 48 } as const;
/** Side of the QR code. It makes the modules of a signed text four tenths of a millimeter wide. */
const QR_SIDE = 128;

/** The look of a printed document. */
interface Look {
  colors: SchemeColors;
  picture: Picture | null;
}

/** Draws documents one after the other on A4 pages. The same documents and theme make the same bytes. */
export async function documentsPdf(
  documents: readonly DocumentToPrint[],
  letterhead: Letterhead = PLAIN,
): Promise<Buffer> {
  const [first] = documents;
  if (first === undefined) throw new Error('There is no document to print');
  const { number, issued_on: day, supplier } = first.content;
  const more = documents.length - 1;
  const title = more === 0 ? number : `${number} and ${more} more`;
  const pdf = await openPdf(day, { Title: title, Author: supplier.legal_name });
  const colors = { ...COLORS.light, ...letterhead.accent.light };
  const look = { colors, picture: letterhead.logo && openPicture(pdf, letterhead.logo) };
  return writePdf(pdf, drawDocuments(pdf, documents, look));
}

function* drawDocuments(
  pdf: Pdf,
  documents: readonly DocumentToPrint[],
  look: Look,
): Generator<void, void> {
  for (const { content, slip, ...options } of documents) {
    if (slip !== undefined) {
      yield* drawSlips(pdf, [slip.content], { ...slip, logo: look.picture });
    }
    const printed = printedDocument(content, options);
    for (const mark of printed.marks) yield* drawDocument(pdf, printed, mark, look);
  }
}

function* drawDocument(
  pdf: Pdf,
  printed: PrintedDocument,
  mark: string | null,
  { colors, picture }: Look,
): Generator<void, void> {
  const sheet = new PdfSheet(pdf, colors);
  const short = [printed.title, printed.number, printed.supplier.name].join(' · ');
  const repeated = (): void => {
    sheet.y = sheet.text(short, sheet.y, { size: 9, isBold: true, color: 'accent' }) + 6;
  };
  drawLogo(sheet, picture);
  drawHead(sheet, printed, mark);
  sheet.onNewPage(repeated);
  drawParties(sheet, printed);
  for (const statement of printed.statements) sheet.paragraph(statement, { isBold: true });
  if (printed.statements.length > 0) sheet.y += GAP / 2;
  yield;
  yield* drawTable(sheet, printed.lines, repeated);
  drawSums(sheet, printed);
  if (printed.hsn !== null) {
    sheet.y += GAP;
    yield* drawTable(sheet, printed.hsn, repeated);
  }
  drawRegistration(sheet, printed);
  drawEnd(sheet, printed);
  sheet.finish(short);
}

/** Draws the logo above everything else on the first page. */
function drawLogo(sheet: PdfSheet, picture: Picture | null): void {
  if (picture === null) return;
  const { image, width, height } = picture;
  const scale = Math.min(LOGO.width / width, LOGO.height / height);
  const top = PAGE.top - 12;
  sheet.pdf.image(image, PAGE.left, top, { width: width * scale, height: height * scale });
  sheet.y = top + height * scale + GAP;
}

function drawHead(
  sheet: PdfSheet,
  printed: Pick<PrintedDocument, 'title' | 'supplier' | 'facts'>,
  mark: string | null,
): void {
  const middle = (PAGE.left + PAGE.right) / 2;
  sheet.fill(0, 0, 596, 6, 'accent');
  const below = sheet.text(printed.title, sheet.y - 6, { size: 18, isBold: true, color: 'accent' });
  if (mark !== null) sheet.textTo(mark, PAGE.right, PAGE.top, { size: 8, color: 'soft' });
  const top = below + 6;
  const left = drawParty(sheet, printed.supplier, top, PAGE.left, middle - PAGE.left - GAP);
  let right = top;
  for (const [label, value] of printed.facts) {
    const valueX = middle + 130;
    sheet.text(label, right, { x: middle, width: 126, color: 'soft' });
    right = sheet.text(value, right, { x: valueX, width: PAGE.right - valueX, isBold: true }) + 2;
  }
  sheet.y = Math.max(left, right) + GAP / 2;
  sheet.rule(sheet.y);
  sheet.y += GAP / 2;
}

function drawParties(sheet: PdfSheet, { parties }: Pick<PrintedDocument, 'parties'>): void {
  const width = (PAGE.right - PAGE.left - GAP) / 2;
  const ends = parties.map((party, column) =>
    drawParty(sheet, party, sheet.y, PAGE.left + column * (width + GAP), width),
  );
  sheet.y = Math.max(...ends) + GAP;
}

/** Draws a party and returns the height below it. */
function drawParty(
  sheet: PdfSheet,
  { heading, name, lines }: PrintedParty,
  top: number,
  x: number,
  width: number,
): number {
  let y = sheet.text(heading, top, { x, width, size: 7, color: 'soft' });
  y = sheet.text(name, y, { x, width, size: 10, isBold: true });
  for (const line of lines) y = sheet.text(line, y, { x, width });
  return y;
}

function drawSums(sheet: PdfSheet, { sums, total, words }: PrintedDocument): void {
  const left = PAGE.left + 300;
  sheet.ensure(sums.length * 13 + 44);
  sheet.y += 6;
  for (const [label, value] of sums) {
    sheet.text(label, sheet.y, { x: left, width: 110, color: 'soft' });
    sheet.textTo(value, PAGE.right - 4, sheet.y, {});
    sheet.y += 13;
  }
  sheet.fill(left - 8, sheet.y - 1, PAGE.right - left + 8, 21, 'mark');
  sheet.text(total[0], sheet.y + 2, { x: left, width: 110, size: 10, isBold: true });
  sheet.textTo(total[1], PAGE.right - 4, sheet.y + 2, { size: 11, isBold: true });
  sheet.y += 26;
  sheet.paragraph(`In words: ${words}`, { isBold: true });
}

function drawRegistration(sheet: PdfSheet, { registration }: PrintedDocument): void {
  if (registration === null) return;
  sheet.y += GAP;
  sheet.ensure(QR_SIDE);
  drawQr(sheet, registration.qr);
  const x = PAGE.left + QR_SIDE + GAP;
  let y = sheet.y;
  for (const [label, value] of registration.facts) {
    y = sheet.text(label, y, { x, width: PAGE.right - x, size: 7, color: 'soft' });
    y = sheet.text(value, y, { x, width: PAGE.right - x }) + 4;
  }
  sheet.y += QR_SIDE;
}

/** Draws a QR code as rectangles, one for each run of dark modules. */
function drawQr({ pdf, y: top }: PdfSheet, text: string): void {
  const { data, size } = encode(text, { ecc: 'L', border: 2 });
  const side = QR_SIDE / size;
  for (const [row, modules] of data.entries()) {
    let column = 0;
    while (column < size) {
      const start = column;
      while (column < size && modules[column]) column++;
      if (column > start) {
        pdf.rect(PAGE.left + start * side, top + row * side, (column - start) * side, side);
      }
      column++;
    }
  }
  pdf.fill(COLORS.light.text);
}

function drawEnd(sheet: PdfSheet, { terms, signature }: PrintedDocument): void {
  if (terms !== null) {
    sheet.y += GAP;
    sheet.paragraph('Terms', { size: 7, color: 'soft' });
    for (const line of terms.split(/\r?\n/)) sheet.paragraph(line, {});
  }
  sheet.y += GAP;
  sheet.ensure(58);
  const x = PAGE.right - 200;
  const below = sheet.text(`For ${signature.company}`, sheet.y, { x, width: 200 });
  const named = sheet.text(signature.signatory ?? '', below + 18, { x, width: 200, isBold: true });
  sheet.y = sheet.text('Authorized signatory', named, { x, width: 200, size: 7, color: 'soft' });
}
