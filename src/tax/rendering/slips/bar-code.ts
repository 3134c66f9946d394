import bwip from 'bwip-js';
import type { Pdf } from '../pdf-sheet.js';

/** A dot of a label printer of 203 dpi, in points. Bars of other widths are printed wider or narrower than they are. */
const DOT = 72 / 203;
/** Dots of the narrowest bar, at least and at most. */
const LEAST_DOTS = 2;
const MOST_DOTS = 5;
/** Printers blacken every dot that a bar touches, so that a bar which ends between two dots, or at one, is wider by a dot. */
const INSIDE = DOT / 4;
/** Modules that stay empty on both sides. */
const QUIET_ZONE = 10;

interface BarCodeSize {
  /** Of the narrowest bar. */
  dots?: number;
  /** Height in millimeters, at least. */
  millimeters?: number;
}

/** Draws a text as Code 128, at most as far as `right`. Returns its left edge and the height below it. */
export function drawBarCode(
  pdf: Pdf,
  text: string,
  right: number,
  top: number,
  { dots = LEAST_DOTS, millimeters = 10 }: BarCodeSize = {},
): { left: number; bottom: number } {
  const module = dots * DOT;
  const height = Math.ceil((millimeters / 25.4) * 203) * DOT;
  const widths = widthsOf(text);
  const left = (Math.floor(right / DOT) - modulesOf(widths) * dots) * DOT;
  let x = left + QUIET_ZONE * module;
  for (const [index, width] of widths.entries()) {
    // Bars and spaces take turns.
    if (index % 2 === 0) pdf.rect(x + INSIDE, top, width * module - 2 * INSIDE, height);
    x += width * module;
  }
  pdf.fill('black');
  return { left, bottom: top + height };
}

/** Finds the widest bars with which a text fits into a width. Returns null if it does not fit with the narrowest. */
export function widestBars(text: string, width: number): { dots: number; width: number } | null {
  const modules = modulesOf(widthsOf(text));
  const dots = Math.min(Math.floor(width / DOT / modules), MOST_DOTS);
  return dots < LEAST_DOTS ? null : { dots, width: modules * dots * DOT };
}

function modulesOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 2 * QUIET_ZONE);
}

/** Computes the widths of bars and spaces in modules, the first bar first. */
function widthsOf(text: string): number[] {
  const [code] = bwip.raw('code128', text);
  if (code === undefined || !('sbs' in code)) throw new Error('Code 128 has bars');
  return code.sbs;
}
