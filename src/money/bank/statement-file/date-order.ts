import { AppError } from '../../../platform/http/errors.js';
import { textOf } from '../../../platform/table-file/cell.js';
import { readDates, type DateReadings } from '../../../platform/table-file/dates.js';
import type { Row } from './row.js';

/** What a person says about the dates of a file. */
export interface DateAnswers {
  /** undefined: recognized from the file. */
  dayFirst?: boolean | undefined;
  /** True: a spreadsheet program exchanged day and month where it made date cells. undefined: nothing was said. */
  exchangesCells?: boolean | undefined;
}

/** A question that only a person can answer: which day a cell means. */
export interface DateQuestion {
  code: 'date_order_unclear' | 'date_cells_unclear';
  /** A sentence with the first cell and both of its days. */
  example: string;
}

/** How the dates of a file are read: decided for all rows together. */
export interface FileDates {
  dateOf: (row: Row) => string | null;
  isMonthFirst: boolean;
  /** The question that dates before those of earlier files raise; null: the file proves how it is read, or a person said so. */
  question: DateQuestion | null;
}

const COLUMNS = ['value_date', 'date'] as const;
type DateColumn = (typeof COLUMNS)[number];

interface FoundDate {
  row: number;
  column: DateColumn;
  text: string;
  readings: DateReadings;
}

/** True: day and month are exchanged. */
type Exchanged = (column: DateColumn, form: DateReadings['form']) => boolean;

/**
 * Decides for a whole file whether the day or the month is first, and whether its date cells are as they were written.
 *
 * @param rows each with its number in the file
 * @param today the last day that lines may have; null: any
 * @throws AppError file_unreadable (its dates contradict each other), date_order_unclear, date_cells_unclear
 */
export function datesOfFile(
  rows: readonly (readonly [row: number, Row])[],
  { dayFirst, exchangesCells }: DateAnswers,
  today: string | null,
): FileDates {
  const found = rows.flatMap(([row, cells]) => findDates(row, cells));
  const mixed = mixedColumns(found);
  if (mixed[0] !== undefined && exchangesCells === undefined) throw ask(...mixed[0]);
  const isMixed = (column: DateColumn): boolean =>
    mixed.some(([{ column: one }]) => one === column);
  const isOfSpreadsheet: Exchanged = (column, form) =>
    form === 'cell' || (form === 'year_first' && isMixed(column));
  const cells = found.filter(({ column, readings }) => isOfSpreadsheet(column, readings.form));
  const kept = cells.find(({ readings }) => readings.exchanged === null);
  if (exchangesCells === true && kept !== undefined) {
    throw contradiction(`Row ${kept.row} has the date ${kept.text}, which cannot be exchanged.`);
  }
  const numbers = found.filter(({ readings }) => readings.form === 'numbers');
  const proven = provenOrder(numbers, dayFirst);
  const isMonthFirst = !(proven ?? dayFirst ?? true);
  const choice: Exchanged = (column, form) =>
    form === 'numbers' ? isMonthFirst : exchangesCells === true && isOfSpreadsheet(column, form);
  const dateOf = (row: Row): string | null => dateOfRow(row, choice);
  const isOrderKnown = (proven ?? dayFirst) !== undefined;
  const areCellsKnown = exchangesCells !== undefined || kept !== undefined;
  const question =
    (isOrderKnown ? null : questionOn(numbers, 'date_order_unclear')) ??
    (areCellsKnown ? null : questionOn(cells, 'date_cells_unclear'));
  const file = { dateOf, isMonthFirst };
  if (question === null) return { ...file, question };
  const isOfQuestion: Exchanged =
    question.code === 'date_order_unclear' ? (_, form) => form === 'numbers' : isOfSpreadsheet;
  const other: Exchanged = (column, form) => isOfQuestion(column, form) || choice(column, form);
  const daysBy = (isExchanged: Exchanged): string[] =>
    rows.flatMap(([, row]) => dateOfRow(row, isExchanged) ?? []);
  const days = { usual: daysBy(choice), other: daysBy(other) };
  const isPossible = isOtherPossible(question, days, today);
  return { ...file, question: isPossible ? question : null };
}

/**
 * Compares the dates of a file in the usual reading with those in the other one.
 *
 * @returns true if the other reading is possible, too
 * @throws AppError the question, if the usual reading is in doubt
 */
function isOtherPossible(
  question: DateQuestion,
  { usual, other }: { usual: readonly string[]; other: readonly string[] },
  today: string | null,
): boolean {
  const isToCome = (date: string): boolean => today !== null && date > today;
  const late = usual.find(isToCome);
  if (late !== undefined) throw unclearDates(question, `The day ${late} is yet to come.`);
  const isPossible = !other.some(isToCome);
  if (isPossible && !isInOrder(usual) && isInOrder(other)) {
    throw unclearDates(question, 'Read as usual, the rows are not in the order of their dates.');
  }
  return isPossible;
}

