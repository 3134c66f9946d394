import type PDFDocument from 'pdfkit';
import { COLORS, type SchemeColors } from '../../platform/design-tokens.js';

export type Pdf = InstanceType<typeof PDFDocument>;

/** Lengths in points: an A4 page is 595 × 842. */
export const PAGE = { left: 34, right: 561, top: 34, bottom: 798 } as const;
const PAGE_WIDTH = PAGE.right - PAGE.left;
const FOOTER_Y = 812;
const DEFAULT_SIZE = 8;

export interface TextStyle {
  size?: number;
  isBold?: boolean;
  color?: keyof SchemeColors;
}

interface Block extends TextStyle {
  x?: number;
  width?: number;
  align?: 'left' | 'right';
}

/** Pages of one copy of a document: a position that moves down, and a header that is repeated on each page. */
export class PdfSheet {
  y: number = PAGE.top;
  private repeatHead: () => void = () => undefined;

  /** @param colors in which text, areas and lines are drawn */
  constructor(
    readonly pdf: Pdf,
    private readonly colors: SchemeColors = COLORS.light,
  ) {
    pdf.addPage();
  }

  /** Begins a new page if less than `height` is left of this one. */
  ensure(height: number): void {
    if (this.y + height <= PAGE.bottom) return;
    this.pdf.addPage();
    this.y = PAGE.top;
    this.repeatHead();
  }

  /** Sets what is drawn at the top of each further page. */
  onNewPage(draw: () => void): void {
    this.repeatHead = draw;
  }

  style({ size = DEFAULT_SIZE, isBold = false, color = 'text' }: TextStyle): Pdf {
    return this.pdf
      .font(isBold ? 'bold' : 'regular')
      .fontSize(size)
      .fillColor(this.colors[color]);
  }

  widthOf(text: string, style: TextStyle): number {
    return this.style(style).widthOfString(text);
  }

  heightOf(text: string, { width = PAGE_WIDTH, ...style }: Block): number {
    const pdf = this.style(style);
    const lineGap = lineGapOf(style);
    // A text that wraps costs ten times as much.
    return isOneLine(pdf, text, width)
      ? pdf.currentLineHeight() + lineGap
      : pdf.heightOfString(text, { width, lineGap });
  }

  /** Draws a wrapping text at a height and returns the height below it. */
  text(
    text: string,
    y: number,
    { x = PAGE.left, width = PAGE_WIDTH, align = 'left', ...style }: Block,
  ): number {
    const pdf = this.style(style);
    const lineGap = lineGapOf(style);
    if (isOneLine(pdf, text, width)) {
      const left = align === 'left' ? x : x + width - pdf.widthOfString(text);
      pdf.text(text, left, y, { lineBreak: false });
      return y + pdf.currentLineHeight() + lineGap;
    }
    pdf.text(text, x, y, { width, align, lineGap });
    return pdf.y;
  }

  /** Draws a text on one line, which ends at `right`. */
  textTo(text: string, right: number, y: number, style: TextStyle): void {
    const pdf = this.style(style);
    pdf.text(text, right - pdf.widthOfString(text), y, { lineBreak: false });
  }

  /** Draws a wrapping text below the last one. */
  paragraph(text: string, style: TextStyle): void {
    this.ensure(this.heightOf(text, style));
    this.y = this.text(text, this.y, style);
  }

  fill(x: number, y: number, width: number, height: number, color: keyof SchemeColors): void {
    this.pdf.rect(x, y, width, height).fill(this.colors[color]);
  }

  /** Draws a line across the page. */
  rule(y: number, color: keyof SchemeColors = 'line'): void {
    this.pdf.moveTo(PAGE.left, y).lineTo(PAGE.right, y).lineWidth(0.6).stroke(this.colors[color]);
  }

  /** Writes the same text at the foot of all pages, with their numbers, and ends them. */
  finish(text: string): void {
    const { start, count } = this.pdf.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      this.pdf.switchToPage(start + page);
      this.text(text, FOOTER_Y, { size: 7, color: 'soft', width: PAGE_WIDTH - 80 });
      this.textTo(`Page ${page + 1} of ${count}`, PAGE.right, FOOTER_Y, { size: 7, color: 'soft' });
    }
    this.pdf.flushPages();
  }
}

/** Computes a gap that brings lines closer together. The font leaves room for scripts that documents do not use. */
function lineGapOf({ size = DEFAULT_SIZE }: TextStyle): number {
  return -0.16 * size;
}

function isOneLine(pdf: Pdf, text: string, width: number): boolean {
  return !text.includes('\n') && pdf.widthOfString(text) <= width;
}
