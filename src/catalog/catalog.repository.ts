import { Injectable } from '@nestjs/common';
import { In, IsNull, type EntityManager } from 'typeorm';
import { PlanPrice } from './plan-price.entity.js';
import type { ProductData } from './product-record.js';
import { Product } from './product.entity.js';

/** Active products with the same HSN code and rate. */
export interface TaxedProducts extends Pick<Product, 'hsn' | 'gstRateBp'> {
  products: number;
}

@Injectable()
export class CatalogRepository {
  /** Returns the products with some ids, ordered by id. */
  async listProducts(manager: EntityManager, ids: readonly number[]): Promise<Product[]> {
    return manager.getRepository(Product).find({ where: { id: In(ids) }, order: { id: 'ASC' } });
  }

  async findProduct(manager: EntityManager, sku: string): Promise<Product | null> {
    return manager.getRepository(Product).findOneBy({ sku, testScenario: IsNull() });
  }

  /** Lists the plan prices of some products. */
  async listPlanPrices(
    manager: EntityManager,
    productIds: readonly number[],
  ): Promise<PlanPrice[]> {
    return manager.getRepository(PlanPrice).findBy({ productId: In(productIds) });
  }

  /** Counts products, without test products. */
  async countProducts(manager: EntityManager): Promise<number> {
    return manager.getRepository(Product).countBy({ testScenario: IsNull() });
  }

  /** Finds the shelves of some products, where they are known. */
  async findShelves(
    manager: EntityManager,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, string>> {
    const found = await manager
      .getRepository(Product)
      .find({ where: { id: In(ids) }, select: { id: true, shelf: true } });
    return new Map(found.flatMap(({ id, shelf }) => (shelf === null ? [] : [[id, shelf]])));
  }

  /** Finds what tax documents say about some products. */
  async findTaxDetails(
    manager: EntityManager,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, Pick<Product, 'hsn' | 'gstRateBp'>>> {
    const found = await manager
      .getRepository(Product)
      .find({ where: { id: In(ids) }, select: { id: true, hsn: true, gstRateBp: true } });
    return new Map(found.map((product) => [product.id, product]));
  }

  /** Counts active products by what tax documents say about them; test products are left out, inactive ones count as 0. */
  async countByTax(manager: EntityManager): Promise<TaxedProducts[]> {
    return manager.query<TaxedProducts[]>(
      `SELECT hsn, gst_rate_bp AS "gstRateBp", (count(*) FILTER (WHERE active))::integer AS products
        FROM products WHERE test_scenario IS NULL GROUP BY hsn, gst_rate_bp`,
    );
  }

  async findId(manager: EntityManager, sku: string): Promise<number | null> {
    const found = await manager
      .getRepository(Product)
      .findOne({ where: { sku }, select: { id: true } });
    return found?.id ?? null;
  }

  /** Locks a product against other changes, but not against orders of it. */
  async lockProduct(manager: EntityManager, sku: string): Promise<Product | null> {
    return manager
      .getRepository(Product)
      .findOne({ where: { sku, testScenario: IsNull() }, lock: { mode: 'for_no_key_update' } });
  }

  async insertProduct(manager: EntityManager, product: ProductData): Promise<Product> {
    const repository = manager.getRepository(Product);
    const entity = repository.create(product);
    await repository.insert(entity);
    return entity;
  }

  async updateProduct(manager: EntityManager, id: number, product: ProductData): Promise<void> {
    await manager.getRepository(Product).update({ id }, product);
  }

  async findPlanPrice(
    manager: EntityManager,
    key: Pick<PlanPrice, 'planId' | 'productId'>,
  ): Promise<number | null> {
    const price = await manager.getRepository(PlanPrice).findOneBy(key);
    return price?.priceMinor ?? null;
  }

  /** Sets a plan's own price of a product. */
  async putPlanPrice(manager: EntityManager, price: PlanPrice): Promise<void> {
    await manager.getRepository(PlanPrice).upsert(price, ['planId', 'productId']);
  }

  async deletePlanPrice(
    manager: EntityManager,
    { planId, productId }: Pick<PlanPrice, 'planId' | 'productId'>,
  ): Promise<void> {
    await manager.getRepository(PlanPrice).delete({ planId, productId });
  }
}
