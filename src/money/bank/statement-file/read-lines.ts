import { LIMITS } from '../../../platform/config/limits.js';
import { valueOf, type Cell } from '../../../platform/table-file/cell.js';
import type { StatedBalances } from './balances.js';
import { datesOfFile, type DateAnswers, type FileDates } from './date-order.js';
import { identifiersOf, referenceOf } from './identifiers.js';
import { balancesBelow, isEnd, isTotal, labeledBalances, type LabeledBalances } from './labels.js';
import { joinRows } from './joined-rows.js';
import { moneyReader, type MoneyReader } from './money.js';
import { Row, type Columns } from './row.js';
import type { IgnoredRow, Statement, StatementLine, UnreadableRow } from './types.js';

export interface RowsRead extends Pick<
  Statement,
  'lines' | 'ignoredRows' | 'unreadableRows' | 'dateQuestion'
> {
  stated: StatedBalances;
}

export interface RowsToRead {
  rows: readonly (readonly Cell[])[];
  /** The position of the row that names the columns. */
  header: number;
  columns: Columns;
  /** The wholesaler's own identifiers, such as its account number. */
  own: ReadonlySet<string>;
  /** The last day that lines may have; null: any. */
  today: string | null;
  dates: DateAnswers;
  currencySign: string;
}

/**
 * Reads the rows of a statement: balances above the header, and lines below it.
 *
 * @throws UnreadableFile (the file does not state whether money came in or went out)
 * @throws AppError as datesOfFile
 */
export function readRows({ rows, header, columns, dates, ...file }: RowsToRead): RowsRead {
  const below = rows.slice(header + 1).map((cells) => new Row(columns, cells));
  const names = rows[header] ?? [];
  const width = Math.max(names.length, usualWidth(below));
  const moneyOf = moneyReader(below);
  const numbered = joinRows(
    below.map((row, index) => [header + 2 + index, row]),
    moneyOf,
  );
  const { question: dateQuestion, ...read } = datesOfFile(numbered, dates, file.today);
  const reader = new RowReader(names, { ...read, ...file, moneyOf, width });
  for (const cells of rows.slice(0, header)) reader.takeTitle(cells);
  for (const [number, row] of numbered) reader.take(number, row);
  return { ...reader.result(), dateQuestion };
}

/** Finds the number of cells that most rows have; of two that are as frequent, the smaller one. */
function usualWidth(rows: readonly Row[]): number {
  const counts = new Map<number, number>();
  for (const row of rows) {
    const { length } = row.cells;
    if (row.isFilled()) counts.set(length, (counts.get(length) ?? 0) + 1);
  }
  const widths = [...counts].sort(
    ([one, ofOne], [other, ofOther]) => ofOther - ofOne || one - other,
  );
  return widths[0]?.[0] ?? 0;
}

interface FileFacts
  extends
    Pick<RowsToRead, 'own' | 'today' | 'currencySign'>,
    Pick<FileDates, 'dateOf' | 'isMonthFirst'> {
  moneyOf: MoneyReader;
  /** The number of cells of its rows. */
  width: number;
}

class RowReader {
  private readonly lines: StatementLine[] = [];
  private readonly ignoredRows: IgnoredRow[] = [];
  private readonly unreadableRows: UnreadableRow[] = [];
  private opening: number | null = null;
  private closing: number | null = null;
  /** The balance at the end of a page; null once there are lines after it. */
  private closingOfPage: number | null = null;
  /** The row of labels whose amounts are in the next row. */
  private labels: readonly Cell[] | null = null;
  private hasEnded = false;

  constructor(
    private readonly header: readonly Cell[],
    private readonly file: FileFacts,
  ) {}

  takeTitle(cells: readonly Cell[]): void {
    const balances = labeledBalances(cells, undefined);
    if (balances !== null) this.keep(balances);
  }

  take(rowNumber: number, row: Row): void {
    if (!row.isFilled()) return;
    const reason = this.reasonToIgnore(row);
    if (reason !== null) {
      this.ignoredRows.push({ rowNumber, reason });
      return;
    }
    const line = this.lineOf(rowNumber, row);
    if ('problem' in line) this.unreadableRows.push(line);
    else this.lines.push(line);
    this.closingOfPage = null;
  }

  result(): Omit<RowsRead, 'dateQuestion'> {
    const { lines, ignoredRows, unreadableRows, opening } = this;
    const closing = this.closing ?? this.closingOfPage;
    const stated = { openingMinor: opening, closingMinor: closing };
    return { lines, ignoredRows, unreadableRows, stated };
  }

  /** Says why a row is not a line, or null if it is one or looks like one. */
  private reasonToIgnore(row: Row): string | null {
    const { labels } = this;
    this.labels = null;
    if (row.repeats(this.header)) return 'repeats the names of the columns';
    const balances = labeledBalances(row.cells, row.columns.get('balance')?.position);
    if (balances !== null) return this.takeBalances(balances, row.cells);
    const money = this.file.moneyOf(row);
    if (row.formulaProblem() !== null && !isTotal(row.cells)) return null;
    if (this.file.dateOf(row) !== null) return money === null ? 'has no amount' : null;
    if (labels !== null) {
      this.keep(balancesBelow(labels, row.cells));
      return 'is a summary';
    }
    this.hasEnded ||= isEnd(row.cells);
    if (isTotal(row.cells)) return 'is a total';
    if (money === null || !row.hasFigures()) return 'has neither a date nor an amount';
    return this.hasEnded || row.isBare() ? 'is a total' : null;
  }

  private takeBalances(balances: LabeledBalances, cells: readonly Cell[]): string {
    const { opening, closing } = balances;
    if (opening === undefined && closing === undefined) {
      this.labels = cells;
      return 'is a summary';
    }
    this.keep(balances);
    return opening === undefined ? 'is a closing balance' : 'is an opening balance';
  }

  private keep({ opening, closing, isOfPage }: LabeledBalances): void {
    // A page begins with the balance with which the page before it ended.
    if (!isOfPage || this.lines.length === 0) this.opening ??= opening ?? null;
    if (closing === undefined) return;
    if (isOfPage) this.closingOfPage = closing;
    else this.closing = closing;
  }

  private lineOf(rowNumber: number, row: Row): StatementLine | UnreadableRow {
    const { dateOf, isMonthFirst, moneyOf, own, today, width, currencySign } = this.file;
    const money = moneyOf(row);
    const valueDate = dateOf(row);
    const problem =
      row.formulaProblem() ??
      row.digitsProblem() ??
      row.currencyProblem(currencySign) ??
      row.widthProblem(this.header, width);
    if (problem !== null) return { rowNumber, problem };
    if (money === null) return { rowNumber, problem: 'has no amount' };
    if ('problem' in money) return { rowNumber, problem: money.problem };
    if (valueDate === null) return { rowNumber, problem: row.dateProblem(isMonthFirst) };
    if (today !== null && valueDate > today) {
      const problem = `has the date ${valueDate}, which is in the future: expected ${today} or earlier`;
      return { rowNumber, problem };
    }
    const [description, reference] = [row.text('description'), row.text('reference')];
    const most = LIMITS.statementTextLength;
    if (description.length > most || reference.length > LIMITS.storedReferenceLength) {
      return {
        rowNumber,
        problem: `has a text that is too long: expected at most ${most} characters in a description, ${LIMITS.storedReferenceLength} in a reference`,
      };
    }
    return {
      rowNumber,
      valueDate,
      ...money,
      balanceMinor: row.balance(),
      reference: referenceOf(reference),
      description,
      identifiers: identifiersOf(reference, String(valueOf(row.cell('description') ?? '')), own),
    };
  }
}
