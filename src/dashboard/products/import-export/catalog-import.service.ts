import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ScheduledPricesService } from '../../../catalog/scheduled-prices/scheduled-prices.service.js';
import { unitsOutOfSale } from '../../../catalog/variations/combinations.js';
import { LIMITS } from '../../../platform/config/limits.js';
import { FileProblems } from '../../../platform/csv/file-problems.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { AppError } from '../../../platform/http/errors.js';
import { StockImportService, type RefusedLevel } from '../../../stock/stock-import.service.js';
import { StockService } from '../../../stock/stock.service.js';
import { availableUnits, keysByUnits } from '../../../stock/stock-key.js';
import { letterWarnings, saleWarnings } from '../variation-warnings.js';
import type { Header } from './catalog-csv.js';
import type { Markup } from '../costs/markup.js';
import { PRODUCT_FIELDS, type ProductField } from './product-fields.js';
import { ImportReportDto } from './catalog-import.dto.js';
import { CatalogImportRepository, NO_ROWS, type RowCounts } from './catalog-import.repository.js';
import { CatalogChangesRepository, type CatalogChanges } from './catalog-changes.repository.js';
import { ImportRulesService } from './import-rules.service.js';
import { ImportReader, type CatalogRows } from './import-reader.js';
import { AS_WRITTEN, type KnownProduct, type RowRules } from './import-row.js';
import { ImportRefused, type ImportProblem, type ImportReport } from './import-report.js';

const REASON = 'import';
/** Number of new products that makes the planner's statistics wrong. */
const MANY_CREATED = 1_000;
/** Number of products whose levels are read at once. */
const VARIED_AT_ONCE = 500;

/** Opens a catalog file. May be called more than once; each call reads from the beginning. */
type CatalogFile = () => CatalogRows;

interface ImportOptions {
  /** True to report what the import would do without storing anything. */
  isDryRun: boolean;
  /** True if units may go out of sale. Without it, the report warns. */
  isConfirmed?: boolean;
  rules?: RowRules;
  /** True if the report has {@link ImportReport.changes}. */
  listsChanges?: boolean;
  /** Receives the names of the columns; may throw to end the import. */
  onHeader?: (names: readonly string[]) => void;
  /** Receives the number of rows read so far. */
  onRows?: (rows: number) => void | Promise<void>;
  /** Runs in the import's transaction before the file is read, while no other import can run. An error ends the import. */
  onBegin?: (manager: EntityManager) => Promise<void>;
  /** Runs at the end of the import's transaction, just before the commit. Not called for a dry run or a refused file. */
  onStored?: (manager: EntityManager, report: ImportReport) => Promise<void>;
}

