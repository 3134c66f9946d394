import type { CatalogChanges } from './catalog-changes.repository.js';
import { AppError } from '../../../platform/http/errors.js';

/** Problem of a file; without a column, it concerns the whole line. */
export interface ImportProblem {
  /** Line of the file; 1 is the header. */
  line: number;
  column: string | null;
  sku: string | null;
  /** Cell at fault, as the file has it; null: not a cell. */
  value: string | null;
  problem: string;
}

export const SIMILAR_SKUS_MAX = 20;

export interface SimilarSku {
  line: number;
  sku: string;
  /** SKU of the other product. */
  similarTo: string;
}

/** Outcome of an import or a dry run. */
export interface ImportReport {
  isDryRun: boolean;
  /** Number of rows below the header that were read. */
  rows: number;
  /** Number of created products. The counts are of the rows without a problem. */
  created: number;
  updated: number;
  unchanged: number;
  problems: readonly ImportProblem[];
  /** The file was not read to its end: it has more problems than are listed. */
  hasMoreProblems: boolean;
  /** True if the header and all rows were read, so that the rows without a problem are known. */
  isComplete: boolean;
  /** Number of products of the file that have no price afterwards, so that stores do not see them. */
  withoutPrice: number;
  /** Left out in reports of earlier releases. */
  similarSkus?: readonly SimilarSku[];
  /** Units that were for sale, of combinations that are no longer offered. */
  stockOutOfSale: number;
  warnings: readonly string[];
  /** Changes of existing products; null: not requested. */
  changes: CatalogChanges | null;
}

/** Error for a file with problems. Nothing of it was stored. */
export class ImportRefused extends AppError {
  constructor(
    readonly report: ImportReport,
    data: object,
  ) {
    super('import_refused', { details: { data } });
  }
}
