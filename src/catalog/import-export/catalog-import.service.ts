import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { ProductData } from '../product-record.js';
import { LIMITS } from '../../platform/config/limits.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/http/errors.js';
import { PlansService } from '../../plans/plans.service.js';
import { StockImportService, type RefusedLevel } from '../../stock/stock-import.service.js';
import type { CatalogColumn, Header, PricedPlan } from './catalog-csv.js';
import { toImportReport } from './catalog-import.dto.js';
import { CatalogImportRepository, NO_ROWS, type RowCounts } from './catalog-import.repository.js';
import { ImportReader } from './import-reader.js';
import {
  ImportProblems,
  ImportRefused,
  type ImportProblem,
  type ImportReport,
} from './import-report.js';

const REASON = 'import';

/** Opens a catalog file. It may be called more than once, and reads from the beginning each time. */
type CatalogFile = () => AsyncIterable<Buffer>;

interface ImportOptions {
  /** Finds out what an import would do, and stores nothing. */
  isDryRun: boolean;
  /** Told of the rows that were read so far. */
  onRows?: (rows: number) => void;
}

/** Changes the catalog to what a file says, all or nothing. */
@Injectable()
export class CatalogImportService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly plans: PlansService,
    private readonly stock: StockImportService,
    private readonly repository: CatalogImportRepository,
  ) {}

  /**
   * Adds and changes products by SKU, with their plan prices and what is on hand of them.
   *
   * @throws ImportRefused naming every problem of the file; in a dry run the report has them
   * @throws AppError import_running
   */
  async importCatalog(file: CatalogFile, options: ImportOptions): Promise<ImportReport> {
    const report = await this.storedOrUndone(file, options);
    if (!report.isDryRun && report.problems.length > 0) {
      throw new ImportRefused(report, toImportReport(report));
    }
    return report;
  }

  private async storedOrUndone(file: CatalogFile, options: ImportOptions): Promise<ImportReport> {
    const plans = await this.plans.allPlans();
    try {
      return await inTransaction(
        this.dataSource,
        async (manager) => {
          const report = await this.merge(manager, file, plans, options);
          if (report.isDryRun || report.problems.length > 0) throw new Undone(report);
          return report;
        },
        // A SKU that was new when the file was read and that an operator has added since.
        { redrawOn: 'products_sku_uq' },
      );
    } catch (error) {
      if (error instanceof Undone) return error.report;
      throw error;
    }
  }

  private async merge(
    manager: EntityManager,
    file: CatalogFile,
    plans: readonly PricedPlan[],
    { isDryRun, onRows }: ImportOptions,
  ): Promise<ImportReport> {
    if (!(await this.repository.begin(manager))) throw new AppError('import_running');
    await this.stock.begin(manager);
    const problems = new ImportProblems();
    const reader = new ImportReader(plans, problems, (skus) =>
      this.repository.findKnown(manager, skus),
    );
    for await (const rows of reader.batches(file())) {
      await this.repository.stage(manager, rows);
      onRows?.(reader.rows);
    }
    const counts =
      reader.header === null || problems.isFull
        ? NO_ROWS
        : await this.mergeStaged(manager, reader.header, problems);
    return {
      isDryRun,
      rows: reader.rows,
      ...counts,
      problems: problems.list,
      hasMoreProblems: problems.isFull,
    };
  }

  /** Stock last, so that orders wait for it as short as can be. */
  private async mergeStaged(
    manager: EntityManager,
    header: Header,
    problems: ImportProblems,
  ): Promise<RowCounts> {
    await this.repository.analyze(manager);
    await this.repository.mergeProducts(manager, fieldsOf(header));
    await this.repository.mergePrices(manager);
    await this.stock.lockLevels(manager);
    const refused = await this.stock.listRefusedLevels(manager, LIMITS.importProblems + 1);
    for (const level of refused) problems.add(belowReserved(level));
    await this.stock.setLevels(manager, REASON);
    return this.repository.count(manager);
  }
}

/** Carries the report out of a transaction that is rolled back. */
class Undone extends Error {
  constructor(readonly report: ImportReport) {
    super('not stored');
  }
}

const FIELD_OF_COLUMN = {
  name: 'name',
  description: 'description',
  category: 'category',
  base_price: 'basePriceMinor',
  delivery_charge: 'deliveryChargeMinor',
  active: 'active',
  images: 'images',
  variations: 'variations',
  gtin: 'gtin',
  hsn: 'hsn',
  brand: 'brand',
  weight_grams: 'weightGrams',
  gst_rate: 'gstRateBp',
  shelf: 'shelf',
} as const satisfies Partial<Record<CatalogColumn, keyof ProductData>>;

/** What of a product that there is already the file sets. */
function fieldsOf({ columns }: Header): (keyof ProductData)[] {
  return Object.entries(FIELD_OF_COLUMN).flatMap(([column, field]) =>
    columns.has(column as CatalogColumn) ? [field] : [],
  );
}

function belowReserved({
  line,
  sku,
  variationKey,
  quantity,
  reserved,
}: RefusedLevel): ImportProblem {
  const of = variationKey === '' ? '' : ` of ${variationKey}`;
  const problem = `can't be ${quantity}${of}: open orders have reserved ${reserved}`;
  return { line, column: 'stock', sku, problem };
}
