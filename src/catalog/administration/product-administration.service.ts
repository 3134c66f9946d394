import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { CatalogService } from '../catalog.service.js';
import type { ProductData, ProductRecord } from '../product-record.js';
import { isUniqueViolation } from '../../platform/database/database-errors.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/http/errors.js';
import { levelsOf, type StockInput } from '../../stock/stock-input.js';
import { StockService } from '../../stock/stock.service.js';

const OPENING_STOCK = 'opening stock';

/** The range of goods as operators keep it: products together with their stock. */
@Injectable()
export class ProductAdministrationService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly catalog: CatalogService,
    private readonly stock: StockService,
  ) {}

  /**
   * Adds a product with what is on hand of it.
   *
   * @throws AppError product_exists, validation_failed (stock that does not fit the variations)
   */
  async createProduct(product: ProductData, stock: StockInput): Promise<ProductRecord> {
    return this.inProductTransaction(async (manager) => {
      await this.addProduct(manager, product, stock);
      return this.catalog.getRecord(product.sku, manager);
    });
  }

  /** Adds a product in the caller's transaction, see {@link createProduct}. */
  async addProduct(manager: EntityManager, product: ProductData, stock: StockInput): Promise<void> {
    const { id } = await this.catalog.createProduct(manager, product);
    await this.stock.layOut(manager, id, product.variations);
    const levels = levelsOf(id, product.variations, stock);
    await this.stock.setOnHand(manager, product.sku, levels, OPENING_STOCK);
  }

  /**
   * Changes what is given of a product. Combinations that are no longer offered keep their pieces, for
   * the orders that hold them; new ones begin with none.
   *
   * @throws AppError product_not_found, product_exists
   */
  async changeProduct(sku: string, change: Partial<ProductData>): Promise<ProductRecord> {
    return this.inProductTransaction(async (manager) => {
      const product = await this.catalog.lockProduct(manager, sku);
      if (change.variations !== undefined) {
        await this.stock.layOut(manager, product.id, change.variations);
      }
      await this.catalog.changeProduct(manager, product, change);
      return this.catalog.getRecord(change.sku ?? sku, manager);
    });
  }

  private async inProductTransaction<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    try {
      return await inTransaction(this.dataSource, work);
    } catch (error) {
      throw isUniqueViolation(error, 'products_sku_uq') ? new AppError('product_exists') : error;
    }
  }
}
