import { createHash } from 'node:crypto';
import { LIMITS } from '../../../platform/config/limits.js';
import { AppError } from '../../../platform/http/errors.js';
import { isText } from '../../../platform/http/input/fields.js';
import {
  markupProblems,
  readHeader,
  type CatalogColumn,
  type Header,
  type PricedPlan,
} from './catalog-csv.js';
import { surplusProblem, withoutEscape } from '../../../platform/csv/cells.js';
import { CsvFault, type CsvRow } from '../../../platform/csv/csv-reader.js';
import { withoutMark } from '../../../platform/table-file/cell.js';
import { eachInSlices } from '../../../platform/slices.js';
import type { FileProblems } from '../../../platform/csv/file-problems.js';
import type { ImportProblem } from './import-report.js';
import { checkRow, type CheckedRow, type KnownProduct, type RulesOfDay } from './import-row.js';

const BATCH_ROWS = 500;
/** Limit in addition to the rows, because a row can hold megabytes and a batch must delay other requests by milliseconds only. */
const BATCH_CHARACTERS = 500_000;
/** Limit in addition to the rows, because a short row can have a thousand levels. */
const BATCH_LEVELS = 20_000;

/** The rows of a catalog file, in batches. */
export type CatalogRows = AsyncIterable<readonly CsvRow[]>;

type FindKnown = (skus: readonly string[], header: Header | null) => Promise<KnownProduct[]>;

/** Reads a catalog file in batches, and only once. Adds the problems that it finds to a list. */
export class ImportReader {
  /** Rows read so far, without the header. */
  rows = 0;
  /** null: not read yet, or without the column `sku`. */
  header: Header | null = null;
  private readonly firstOfSku = new Map<string, { line: number; digest: string }>();
  private levels = 0;
  private lastLine = 0;
  private isDone = false;
  /** False once a part of the file was not read. */
  isComplete = true;

  constructor(
    private readonly plans: readonly PricedPlan[],
    private readonly problems: FileProblems<ImportProblem>,
    private readonly findKnown: FindKnown,
    private readonly rules: RulesOfDay,
    private readonly onHeader: (names: readonly string[]) => void = () => undefined,
  ) {}

  /** Yields the rows without problems. */
  async *batches(source: CatalogRows): AsyncGenerator<CheckedRow[], void> {
    for await (const rows of this.rowBatches(source)) {
      yield* this.check(rows);
      if (this.isDone || this.problems.hasMore) return;
    }
  }

  private async *rowBatches(source: CatalogRows): AsyncGenerator<CsvRow[], void> {
    let batch: CsvRow[] = [];
    let characters = 0;
    try {
      for await (const row of rowsOf(source)) {
        if (this.header === null) {
          if (!this.takeHeader(row)) return;
          continue;
        }
        if (!this.mayTake(row)) break;
        const placed = this.placed(row);
        if (placed === null) continue;
        batch.push(placed);
        characters += row.cells.reduce((sum, cell) => sum + cell.length, 0);
        if (batch.length < BATCH_ROWS && characters < BATCH_CHARACTERS) continue;
        yield batch;
        batch = [];
        characters = 0;
      }
      if (this.rows === 0) this.problems.add({ line: 1, problem: emptyText(this.header) });
    } catch (error) {
      const isUnreadable = error instanceof AppError && error.code === 'file_unreadable';
      if (!isUnreadable && !(error instanceof CsvFault)) throw error;
      this.isComplete = false;
      const line = error instanceof CsvFault ? error.line : this.rows + 2;
      this.problems.add({ line, problem: error.message });
    }
    if (batch.length > 0) yield batch;
  }

  private takeHeader({ line, cells }: CsvRow): boolean {
    this.onHeader(cells.map((name) => name.trim()));
    const { header, problems } = readHeader(cells, this.plans);
    if (header !== null && this.rules.markup !== null) problems.push(...markupProblems(header));
    for (const problem of problems) this.problems.add({ line, ...problem });
    this.isComplete = problems.length === 0;
    this.header = header;
    return header !== null;
  }

  private mayTake({ line }: CsvRow): boolean {
    if (this.rows === LIMITS.importRows) {
      this.isComplete = false;
      const problem = `exceeds the limit of ${LIMITS.importRows} rows in a file; nothing after it was read`;
      this.problems.add({ line, problem });
      return false;
    }
    this.rows += 1;
    return true;
  }

