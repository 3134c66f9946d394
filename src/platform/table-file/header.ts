import { textOf, type Cell } from './cell.js';

/** Maximum of title rows above the header. */
const TITLES_MAX = 50;
/** Minimum number of known column names in a header. */
const KNOWN_MIN = 2;

export interface SourceColumn {
  /** From 0. */
  position: number;
  /** Unique; a column without a name is called by its letter. */
  name: string;
  /** As the file has it; empty: none. */
  title: string;
}

/** Finds the position of the row that names the columns. It is recognized by known names, else by its number of cells. */
export function findHeader(
  rows: readonly (readonly Cell[])[],
  isKnown: (name: string) => boolean,
): number {
  const candidates = rows.slice(0, TITLES_MAX);
  const known = candidates.map((row) => row.filter((cell) => isName(cell, isKnown)).length);
  const most = Math.max(...known, 0);
  if (most >= KNOWN_MIN) return known.indexOf(most);
  const filled = candidates.map((row) => row.filter((cell) => textOf(cell) !== '').length);
  const width = Math.max(...filled, 0);
  // The first row with nearly as many cells as the table has columns; titles have one or two.
  return Math.max(
    filled.findIndex((count) => count >= Math.max(width * 0.6, 1)),
    0,
  );
}

/** Lists the columns that have a name, or any cell below. */
export function columnsOf(
  rows: readonly (readonly Cell[])[],
  header: number,
): readonly SourceColumn[] {
  const width = rows.slice(header).reduce((most, { length }) => Math.max(most, length), 0);
  const seen = new Map<string, number>();
  const columns: SourceColumn[] = [];
  for (let position = 0; position < width; position += 1) {
    const given = textOf(rows[header]?.[position]);
    const hasCells = rows.slice(header + 1).some((row) => textOf(row[position]) !== '');
    if (given === '' && !hasCells) continue;
    const name = given === '' ? `Column ${letterOf(position)}` : given;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    columns.push({ position, name: count === 1 ? name : `${name} (${count})`, title: given });
  }
  return columns;
}

const TOTAL = /^(?:grand|sub|net|gross)?[\s-]*(?:totals?|sum)(?:\s.*)?:?$/i;
const TOTAL_ALONE = /^(?:grand|sub|net|gross)?[\s-]*(?:totals?|sum)\s*:?$/i;

/** Returns true if a row sums up others. @param key the cell that names what a row is about */
export function isTotal(texts: readonly string[], key: string): boolean {
  return TOTAL.test(key) || (key === '' && texts.some((text) => TOTAL_ALONE.test(text)));
}

function isName(cell: Cell, isKnown: (name: string) => boolean): boolean {
  return typeof cell === 'string' && cell.trim() !== '' && isKnown(textOf(cell));
}

/** Makes the name that spreadsheets give a column: `A`, `Z`, `AA`. */
function letterOf(position: number): string {
  const rest = Math.floor(position / 26);
  const letter = String.fromCharCode(65 + (position % 26));
  return rest === 0 ? letter : `${letterOf(rest - 1)}${letter}`;
}
