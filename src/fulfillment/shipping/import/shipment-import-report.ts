import { LIMITS } from '../../../platform/config/limits.js';
import { AppError } from '../../../platform/http/errors.js';

/** A problem of a row. */
export interface ShipmentProblem {
  /** Line of the file on which the row begins; 1 is the header. */
  line: number;
  /** null: the row as a whole. */
  column: string | null;
  orderNumber: string | null;
  problem: string;
}

/** A doubt about a shipment that was recorded all the same. */
export interface ShipmentWarning {
  line: number;
  orderNumber: string;
  warning: string;
}

/** The result of an import of shipments, or of its dry run. */
export interface ShipmentImportReport {
  isDryRun: boolean;
  /** Number of rows below the header that were read. */
  rows: number;
  /** Shipments that were recorded. */
  created: number;
  /** Shipments that had been recorded before. */
  unchanged: number;
  problems: readonly ShipmentProblem[];
  warnings: readonly ShipmentWarning[];
  /** There are more problems than are listed. */
  hasMoreProblems: boolean;
}

/** A file of which no row could be read; nothing was stored. */
export class ShipmentImportRefused extends AppError {
  constructor(data: object) {
    super('import_refused', { details: { data } });
  }
}

const TEXT_LENGTH = 300;

/** The problems of a file, up to a limit. */
export class ShipmentProblems {
  private readonly found: ShipmentProblem[] = [];
  private count = 0;

  /** In the order of the file. */
  get list(): ShipmentProblem[] {
    return this.found.toSorted((a, b) => a.line - b.line);
  }

  get hasMore(): boolean {
    return this.count > this.found.length;
  }

  add({ line, column, orderNumber, problem }: ShipmentProblem): void {
    this.count += 1;
    if (this.found.length === LIMITS.importProblems) return;
    this.found.push({
      line,
      column: column && cut(column),
      orderNumber: orderNumber && cut(orderNumber),
      problem: cut(problem),
    });
  }
}

/** Shortens a text, because a cell can hold megabytes, and replaces what jsonb cannot hold. */
function cut(text: string): string {
  const start = text.slice(0, TEXT_LENGTH).replaceAll('\0', '\ufffd').toWellFormed();
  return text.length <= TEXT_LENGTH ? start : `${start}…`;
}
