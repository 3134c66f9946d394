import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { CatalogService } from '../../catalog/catalog.service.js';
import type { PricedRecord, ProductData, ProductRecord } from '../../catalog/product-record.js';
import { ScheduledPricesService } from '../../catalog/scheduled-prices/scheduled-prices.service.js';
import { isUniqueViolation } from '../../platform/database/database-errors.js';
import { inSnapshot, inTransaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/http/errors.js';
import { toPage, type Page, type PageRequest } from '../../platform/http/paging/page.js';
import { levelsOf, type StockInput } from '../../stock/stock-input.js';
import { StockService } from '../../stock/stock.service.js';
import { unprintableIn } from '../../tax/rendering/unprintable.js';
import { assertRateAllowed } from '../../tax/rates/rate-rules.js';
import { TaxRatesService } from '../../tax/rates/tax-rates.service.js';
import { ProductVariationsService, type VariationsChange } from './product-variations.service.js';
import { ProductSearchRepository, type ProductFilter } from './product-search.repository.js';

const OPENING_STOCK = 'opening stock';

export const PRODUCT_OUTCOMES = ['changed', 'unchanged', 'not_found'] as const;

/** Outcome of one product of several that are changed at once. */
export interface ProductOutcome {
  sku: string;
  outcome: (typeof PRODUCT_OUTCOMES)[number];
}

/** Fields that several products can be given at once. */
type EachChange = Partial<Pick<ProductData, 'active' | 'hsn' | 'gstRateBp'>>;

/** A product after a change, with what the change did to its combinations. */
export type ChangedProduct = ProductRecord & Omit<VariationsChange, 'change'>;

/** Lets operators create, change and read products together with their stock. */
@Injectable()
export class ProductAdministrationService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly catalog: CatalogService,
    private readonly stock: StockService,
    private readonly scheduled: ScheduledPricesService,
    private readonly search: ProductSearchRepository,
    private readonly taxRates: TaxRatesService,
    private readonly varied: ProductVariationsService,
  ) {}

  /**
   * Adds a product with its units on hand.
   *
   * @throws AppError product_exists, validation_failed (stock that does not fit the variations, a GST rate that is not allowed)
   */
  async createProduct(product: ProductData, stock: StockInput): Promise<ProductRecord> {
    return this.inProductTransaction(async (manager) => {
      await this.assertRate(manager, product, null);
      await this.addProduct(manager, product, stock);
      return this.readRecord(manager, product.sku);
    });
  }

  /** Adds a product in the caller's transaction, see {@link createProduct}. */
  async addProduct(manager: EntityManager, product: ProductData, stock: StockInput): Promise<void> {
    const { id } = await this.catalog.createProduct(manager, product);
    await this.stock.ensureLevels(manager, id, product.variations);
    const levels = levelsOf(id, product.variations, stock);
    await this.stock.setOnHand(manager, product.sku, levels, OPENING_STOCK);
  }

  /**
   * Changes the given fields of a product.
   * - the same combinations keep their keys, unless `isReordered`: then they get those of the change, with stock, texts and orders
   * - combinations that are no longer offered keep their stock level for the orders that reserved units of them
   * - new combinations start with a stock of 0
   *
   * @throws AppError product_not_found, product_exists, validation_failed (a GST rate that is not allowed)
   */
  async changeProduct(
    sku: string,
    change: Partial<ProductData>,
    { isReordered = false } = {},
  ): Promise<ChangedProduct> {
    return this.inProductTransaction(async (manager) => {
      const product = await this.catalog.lockProduct(manager, sku);
      await this.assertRate(manager, change, product);
      const { variations } = change;
      const changed =
        variations === undefined
          ? { change, stockOutOfSale: 0, hasOtherKeys: false }
          : await this.varied.change(manager, product, { ...change, variations }, isReordered);
      await this.catalog.changeProduct(manager, product, changed.change);
      return { ...changed, ...(await this.readRecord(manager, change.sku ?? sku)) };
    });
  }

  /** Lists a page of the products that match a filter, from one snapshot, by id. */
  async listRecords(page: PageRequest, filter: ProductFilter = {}): Promise<Page<ProductRecord>> {
    return inSnapshot(this.dataSource, async (manager) => {
      const found = await this.search.findProducts(manager, filter, page);
      const { rows, nextCursor } = toPage(found, page.limit);
      const ids = rows.map(({ id }) => id);
      const records = await this.catalog.listRecords(manager, ids);
      return { rows: await this.withLevels(manager, records), nextCursor };
    });
  }

  /**
   * Changes the same fields of several products, each in its own transaction.
   *
   * @returns the outcome of each, in the given order
   * @throws AppError validation_failed (a GST rate that is not allowed)
   */
  async changeEach(skus: readonly string[], change: EachChange): Promise<ProductOutcome[]> {
    await this.assertRate(this.dataSource.manager, change, null);
    const outcomes: ProductOutcome[] = [];
    for (const sku of skus) outcomes.push({ sku, outcome: await this.changeOne(sku, change) });
    return outcomes;
  }

  /** Gets a product, active or not. @throws AppError product_not_found */
  async getRecord(sku: string): Promise<ProductRecord> {
    return inSnapshot(this.dataSource, (manager) => this.readRecord(manager, sku));
  }

  private async assertRate(
    manager: EntityManager,
    change: EachChange,
    stored: EachChange | null,
  ): Promise<void> {
    // Most changes have no rate, and need not read those of the day.
    if (change.gstRateBp == null) return;
    assertRateAllowed(change, stored, await this.taxRates.allowedToday(manager));
  }

  private async changeOne(sku: string, change: EachChange): Promise<ProductOutcome['outcome']> {
    try {
      return await inTransaction(this.dataSource, async (manager) => {
        const product = await this.catalog.lockProduct(manager, sku);
        const fields = Object.keys(change) as (keyof EachChange)[];
        if (fields.every((field) => product[field] === change[field])) return 'unchanged';
        await this.catalog.changeProduct(manager, product, change);
        return 'changed';
      });
    } catch (error) {
      if (error instanceof AppError && error.code === 'product_not_found') return 'not_found';
      throw error;
    }
  }

  private async readRecord(manager: EntityManager, sku: string): Promise<ProductRecord> {
    const [record] = await this.withLevels(manager, [await this.catalog.getRecord(manager, sku)]);
    return record!;
  }

  private async withLevels(
    manager: EntityManager,
    products: readonly PricedRecord[],
  ): Promise<ProductRecord[]> {
    const ids = products.map(({ id }) => id);
    const levels = await this.stock.listLevels(manager, ids);
    const upcoming = await this.scheduled.listUpcoming(manager, ids);
    return Promise.all(
      products.map(async (product) => ({
        ...product,
        levels: levels.get(product.id) ?? [],
        upcomingPrices: upcoming.get(product.id) ?? [],
        unprintable: await unprintableIn(printedTexts(product)),
      })),
    );
  }

  private async inProductTransaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    try {
      return await inTransaction(this.dataSource, work);
    } catch (error) {
      throw isUniqueViolation(error, 'products_sku_uq') ? new AppError('product_exists') : error;
    }
  }
}

/** Lists the texts of a product that documents show. */
function printedTexts({ name, sku, variations }: PricedRecord): string[] {
  return [name, sku, ...variations.flatMap((each) => [each.name, ...each.values])];
}
