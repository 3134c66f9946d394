import type * as Harfbuzz from 'harfbuzzjs';

/** What pdfkit reads of the glyphs of a text. */
export interface ShapedText {
  glyphs: { id: number; codePoints: number[]; advanceWidth: number }[];
  positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[];
  advanceWidth: number;
}

let harfbuzz: typeof Harfbuzz | undefined;

/** Loads HarfBuzz, which browsers shape texts with, too. It is WebAssembly, which loads asynchronously. */
export async function loadShaping(): Promise<void> {
  harfbuzz ??= await import('harfbuzzjs');
}

/** Makes a function that joins and orders the letters of a text in a font. It works after `loadShaping()`. */
export function shaperOf(file: Uint8Array): (text: string) => ShapedText {
  let font: Harfbuzz.Font | undefined;
  return (text) => {
    const { Blob, Buffer, ClusterLevel, Face, Font, shape } = harfbuzz!;
    font ??= new Font(new Face(new Blob(file)));
    const buffer = new Buffer();
    buffer.setClusterLevel(ClusterLevel.CHARACTERS);
    buffer.addText(text);
    buffer.guessSegmentProperties();
    shape(font, buffer);
    return shapedText(text, font, buffer);
  };
}

function shapedText(text: string, font: Harfbuzz.Font, buffer: Harfbuzz.Buffer): ShapedText {
  const infos = buffer.getGlyphInfos();
  const positions = buffer.getGlyphPositions();
  const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((a, b) => a - b);
  const sources = new Map(
    starts.map((start, index) => [start, text.slice(start, starts[index + 1])]),
  );
  const glyphs = infos.map(({ codepoint: id, cluster }) => {
    const source = Array.from(sources.get(cluster) ?? '', (each) => each.codePointAt(0)!);
    // Further glyphs of the same characters have none.
    sources.delete(cluster);
    return { id, codePoints: source, advanceWidth: font.glyphHAdvance(id) };
  });
  const advanceWidth = positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
  return { glyphs, positions, advanceWidth };
}
