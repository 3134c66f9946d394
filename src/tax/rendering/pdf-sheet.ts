import type PDFDocument from 'pdfkit';
import { COLORS, type SchemeColors } from '../../platform/design-tokens.js';
import { linesOf } from './line-breaks.js';
import { fontOf, runsOf, type TextRun } from './pdf-fonts.js';

export type Pdf = InstanceType<typeof PDFDocument>;

/** A part of a page within its margins. Lengths in points: an A4 page is 595 × 842. */
export interface Area {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Pages of a size, and the areas of each in the order in which they are filled. */
export interface Layout {
  size: 'A4' | [width: number, height: number];
  areas: readonly Area[];
}

export const PAGE: Area = { left: 34, right: 561, top: 34, bottom: 798 };
const WHOLE_PAGES: Layout = { size: 'A4', areas: [PAGE] };
const FOOTER_Y = 812;
const DEFAULT_SIZE = 8;
/** Brings lines closer together, as a part of the font's size. Noto Sans leaves room for accents above accents. */
const TIGHTER = 0.16;

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

/** Areas of pages, one after the other: a position that moves down, and a header that is repeated in each area. */
export class PdfSheet {
  y = 0;
  private place = -1;
  private repeatHead: () => void = () => undefined;

  /** @param colors in which text, areas and lines are drawn */
  constructor(
    readonly pdf: Pdf,
    private readonly colors: SchemeColors = COLORS.light,
    private readonly layout: Layout = WHOLE_PAGES,
  ) {
    this.next();
  }

  get area(): Area {
    return this.layout.areas[this.place]!;
  }

  get width(): number {
    return this.area.right - this.area.left;
  }

  /** Begins the next area, without the header. */
  next(): void {
    this.place = (this.place + 1) % this.layout.areas.length;
    if (this.place === 0) this.pdf.addPage({ size: this.layout.size, margin: 0 });
    this.y = this.area.top;
  }

  /** Begins the next area if less than `height` is left of this one. */
  ensure(height: number): void {
    if (this.y + height <= this.area.bottom) return;
    this.next();
    this.repeatHead();
  }

  /** Sets what is drawn at the top of each further area. */
  onNewPage(draw: () => void): void {
    this.repeatHead = draw;
  }

  /** Makes a function that draws in the area of now, also from a later one. It works until the pages end. */
  laterHere(draw: (area: Area) => void): () => void {
    const { area, pdf } = this;
    const lastOf = (): number => {
      const { start, count } = pdf.bufferedPageRange();
      return start + count - 1;
    };
    const page = lastOf();
    return () => {
      pdf.switchToPage(page);
      draw(area);
      pdf.switchToPage(lastOf());
    };
  }

  widthOf(text: string, style: TextStyle): number {
    const widths = runsOf(text).map((run) => this.styleRun(run, style).widthOfString(run.text));
    return widths.reduce((sum, width) => sum + width, 0);
  }

  heightOf(text: string, { width = this.width, ...style }: Block): number {
    const heights = this.linesOf(text, width, style).map((line) => lineHeightOf(line, style));
    return heights.reduce((sum, height) => sum + height, 0);
  }

  /** Draws a wrapping text at a height and returns the height below it. */
  text(
    text: string,
    y: number,
    { x = this.area.left, width = this.width, align = 'left', ...style }: Block,
  ): number {
    let below = y;
    for (const line of this.linesOf(text, width, style)) {
      const left = align === 'left' ? x : x + width - this.widthOf(line, style);
      this.line(line, left, below, style);
      below += lineHeightOf(line, style);
    }
    return below;
  }

  /** Draws a text on one line, which ends at `right`. */
  textTo(text: string, right: number, y: number, style: TextStyle): void {
    this.line(text, right - this.widthOf(text, style), y, style);
  }

  /** Draws a wrapping text below the last one. */
  paragraph(text: string, style: TextStyle): void {
    this.ensure(this.heightOf(text, style));
    this.y = this.text(text, this.y, style);
  }

  /** Breaks a text into lines. Most have one, and finding the breaks of the others costs ten times as much. */
  private linesOf(text: string, width: number, style: TextStyle): string[] {
    const fits = (line: string): boolean => this.widthOf(line, style) <= width;
    return !text.includes('\n') && fits(text) ? [text] : [...linesOf(text, fits)];
  }

  /** Draws a line. Where glyphs are in another order than their letters, it adds the text for searching and copying. */
  private line(text: string, left: number, y: number, style: TextStyle): void {
    const { pdf } = this;
    const runs = runsOf(text);
    const draw = (): void => this.drawRuns(runs, left, y, style);
    if (runs.every(({ script }) => script === null)) return draw();
    const flip = (): Pdf => pdf.save().transform(1, 0, 0, -1, 0, pdf.page.height);
    flip().markContent('Span', { actual: runs.map((run) => run.text).join('') });
    flip();
    draw();
    pdf.restore();
    // Poppler places the letters by what is in force at their end: without flip and font, they would stand upside down.
    pdf.addContent(`/${Object.keys(pdf.page.fonts as object)[0]} ${style.size ?? DEFAULT_SIZE} Tf`);
    pdf.endMarkedContent().restore();
  }

  /** Draws runs next to each other, on one baseline. */
  private drawRuns(runs: readonly TextRun[], left: number, y: number, style: TextStyle): void {
    const { size = DEFAULT_SIZE, isBold = false, color = 'text' } = style;
    const baseline = -fontOf(null, isBold).ascent * size;
    let x = left;
    for (const run of runs) {
      const pdf = this.styleRun(run, style).fillColor(this.colors[color]);
      pdf.text(run.text, x, y, { lineBreak: false, baseline });
      x += pdf.widthOfString(run.text);
    }
  }

  private styleRun({ script }: TextRun, { size = DEFAULT_SIZE, isBold = false }: TextStyle): Pdf {
    const { source, name } = fontOf(script, isBold);
    return this.pdf.font(source, name, size);
  }

  fill(x: number, y: number, width: number, height: number, color: keyof SchemeColors): void {
    this.pdf.rect(x, y, width, height).fill(this.colors[color]);
  }

  /** Draws an empty square to tick. */
  box(x: number, y: number, side: number): void {
    this.pdf.rect(x, y, side, side).lineWidth(0.9).stroke(this.colors.text);
  }

  /** Draws a line across the area. */
  rule(y: number, color: keyof SchemeColors = 'line'): void {
    const { left, right } = this.area;
    this.pdf.moveTo(left, y).lineTo(right, y).lineWidth(0.6).stroke(this.colors[color]);
  }

  /** Writes the same text at the foot of all pages, with their numbers, and ends them. */
  finish(text: string): void {
    const { start, count } = this.pdf.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      this.pdf.switchToPage(start + page);
      this.text(text, FOOTER_Y, { size: 7, color: 'soft', width: this.width - 80 });
      this.textTo(`Page ${page + 1} of ${count}`, PAGE.right, FOOTER_Y, { size: 7, color: 'soft' });
    }
    this.pdf.flushPages();
  }
}

/** Computes the height of a line. Its letters may be deeper than those of Noto Sans. */
function lineHeightOf(line: string, { size = DEFAULT_SIZE, isBold = false }: TextStyle): number {
  const { ascent } = fontOf(null, isBold);
  const descents = [null, ...runsOf(line).map(({ script }) => script)].map(
    (script) => fontOf(script, isBold).descent,
  );
  return (ascent + Math.max(...descents) - TIGHTER) * size;
}
