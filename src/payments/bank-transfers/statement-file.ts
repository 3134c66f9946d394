import { LIMITS } from '../../platform/config/limits.js';
import { CsvFault, readCsv, type CsvRow } from '../../platform/csv/csv-reader.js';
import { isUtr, normalizeUtr } from './utr.js';

/** Incoming money: a row of a bank statement. */
export interface StatementRow {
  /** Line of the file on which it begins; 1 is the first. */
  line: number;
  /** As it stands in the file. */
  reference: string;
  amountMinor: number;
  /** UTRs that the row may mean: its reference as a whole, and the words of all its cells. */
  utrs: readonly string[];
  /** All cells. */
  text: string;
}

/** A row that could not be read, or the file. */
export interface StatementProblem {
  line: number;
  problem: string;
}

/** A bank statement as it was read. */
export interface StatementFile {
  rows: StatementRow[];
  problems: StatementProblem[];
  /** True if a row names the columns that have to be there. */
  hasHeader: boolean;
}

/** Banks name their columns differently; compared without case, signs and spaces. */
const COLUMNS = {
  reference: [
    ...['UTR', 'UTR No', 'UTR Number', 'UTR/RRN', 'Reference', 'Reference No', 'Reference Number'],
    ...['Ref No', 'Ref No/Cheque No', 'Chq/Ref No', 'Chq/Ref Number', 'Transaction ID'],
    'Transaction Reference',
  ].map(comparable),
  amount: [
    ...['Amount', 'Credit', 'Credit Amount', 'Credit Amount (INR)', 'Deposit', 'Deposit Amt'],
    ...['Deposit Amount', 'Deposit Amount (INR)'],
  ].map(comparable),
} as const;

/** Above the header banks print the account's address and period. */
const LINES_BEFORE_HEADER = 30;
/** Shorter words of a description are rather part of a name or date. */
const UTR_IN_TEXT_LENGTH = 10;
const AMOUNT = /^(?:(?:INR|Rs\.?|₹)\s*)?(\d[\d,]*)(?:\.(\d{1,2}))?\s*(?:CR\.?)?$/i;

/** Returns an amount as banks write it, such as `1,23,456.00` or `₹ 500 CR`, in minor units; null for any other text. */
export function parseAmount(text: string): number | null {
  const [, whole, decimals = ''] = AMOUNT.exec(text.trim()) ?? [];
  if (whole === undefined) return null;
  const amountMinor = Number(whole.replaceAll(',', '')) * 100 + Number(decimals.padEnd(2, '0'));
  return amountMinor <= LIMITS.moneyMinor ? amountMinor : null;
}

/** Reads a bank statement. Rows without an amount that came in are left out: they are debits. */
export async function readStatement(source: AsyncIterable<Buffer>): Promise<StatementFile> {
  const reader = new StatementReader();
  try {
    for await (const row of readCsv(source)) {
      if (!reader.take(row)) break;
    }
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error;
    reader.problems.push({ line: error.line, problem: error.message });
  }
  return reader.result();
}

class StatementReader {
  readonly problems: StatementProblem[] = [];
  private readonly rows: StatementRow[] = [];
  private header: { reference: number; amount: number } | null = null;
  private seen = 0;

  /** Returns false to stop reading after the row. */
  take({ line, cells }: CsvRow): boolean {
    this.seen += 1;
    if (this.header === null) {
      this.header = headerOf(cells);
      return this.header !== null || this.seen < LINES_BEFORE_HEADER;
    }
    if (this.rows.length === LIMITS.statementRows) {
      const problem = `is one row too many, a statement may have ${LIMITS.statementRows}; nothing after it was read`;
      this.problems.push({ line, problem });
      return false;
    }
    this.takeRow(line, cells, this.header);
    return true;
  }

  result(): StatementFile {
    return { rows: this.rows, problems: this.problems, hasHeader: this.header !== null };
  }

  private takeRow(
    line: number,
    cells: readonly string[],
    header: { reference: number; amount: number },
  ): void {
    const amountText = cells[header.amount]?.trim() ?? '';
    if (amountText === '') return;
    const amountMinor = parseAmount(amountText);
    if (amountMinor === 0) return;
    if (amountMinor === null) {
      const shown = JSON.stringify(amountText.slice(0, 40));
      this.problems.push({ line, problem: `has an amount that cannot be read: ${shown}` });
      return;
    }
    const reference = (cells[header.reference] ?? '').trim().slice(0, LIMITS.storedReferenceLength);
    const text = cells.join(' ');
    this.rows.push({ line, reference, amountMinor, text, utrs: utrsIn(reference, text) });
  }
}

function comparable(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '');
}

function headerOf(cells: readonly string[]): { reference: number; amount: number } | null {
  const names = cells.map(comparable);
  const find = (known: readonly string[]): number =>
    names.findIndex((name) => known.includes(name));
  const [reference, amount] = [find(COLUMNS.reference), find(COLUMNS.amount)];
  return reference < 0 || amount < 0 ? null : { reference, amount };
}

function utrsIn(reference: string, text: string): string[] {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word.length >= UTR_IN_TEXT_LENGTH);
  return [...new Set([reference, ...words].filter(isUtr).map(normalizeUtr))];
}
