import bwip from 'bwip-js';
import type { Pdf } from '../pdf-sheet.js';

/** A dot of a label printer of 203 dpi, in points. Bars of other widths are printed wider or narrower than they are. */
const DOT = 72 / 203;
const MODULE = 2 * DOT;
/** Modules that stay empty on both sides. */
const QUIET_ZONE = 10;
/** At least 10 mm. */
const HEIGHT = 80 * DOT;

/** Draws a text as Code 128, at most as far as `right`. Returns its left edge and the height below it. */
export function drawBarCode(
  pdf: Pdf,
  text: string,
  right: number,
  top: number,
): { left: number; bottom: number } {
  const widths = widthsOf(text);
  const modules = widths.reduce((sum, width) => sum + width, 2 * QUIET_ZONE);
  const left = (Math.floor(right / DOT) - modules * 2) * DOT;
  let x = left + QUIET_ZONE * MODULE;
  for (const [index, width] of widths.entries()) {
    // Bars and spaces take turns.
    if (index % 2 === 0) pdf.rect(x, top, width * MODULE, HEIGHT);
    x += width * MODULE;
  }
  pdf.fill('black');
  return { left, bottom: top + HEIGHT };
}

/** Computes the widths of bars and spaces in modules, the first bar first. */
function widthsOf(text: string): number[] {
  const [code] = bwip.raw('code128', text);
  if (code === undefined || !('sbs' in code)) throw new Error('Code 128 has bars');
  return code.sbs;
}
