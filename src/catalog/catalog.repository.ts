import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, Repository, type EntityManager } from 'typeorm';
import { PlanPrice } from './plan-price.entity.js';
import type { Article, ProductData } from './product-record.js';
import { PhotosRepository } from './photos/photos.repository.js';
import { Product } from './product.entity.js';

/** Number of active products with the same HSN code and rate. */
export interface TaxedProducts extends Pick<Product, 'hsn' | 'gstRateBp'> {
  products: number;
}

/** The fields of a product that packing and invoicing it need. */
export type ProductHandling = Pick<
  Product,
  'shelf' | 'hsn' | 'gstRateBp' | 'gstUnit' | 'gtin' | 'variationCodes' | 'weightGrams'
>;

type PriceKey = Pick<PlanPrice, 'planId' | 'productId'>;

@Injectable()
export class CatalogRepository {
  constructor(
    @InjectRepository(Product) private readonly products: Repository<Product>,
    @InjectRepository(PlanPrice) private readonly prices: Repository<PlanPrice>,
    private readonly photos: PhotosRepository,
  ) {}

  /** Lists the products with some ids, ordered by id. */
  async listProducts(manager: EntityManager, ids: readonly number[]): Promise<Product[]> {
    return manager
      .withRepository(this.products)
      .find({ where: { id: In(ids) }, order: { id: 'ASC' } });
  }

  async findProduct(manager: EntityManager, sku: string): Promise<Product | null> {
    return manager.withRepository(this.products).findOneBy({ sku, testScenario: IsNull() });
  }

  /** Lists the plan prices of some products. */
  async listPlanPrices(manager: EntityManager, ids: readonly number[]): Promise<PlanPrice[]> {
    return manager.withRepository(this.prices).findBy({ productId: In(ids) });
  }

  /** Counts products, without test products. */
  async countProducts(): Promise<number> {
    return this.products.countBy({ testScenario: IsNull() });
  }

  /** Finds the shelves of some products, and what tax documents say about them. */
  async findHandling(
    manager: EntityManager,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, ProductHandling>> {
    const found = await manager.query<(ProductHandling & { id: number })[]>(
      `SELECT id, shelf, hsn, gst_rate_bp AS "gstRateBp", gst_unit AS "gstUnit", gtin, variation_codes AS "variationCodes",
          weight_grams AS "weightGrams" FROM products
        WHERE id = ANY (ARRAY (SELECT value::integer FROM json_array_elements_text($1::json)))`,
      [JSON.stringify(ids)],
    );
    return new Map(found.map((product) => [product.id, product]));
  }

  /** Counts active products by what tax documents say about them. Test products are left out, inactive ones count as 0. */
  async countByTax(manager: EntityManager): Promise<TaxedProducts[]> {
    return manager.query<TaxedProducts[]>(
      `SELECT hsn, gst_rate_bp AS "gstRateBp", (count(*) FILTER (WHERE active))::integer AS products
        FROM products WHERE test_scenario IS NULL GROUP BY hsn, gst_rate_bp`,
    );
  }

  /** Finds a product by its SKU, else by its GTIN or the code of a combination. The first code goes before the others. */
  async findArticle(manager: EntityManager, codes: readonly string[]): Promise<Article | null> {
    const [article] = await manager.query<Article[]>(
      `SELECT sku, name FROM products
        WHERE test_scenario IS NULL AND (sku = ANY($1) OR gtin = ANY($1)
          OR EXISTS (SELECT FROM jsonb_each_text(variation_codes) WHERE value = ANY($1)))
        ORDER BY sku = $1[1] DESC, sku = ANY($1) DESC, id LIMIT 1`,
      [codes],
    );
    return article ?? null;
  }

  async findId(sku: string): Promise<number | null> {
    const found = await this.products.findOne({ where: { sku }, select: { id: true } });
    return found?.id ?? null;
  }

  /** Locks a product against other changes, but not against orders of it. */
  async lockProduct(manager: EntityManager, sku: string): Promise<Product | null> {
    return manager
      .withRepository(this.products)
      .findOne({ where: { sku, testScenario: IsNull() }, lock: { mode: 'for_no_key_update' } });
  }

  /** @throws AppError validation_failed for a photo that is not stored */
  async insertProduct(manager: EntityManager, product: ProductData): Promise<Product> {
    await this.photos.keep(manager, product);
    const entity = this.products.create(product);
    await manager.withRepository(this.products).insert(entity);
    return entity;
  }

  /** @throws AppError validation_failed for a photo that is not stored */
  async updateProduct(manager: EntityManager, id: number, product: ProductData): Promise<void> {
    await this.photos.keep(manager, product);
    await manager.withRepository(this.products).update({ id }, product);
  }

  async findPlanPrice(manager: EntityManager, key: PriceKey): Promise<number | null> {
    const price = await manager.withRepository(this.prices).findOneBy(key);
    return price?.priceMinor ?? null;
  }

  /** Sets a plan's own price of a product. */
  async putPlanPrice(manager: EntityManager, price: PlanPrice): Promise<void> {
    await manager.withRepository(this.prices).upsert(price, ['planId', 'productId']);
  }

  async deletePlanPrice(manager: EntityManager, key: PriceKey): Promise<void> {
    await manager.withRepository(this.prices).delete(key);
  }
}