/** Makes the refusal that asks a question. @param reason why the usual reading is in doubt */
export function unclearDates({ code, example }: DateQuestion, reason: string): AppError {
  const parameter = code === 'date_order_unclear' ? 'day_first' : 'exchange_date_cells';
  const remedy = `Send it with ${parameter}=true or ${parameter}=false.`;
  return new AppError(code, { message: `${example} ${reason} ${remedy}` });
}

function findDates(row: number, cells: Row): FoundDate[] {
  return COLUMNS.flatMap((column) => {
    const cell = cells.cell(column);
    const readings = readDates(cell);
    return readings === null ? [] : [{ row, column, text: textOf(cell), readings }];
  });
}

/** Finds the first date of a spreadsheet and the first text of each column that has both: only some texts became dates. */
function mixedColumns(found: readonly FoundDate[]): [FoundDate, FoundDate][] {
  return COLUMNS.flatMap((column): [FoundDate, FoundDate][] => {
    const first = (...forms: DateReadings['form'][]): FoundDate | undefined =>
      found.find((one) => one.column === column && forms.includes(one.readings.form));
    const [cell, isoDate] = [first('cell'), first('year_first')];
    const [text, numbers] = [first('numbers', 'named'), first('numbers')];
    if (cell !== undefined && text !== undefined) return [[cell, text]];
    // Texts with the year first are unequivocal, unless all of them may come from cells with day and month exchanged.
    const isProven = found.some(
      ({ column: one, readings: { form, exchanged } }) =>
        one === column && form === 'year_first' && exchanged === null,
    );
    if (isoDate === undefined || numbers === undefined || isProven) return [];
    return [[isoDate, numbers]];
  });
}

function ask(cell: FoundDate, text: FoundDate): AppError {
  const question = { code: 'date_cells_unclear', example: exampleOf(cell) } as const;
  return unclearDates(
    question,
    `Row ${text.row} has the text ${text.text} in the same column, so a spreadsheet program may have made dates of some texts.`,
  );
}

/** Returns true if rows prove that the day is first, false for the month; undefined: no row proves either. */
function provenOrder(
  numbers: readonly FoundDate[],
  dayFirst: boolean | undefined,
): boolean | undefined {
  const day = numbers.find(({ readings }) => readings.exchanged === null);
  const month = numbers.find(({ readings }) => readings.usual === null);
  if (day !== undefined && month !== undefined) {
    throw contradiction(
      `Row ${day.row} has the date ${day.text} with the day first, but row ${month.row} has ${month.text} with the month first.`,
    );
  }
  const wrong = dayFirst === true ? month : dayFirst === false ? day : undefined;
  if (wrong !== undefined) {
    const part = dayFirst === true ? 'day' : 'month';
    throw contradiction(
      `Row ${wrong.row} has the date ${wrong.text}, so the ${part} is not first.`,
    );
  }
  return (day ?? month) === undefined ? undefined : day !== undefined;
}

function contradiction(problem: string): AppError {
  const message = `${problem} Correct the dates, or upload the file as the bank made it.`;
  return new AppError('file_unreadable', { message });
}

/** Returns the question that dates raise; null: each of them has one reading. */
function questionOn(dates: readonly FoundDate[], code: DateQuestion['code']): DateQuestion | null {
  const found = dates.find(({ readings: { usual, exchanged } }) => usual !== exchanged);
  return found === undefined ? null : { code, example: exampleOf(found) };
}

function exampleOf({ row, text, readings: { form, usual, exchanged } }: FoundDate): string {
  if (form === 'numbers') {
    return `Row ${row} has the date ${text}: ${usual} with the day first, ${exchanged} with the month first.`;
  }
  const other =
    exchanged === null ? '' : `: ${usual} as shown, ${exchanged} with day and month exchanged`;
  return `Row ${row} has the date ${text}${other}.`;
}

function dateOfRow(row: Row, isExchanged: Exchanged): string | null {
  for (const column of COLUMNS) {
    const readings = readDates(row.cell(column));
    if (readings === null) continue;
    const { form, usual, exchanged } = readings;
    const date = isExchanged(column, form) ? exchanged : usual;
    if (date !== null) return date;
  }
  return null;
}

/** Returns true for dates from the earliest to the latest, or the other way round. */
function isInOrder(dates: readonly string[]): boolean {
  const sorted = dates.toSorted().join();
  return [dates, dates.toReversed()].some((ordered) => ordered.join() === sorted);
}
