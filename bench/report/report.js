import { COLUMNS, resultCells } from './tables.js';

const WIDTHS = [18, 18, 10, 18, 10, 13, 10, 17, 7, 0];

export const TABLE_HEAD = consoleRow(COLUMNS);

/** Writes a result's line of the table on the console. */
export function tableLine(result) {
  return consoleRow(resultCells(result));
}

function consoleRow(texts) {
  return texts
    .map((text, column) => text.padEnd(WIDTHS[column]))
    .join(' ')
    .trimEnd();
}