  /** Reads the row with the line number for reports; null if the row has no valid number. */
  private placed({ line, cells }: CsvRow): CsvRow | null {
    const position = this.header?.rowPosition ?? null;
    if (position === null) return { line, cells };
    const text = (cells[position] ?? '').trim();
    const named = /^\d{1,9}$/.test(text) ? Number(text) : 0;
    if (named > this.lastLine) {
      this.lastLine = named;
      return { line: named, cells };
    }
    this.isComplete = false;
    const problem = 'must be a whole number, larger than that of the row before';
    this.problems.add({ line, column: 'row', problem });
    return null;
  }

  private async *check(rows: readonly CsvRow[]): AsyncGenerator<CheckedRow[], void> {
    const skus = rows.flatMap((row) => this.skuOf(row) ?? []);
    const known = new Map(
      (await this.findKnown(skus, this.header)).map((product) => [product.sku, product]),
    );
    let batch: CheckedRow[] = [];
    let levels = 0;
    for await (const row of eachInSlices(rows)) {
      const checked = this.checkOne(row, known);
      if (checked === null) continue;
      batch.push(checked);
      levels += checked.levels.length;
      if (levels < BATCH_LEVELS) continue;
      yield batch;
      batch = [];
      levels = 0;
    }
    yield batch;
  }

  private checkOne(row: CsvRow, known: ReadonlyMap<string, KnownProduct>): CheckedRow | null {
    const { line, cells } = row;
    const { header } = this;
    if (header === null || this.isDone || this.rules.skippedLines.has(line)) return null;
    const sku = this.skuOf(row);
    const problem = surplusProblem(cells, header.width);
    if (problem !== null) {
      this.problems.add({ line, sku, problem });
      return null;
    }
    const product = known.get(sku ?? '') ?? null;
    const digest = digestOf(row, header);
    if (this.isRepeated(sku, digest)) return null;
    const { row: checked, problems } = checkRow(header, row, product, this.rules);
    for (const found of problems) {
      const position = positionOf(header, found.column);
      const value = position === undefined ? null : withoutMark(cells[position] ?? '');
      this.problems.add({ line, sku, value, ...found });
    }
    return this.isFirst(sku, line, digest) && this.hasRoom(line, checked) ? checked : null;
  }

  /** Reads the SKU of a row; null if the cell cannot be a SKU. */
  private skuOf({ cells }: CsvRow): string | null {
    const position = this.header?.columns.get('sku') ?? -1;
    const sku = withoutEscape(withoutMark(cells[position] ?? '')).trim();
    return isText(sku, LIMITS.skuLength) ? sku : null;
  }

  /** Returns true if a row repeats an earlier, equal row. Both count as one row. */
  private isRepeated(sku: string | null, digest: string): boolean {
    return sku !== null && this.firstOfSku.get(sku)?.digest === digest;
  }

  private isFirst(sku: string | null, line: number, digest: string): boolean {
    if (sku === null) return false;
    const first = this.firstOfSku.get(sku);
    if (first === undefined) {
      this.firstOfSku.set(sku, { line, digest });
      return true;
    }
    const problem = `is already on line ${first.line}, with other values`;
    this.problems.add({ line, column: 'sku', sku, value: sku, problem });
    return false;
  }

  private hasRoom(line: number, checked: CheckedRow | null): boolean {
    this.levels += checked?.levels.length ?? 0;
    if (this.levels <= LIMITS.importLevels) return true;
    this.isDone = true;
    this.isComplete = false;
    const problem = `exceeds the limit of ${LIMITS.importLevels} combinations of variations in a file; nothing after it was read`;
    this.problems.add({ line, problem });
    return false;
  }
}

export async function* rowsOf(source: CatalogRows): AsyncGenerator<CsvRow, void> {
  for await (const rows of source) yield* rows;
}

function positionOf({ columns, prices }: Header, name: string | null): number | undefined {
  const price = prices.find(({ column }) => column === name);
  return price?.position ?? columns.get(name as CatalogColumn);
}

/** Computes a digest of the values of a row, except the number of the row that it was made from. */
function digestOf({ cells }: CsvRow, { rowPosition }: Header): string {
  const own = cells.map((cell, position) => (position === rowPosition ? '' : cell.trim()));
  const texts = JSON.stringify(own.slice(0, own.findLastIndex((text) => text !== '') + 1));
  return createHash('sha256').update(texts).digest('base64');
}

function emptyText(header: Header | null): string {
  return header === null
    ? 'is missing: the file is empty'
    : 'has nothing below it: the file has a header, but no rows';
}
