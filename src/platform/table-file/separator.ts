import { parse } from 'csv-parse/browser/esm/sync';

export const SEPARATORS = [',', ';', '\t'] as const;
/** Separator of the cells of a row. */
export type Separator = (typeof SEPARATORS)[number];

const SAMPLE_ROWS = 50;
/** Number of characters that contain the end of that many rows, if the text is a table. */
const SAMPLE_LENGTH = 32 * 1024;

/**
 * The first line that Excel writes to name the separator; Excel shows no row for it. If another program saves the file again,
 * the line has quotes or empty cells.
 */
const SEPARATOR_LINE = /^"?sep=([,;\t])"?[,;\t]*(?:\r\n|\n|\r|$)/i;

/** Reads the separator in the first line of a text, and the text below it. Returns undefined if that line has none. */
export function namedSeparator(text: string): { separator: Separator; below: string } | undefined {
  const [line, separator] = SEPARATOR_LINE.exec(text) ?? [];
  if (line === undefined) return undefined;
  return { separator: separator as Separator, below: text.slice(line.length) };
}

/** Recognizes the separator: the one whose rows most often have the same number of cells, weighted by that number. */
export function recognizeSeparator(text: string): Separator {
  const scores = SEPARATORS.map((separator) => [separator, score(text, separator)] as const);
  return scores.reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

/**
 * Reads the rows of a CSV file, including blank ones, so that a row's position is the number that a spreadsheet shows.
 * Misplaced quotes are kept as text, because suppliers' files contain them.
 *
 * @throws Error if a quote is never closed
 */
export function parseRows(text: string, separator: Separator, rowsMax: number): string[][] {
  // The browser's build of the parser brings a Buffer of its own, which takes longer to encode a text than all the rest.
  return parse(new TextEncoder().encode(text) as Buffer, {
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    relax_column_count: true,
    ...(rowsMax < Infinity && { to: rowsMax }),
  });
}

function score(text: string, separator: Separator): number {
  const rows = sampleOf(text.slice(0, SAMPLE_LENGTH), separator) ?? sampleOf(text, separator) ?? [];
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  return Math.max(...[...counts].map(([width, count]) => (width - 1) * count), 0);
}

/** Reads the first rows, or null if a quote is not closed. */
function sampleOf(text: string, separator: Separator): string[][] | null {
  try {
    return parseRows(text, separator, SAMPLE_ROWS);
  } catch {
    return null;
  }
}
