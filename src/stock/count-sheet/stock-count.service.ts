import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { CsvFault } from '../../platform/csv/csv-reader.js';
import { allowLongStatements, inTransaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/http/errors.js';
import { StockImportService } from '../stock-import.service.js';
import {
  readCountSheet,
  type CountedRow,
  type CountSheet,
  type RowProblem,
} from './count-sheet-file.js';
import { StockCountRepository } from './stock-count.repository.js';

const REASON = 'counted';

/** Outcome of a row, applied or not. Unchanged rows have none. */
export interface CountOutcome {
  line: number;
  sku: string;
  variationKey: string;
  /** `set`: as counted; `moved`: stock moved since the sheet was made; `below_reserved`: open orders hold more. */
  outcome: 'set' | 'moved' | 'below_reserved' | 'unknown' | 'invalid';
  /** Units on hand before; null if the level does not exist or the row is invalid. */
  onHand: number | null;
  counted: number | null;
  /** Reason for refusing the row; null if it applies. */
  problem: string | null;
}

/** Report of a count sheet, applied or not. */
export interface CountReport {
  isDryRun: boolean;
  rows: number;
  unchanged: number;
  /** Rows that were not counted. */
  skipped: number;
  /** Outcomes by line. */
  outcomes: readonly CountOutcome[];
}

/** Sets the stock on hand to the numbers of a count sheet. */
@Injectable()
export class StockCountService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly imports: StockImportService,
    private readonly repository: StockCountRepository,
  ) {}

  /**
   * Applies the valid rows of a count sheet in one transaction. Refuses a row whose level moved since the sheet was made,
   * because the movement may have happened before or after the units were counted.
   *
   * @throws AppError import_refused if the file is not a count sheet; file_unreadable, rate_limited
   */
  async count(path: string, { isDryRun }: { isDryRun: boolean }): Promise<CountReport> {
    const sheet = await readSheet(path);
    try {
      return await inTransaction(this.dataSource, async (manager) => {
        const report = await this.apply(manager, sheet, isDryRun);
        if (isDryRun) throw new Undone(report);
        return report;
      });
    } catch (error) {
      if (error instanceof Undone) return error.report;
      throw error;
    }
  }

  private async apply(
    manager: EntityManager,
    { rows, counted, skipped, problems }: CountSheet,
    isDryRun: boolean,
  ): Promise<CountReport> {
    await allowLongStatements(manager);
    const known = await this.findKnown(manager, counted);
    const knownLines = new Set(known.map(({ line }) => line));
    const outcomes = [
      ...problems.map(invalid),
      ...counted.filter(({ line }) => !knownLines.has(line)).map(unknown),
      ...(await this.setKnown(manager, known, isDryRun)),
    ];
    return {
      isDryRun,
      rows,
      skipped,
      unchanged: rows - skipped - outcomes.length,
      outcomes: outcomes.toSorted((one, other) => one.line - other.line),
    };
  }

  private async findKnown(
    manager: EntityManager,
    counted: readonly CountedRow[],
  ): Promise<(CountedRow & { productId: number })[]> {
    const skus = [...new Set(counted.map(({ sku }) => sku))];
    const levels = await this.repository.findLevels(manager, skus);
    const productIds = new Map(levels.map((level) => [keyOf(level), level.productId]));
    return counted.flatMap((row) => {
      const productId = productIds.get(keyOf(row));
      return productId === undefined ? [] : [{ ...row, productId }];
    });
  }

  /** Sets the units on hand to what was counted. Returns the outcomes of the rows that differ from it. */
  private async setKnown(
    manager: EntityManager,
    rows: readonly (CountedRow & { productId: number })[],
    isDryRun: boolean,
  ): Promise<CountOutcome[]> {
    await this.repository.begin(manager);
    await this.imports.begin(manager);
    await this.repository.stage(manager, rows);
    await this.imports.lockLevels(manager);
    // After locking: every transaction that moved one of these levels has committed.
    const moved = await this.repository.listMoved(manager, REASON);
    const movedLines = moved.map(({ line }) => line);
    await this.repository.leaveOut(manager, movedLines);
    const differences = await this.repository.listDifferences(manager);
    // Orders wait for the locks, so a dry run releases them early.
    if (!isDryRun) await this.imports.setLevels(manager, REASON);
    const byLine = new Map(rows.map((row) => [row.line, row]));
    return [
      ...moved.map(({ line, onHand }) => {
        const problem = `moved since the sheet was made, ${onHand} on hand now: count it again`;
        return outcomeOf(byLine.get(line)!, 'moved', onHand, problem);
      }),
      ...differences.map(({ line, onHand, reserved }) => {
        const row = byLine.get(line)!;
        if (row.counted >= reserved) return outcomeOf(row, 'set', onHand, null);
        const problem = `cannot be ${row.counted}: open orders have reserved ${reserved}`;
        return outcomeOf(row, 'below_reserved', onHand, problem);
      }),
    ];
  }
}

/** Carries the report of a dry run, and rolls back its transaction. */
class Undone extends Error {
  constructor(readonly report: CountReport) {
    super('not stored');
  }
}

async function readSheet(path: string): Promise<CountSheet> {
  try {
    return await readCountSheet(path);
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error;
    const { line, message: problem } = error;
    throw new AppError('import_refused', { details: { data: { line, problem } } });
  }
}

function keyOf({ sku, variationKey }: Pick<CountedRow, 'sku' | 'variationKey'>): string {
  return JSON.stringify([sku, variationKey]);
}

function outcomeOf(
  { line, sku, variationKey, counted }: CountedRow,
  outcome: CountOutcome['outcome'],
  onHand: number | null,
  problem: string | null,
): CountOutcome {
  return { line, sku, variationKey, counted, outcome, onHand, problem };
}

function unknown(row: CountedRow): CountOutcome {
  return outcomeOf(row, 'unknown', null, 'is not a product or variation with stock');
}

function invalid(row: RowProblem): CountOutcome {
  return { ...row, outcome: 'invalid', onHand: null, counted: null };
}
