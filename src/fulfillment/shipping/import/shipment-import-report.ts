import { AppError } from '../../../platform/http/errors.js';

export interface ShipmentProblem {
  /** Line of the file on which the row begins; 1 is the header. */
  line: number;
  /** null: the row as a whole. */
  column: string | null;
  orderNumber: string | null;
  problem: string;
}

/** A doubt about a shipment that was recorded anyway. */
export interface ShipmentWarning {
  line: number;
  orderNumber: string;
  warning: string;
  /** It has the tracking number of an order that goes to another address. */
  isElsewhere: boolean;
}

/** An order that is shipped without an invoice. */
export interface UninvoicedOrder {
  orderNumber: string;
  /** What the invoice lacks. */
  reasons: readonly string[];
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
  /** Left out: none, or a report of 1.4.0 or earlier. */
  withoutInvoice?: readonly UninvoicedOrder[];
  /** There are more problems than are listed. */
  hasMoreProblems: boolean;
}

/** Error for a file without a readable row. Nothing was stored. */
export class ShipmentImportRefused extends AppError {
  constructor(data: object) {
    super('import_refused', { details: { data } });
  }
}
