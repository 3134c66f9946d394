import { readFileSync } from 'node:fs';
import { create, type Font as FontkitFont, type Glyph, type GlyphRun } from 'fontkit';
import { LRUCache } from 'lru-cache';
import { builtPath } from '../../platform/built-files.js';

/** A font as pdfkit accepts it, despite its types. Parsing it for each document would take ten times as long. */
type Font = PDFKit.Mixins.PDFFontSource;

let fonts: { regular: Font; bold: Font } | undefined;

/** Returns the fonts of documents, which are read at the first call. They have the rupee sign, Latin and Devanagari. */
export function pdfFonts(): { regular: Font; bold: Font } {
  fonts ??= { regular: readFont('NotoSans_400Regular'), bold: readFont('NotoSans_600SemiBold') };
  return fonts;
}

function readFont(name: string): Font {
  const file = builtPath(`src/tax/rendering/fonts/${name}.ttf`);
  const font = create(readFileSync(file)) as FontkitFont;
  const [layout, glyphOf] = [font.layout.bind(font), font.getGlyph.bind(font)];
  // Fontkit keeps a glyph with the characters of its first use, in any document; with none, if it was a part of another glyph.
  font.getGlyph = (id, codePoints = []) =>
    Object.assign(Object.create(glyphOf(id)) as Glyph, { codePoints });
  const words = new LRUCache<string, GlyphRun>({ max: 2_000, memoMethod: (word) => layout(word) });
  // Most words of a document are those of the one before, and pdfkit forgets them with it. Long ones are not, and take memory.
  font.layout = (word, ...rest) => {
    if (word.length > 30 || rest.some((each) => each !== undefined)) return layout(word, ...rest);
    const run = words.memo(word);
    // Pdfkit changes the positions.
    return Object.assign(Object.create(run) as GlyphRun, {
      positions: run.positions.map((position) => ({ ...position })),
    });
  };
  return font as unknown as Font;
}