/** Changes the catalog to what a file says, all or nothing. */
@Injectable()
export class CatalogImportService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly importRules: ImportRulesService,
    private readonly scheduled: ScheduledPricesService,
    private readonly stock: StockImportService,
    private readonly levels: StockService,
    private readonly repository: CatalogImportRepository,
    private readonly changes: CatalogChangesRepository,
  ) {}

  /**
   * Adds and changes products by SKU, with their plan prices and their units on hand.
   *
   * @throws ImportRefused naming every problem of the file; in a dry run the report has them
   * @throws AppError import_running
   */
  async importCatalog(file: CatalogFile, options: ImportOptions): Promise<ImportReport> {
    const report = await this.storedOrUndone(file, options);
    if (!report.isDryRun) refuseProblems(report);
    if (!report.isDryRun && report.created >= MANY_CREATED) {
      // The file is stored: a failure must not deny it. Autovacuum analyzes later.
      await inTransaction(this.dataSource, (manager) =>
        this.repository.analyzeStored(manager),
      ).catch(() => undefined);
    }
    return report;
  }

  /** Imports a file in the caller's transaction, see {@link importCatalog}. */
  async importWithin(manager: EntityManager, file: CatalogFile): Promise<void> {
    refuseProblems(await this.merge(manager, file, { isDryRun: false }));
  }

  private async storedOrUndone(file: CatalogFile, options: ImportOptions): Promise<ImportReport> {
    try {
      return await inTransaction(
        this.dataSource,
        async (manager) => {
          const report = await this.merge(manager, file, options);
          if (report.isDryRun || report.problems.length > 0) throw new Undone(report);
          await options.onStored?.(manager, report);
          return report;
        },
        // A SKU that was new when the file was read and that an operator has added since.
        { retryOnUnique: 'products_sku_uq' },
      );
    } catch (error) {
      if (error instanceof Undone) return error.report;
      throw error;
    }
  }

  private async merge(
    manager: EntityManager,
    file: CatalogFile,
    options: ImportOptions,
  ): Promise<ImportReport> {
    const { isDryRun, rules = AS_WRITTEN, onHeader, onRows, onBegin } = options;
    if (!(await this.repository.begin(manager))) throw new AppError('import_running');
    await onBegin?.(manager);
    await this.stock.begin(manager);
    const { plans, rates } = await this.importRules.read(manager);
    const problems = new FileProblems<ImportProblem>({ column: null, sku: null, value: null });
    const findKnown = (skus: readonly string[], header: Header | null): Promise<KnownProduct[]> =>
      this.findKnown(manager, skus, header);
    const reader = new ImportReader(plans, problems, findKnown, { ...rules, rates }, onHeader);
    for await (const rows of reader.batches(file())) {
      await this.repository.stage(manager, rows);
      await onRows?.(reader.rows);
    }
    const { header } = reader;
    const merged =
      header === null || problems.hasMore
        ? NOTHING_MERGED
        : await this.mergeStaged(manager, { header, problems, options });
    return {
      isDryRun,
      rows: reader.rows,
      ...merged.counts,
      stockOutOfSale: merged.stockOutOfSale,
      warnings: [
        ...saleWarnings(merged.stockOutOfSale, options.isConfirmed === true),
        ...letterWarnings(merged.counts.lostLetters),
      ],
      problems: problems.list,
      hasMoreProblems: problems.hasMore,
      isComplete: reader.isComplete && !problems.hasMore,
      changes: merged.changes,
    };
  }

  /** Merges the staged rows. Stock comes last, so that orders wait for its locks as briefly as possible. */
  private async mergeStaged(
    manager: EntityManager,
    { header, problems, options }: Staged,
  ): Promise<Merged> {
    const fields = fieldsOf(header, options.rules?.markup ?? null);
    await this.repository.analyze(manager);
    if (options.rules?.emptyKeeps === true) await this.repository.keepWhatIsEmpty(manager, fields);
    await this.repository.keepLostLetters(manager);
    await this.repository.lockChanged(manager, fields);
    const stockOutOfSale = header.columns.has('variations') ? await this.outOfSale(manager) : 0;
    if (options.listsChanges === true) await this.changes.noteFields(manager, fields);
    await this.repository.mergeProducts(manager, fields);
    await this.repository.mergePrices(manager);
    await this.scheduled.cancelDue(manager, 'import_price_changes c');
    await this.repository.mergeCosts(manager);
    await this.stock.lockLevels(manager);
    const refused = await this.stock.listRefusedLevels(manager, LIMITS.importProblems + 1);
    for (const level of refused) problems.add(belowReserved(level));
    await this.stock.setLevels(manager, REASON);
    const counts = await this.repository.count(manager);
    const changes = options.listsChanges === true ? await this.changes.read(manager) : null;
    return { counts, stockOutOfSale, changes };
  }

  private async findKnown(
    manager: EntityManager,
    skus: readonly string[],
    header: Header | null,
  ): Promise<KnownProduct[]> {
    const products = await this.repository.findKnown(manager, skus);
    if (header?.columns.has('variations') !== true) {
      return products.map((product) => ({ ...product, keptKeys: [] }));
    }
    const ids = products.map(({ id }) => id);
    const levels = await this.levels.listLevels(manager, ids);
    return products.map((product) => ({
      ...product,
      keptKeys: keysByUnits(levels.get(product.id) ?? []),
    }));
  }

  private async outOfSale(manager: EntityManager): Promise<number> {
    const varied = await this.repository.listVaried(manager);
    let units = 0;
    for (let at = 0; at < varied.length; at += VARIED_AT_ONCE) {
      const some = varied.slice(at, at + VARIED_AT_ONCE);
      const ids = some.map(({ id }) => id);
      const levels = await this.levels.listLevels(manager, ids);
      for (const { id, before, after } of some) {
        units += unitsOutOfSale(availableUnits(levels.get(id) ?? [], before), after);
      }
    }
    return units;
  }
}

interface Staged {
  header: Header;
  problems: FileProblems<ImportProblem>;
  options: ImportOptions;
}

interface Merged {
  counts: RowCounts;
  stockOutOfSale: number;
  changes: CatalogChanges | null;
}

const NOTHING_MERGED: Merged = { counts: NO_ROWS, stockOutOfSale: 0, changes: null };

/** Carries the report out of a transaction that is rolled back. */
class Undone extends Error {
  constructor(readonly report: ImportReport) {
    super('not stored');
  }
}

function refuseProblems(report: ImportReport): void {
  if (report.problems.length > 0) throw new ImportRefused(report, ImportReportDto.show(report));
}

/** Reads the fields of existing products that the file sets. A markup sets the base price. */
function fieldsOf({ columns }: Header, markup: Markup | null): ProductField[] {
  const names = new Set<string>(columns.keys());
  if (markup !== null) names.add('base_price');
  return PRODUCT_FIELDS.filter(
    ({ property, fileColumn }) => property !== 'sku' && names.has(fileColumn),
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
  const problem = `cannot be ${quantity}${of}: open orders have reserved ${reserved}`;
  return { line, column: 'stock', sku, value: String(quantity), problem };
}
