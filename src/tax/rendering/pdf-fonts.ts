import { readFileSync } from 'node:fs';
import { create } from 'fontkit';
import { builtPath } from '../../platform/built-files.js';

/** A font that pdfkit takes as it is, though its types know only files and bytes; parsing it for each document takes ten times as long. */
type Font = PDFKit.Mixins.PDFFontSource;

let fonts: { regular: Font; bold: Font } | undefined;

/** Reads the fonts of documents, read at the first call: they have the rupee sign, Latin and Devanagari. */
export function pdfFonts(): { regular: Font; bold: Font } {
  fonts ??= { regular: readFont('NotoSans_400Regular'), bold: readFont('NotoSans_600SemiBold') };
  return fonts;
}

function readFont(name: string): Font {
  const file = builtPath(`src/tax/rendering/fonts/${name}.ttf`);
  return create(readFileSync(file)) as unknown as Font;
}
