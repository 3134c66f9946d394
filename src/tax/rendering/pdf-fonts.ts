import { readFileSync } from 'node:fs';
import { create, type Font as FontkitFont, type GlyphRun } from 'fontkit';
import { LRUCache } from 'lru-cache';
import { builtPath } from '../../platform/built-files.js';
import { isPlain } from './plain-text.js';
import { type ShapedText, shaperOf } from './shaping.js';

/** Unicode gives each of these scripts 128 code points, in this order. */
const SCRIPTS = 'Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam'.split(
  ' ',
);
const FIRST_CODE_POINT = 0x900;

/** Null: all other characters. */
type Script = string | null;

/** A part of a text whose letters are of one script, in one font. */
export interface TextRun {
  script: Script;
  text: string;
}

export interface DocumentFont {
  /** Its name within a PDF. */
  name: string;
  /** A font as pdfkit accepts it, despite its types. Parsing it for each document would take ten times as long. */
  source: PDFKit.Mixins.PDFFontSource;
  /** Extents above and below the baseline, as parts of the font's size. */
  ascent: number;
  descent: number;
  hasGlyphFor(codePoint: number): boolean;
}

/** Drawn for what no font has. */
const REPLACEMENT = '\ufffd';

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

const fonts = new Map<string, DocumentFont>();

/** Splits a text into runs. What no font has becomes a replacement character, and what shows nothing is left out. */
export function runsOf(text: string): TextRun[] {
  if (isPlain(text)) return [{ script: null, text }];
  const runs: TextRun[] = [];
  for (const { segment } of GRAPHEMES.segment(text)) {
    const drawn = drawnOf(segment);
    const last = runs.at(-1);
    if (last?.script === drawn.script) last.text += drawn.text;
    else if (drawn.text !== '') runs.push(drawn);
  }
  return runs;
}

/** Lists the characters of a text that no font has, each once. */
export function unprintableOf(text: string): string[] {
  const characters = Array.from(GRAPHEMES.segment(text), ({ segment }) => segment);
  return [...new Set(characters)].filter((each) => drawnOf(each).text === REPLACEMENT);
}

/** Finds what is drawn for a grapheme, in a font that has all of its characters. */
function drawnOf(grapheme: string): TextRun {
  const shown = grapheme.replace(INVISIBLE, '');
  const codePoints = Array.from(shown, (character) => character.codePointAt(0)!);
  const scripts = codePoints.map((each) => SCRIPTS[(each - FIRST_CODE_POINT) >> 7] ?? null);
  const script = [...new Set([...scripts, null])].find((each) =>
    codePoints.every((codePoint) => fontOf(each, false).hasGlyphFor(codePoint)),
  );
  if (script === undefined) return { script: null, text: /^\s/.test(grapheme) ? ' ' : REPLACEMENT };
  // Only in the scripts of India do characters that show nothing tell how letters join.
  return { script, text: script === null ? shown : grapheme };
}

/** Returns the font of a script, which is read at the first call. */
export function fontOf(script: Script, isBold: boolean): DocumentFont {
  // Noto Sans has Devanagari.
  const family = script === 'Devanagari' ? '' : (script ?? '');
  const style = isBold ? '600SemiBold' : '400Regular';
  const name = `NotoSans${family}_${style}`;
  const known = fonts.get(name);
  if (known !== undefined) return known;
  const folder = family === '' ? 'noto-sans' : `noto-sans-${family.toLowerCase()}`;
  const font = readFont(name, `src/tax/rendering/fonts/${folder}/${style}/${name}.ttf`);
  fonts.set(name, font);
  return font;
}

function readFont(name: string, file: string): DocumentFont {
  const bytes = readFileSync(builtPath(file));
  const font = create(bytes) as FontkitFont;
  const shape = shaperOf(bytes);
  const words = new LRUCache<string, ShapedText>({ max: 2_000, memoMethod: (word) => shape(word) });
  // Fontkit's own layout fails on words of Gurmukhi, Malayalam and Telugu, and misplaces marks of Bengali and Odia.
  // Most words of a document are those of the one before. Long ones are not, and take memory.
  font.layout = (word) => {
    const { glyphs, positions, advanceWidth } = word.length > 30 ? shape(word) : words.memo(word);
    // Pdfkit changes the positions.
    const own = { glyphs, positions: positions.map((each) => ({ ...each })), advanceWidth };
    return own as unknown as GlyphRun;
  };
  return {
    name,
    source: font as unknown as DocumentFont['source'],
    ascent: font.ascent / font.unitsPerEm,
    descent: -font.descent / font.unitsPerEm,
    hasGlyphFor: (codePoint) => font.hasGlyphForCodePoint(codePoint),
  };
}
