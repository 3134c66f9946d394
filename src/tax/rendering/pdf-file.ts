import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import type { Logo } from '../../identity/brand/brand.service.js';
import { inSlices } from '../../platform/slices.js';
import { startOfDay } from '../../platform/time-zone.js';
import type { Pdf } from './pdf-sheet.js';
import { loadShaping } from './shaping.js';

/** A logo that is part of the file once, however often it is drawn. */
export interface Picture extends Pick<Logo, 'width' | 'height'> {
  image: PDFKit.Mixins.ImageSrc;
}

/** A method that the types of pdfkit lack. */
type WithImages = Pdf & { openImage(file: Buffer): PDFKit.Mixins.ImageSrc };

/** Begins a PDF without pages, and loads what its texts need. @param day YYYY-MM-DD */
export async function openPdf(
  day: string,
  info: Pick<PDFKit.DocumentInfo, 'Title' | 'Author'>,
): Promise<Pdf> {
  await loadShaping();
  const madeAt = startOfDay(day);
  return new PDFDocument({
    margin: 0,
    // Draws the page numbers when the number of pages is known.
    bufferPages: true,
    autoFirstPage: false,
    // No standard font: it lacks the rupee sign.
    font: null as unknown as string,
    lang: 'en-IN',
    displayTitle: true,
    // Without dates of its own, the file names the time of its making.
    info: { ...info, CreationDate: madeAt, ModDate: madeAt },
  });
}

/** Draws the pages of a PDF in turn with other works, and returns its bytes. */
export async function writePdf(pdf: Pdf, drawing: Generator<void, void>): Promise<Buffer> {
  const file = buffer(pdf);
  await inSlices(drawing);
  pdf.end();
  return file;
}

/** Adds the logo to the file. Returns null if it cannot be drawn, because a document must not fail for it. */
export function openPicture(pdf: Pdf, { content, width, height }: Logo): Picture | null {
  try {
    return { image: (pdf as WithImages).openImage(content), width, height };
  } catch {
    return null;
  }
}
