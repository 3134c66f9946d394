import { Injectable } from '@nestjs/common';
import { IsNull, type EntityManager } from 'typeorm';
import { PlanPrice } from './plan-price.entity.js';
import type { ProductData, ProductRecord } from './product-record.js';
import { Product } from './product.entity.js';

@Injectable()
export class CatalogRepository {
  /** Products as operators see them, by id: all after an id, or the one of a SKU. */
  async listRecords(
    manager: EntityManager,
    { afterId, limit, sku = null }: { afterId: number; limit: number; sku?: string | null },
  ): Promise<ProductRecord[]> {
    return manager.query<ProductRecord[]>(
      `SELECT p.id, p.sku, p.name, p.description, p.category, p.images, p.variations, p.active,
          p.base_price_minor AS "basePriceMinor", p.delivery_charge_minor AS "deliveryChargeMinor",
          p.created_at AS "createdAt", p.updated_at AS "updatedAt",
          coalesce(levels.levels, '[]') AS levels, coalesce(prices.prices, '{}') AS "planPricesMinor"
        FROM products p
        LEFT JOIN LATERAL (
          SELECT jsonb_agg(jsonb_build_object(
            'variationKey', l.variation_key, 'onHand', l.on_hand, 'reserved', l.reserved
          ) ORDER BY l.variation_key) AS levels
          FROM stock_levels l WHERE l.product_id = p.id
        ) levels ON true
        LEFT JOIN LATERAL (
          SELECT jsonb_object_agg(plan.code, own.price_minor) AS prices
          FROM plan_prices own JOIN plans plan ON plan.id = own.plan_id WHERE own.product_id = p.id
        ) prices ON true
        WHERE p.test_scenario IS NULL AND p.id > $1 AND ($2::text IS NULL OR p.sku = $2)
        ORDER BY p.id LIMIT $3`,
      [afterId, sku, limit],
    );
  }

  /** Counts products, without test products. */
  async countProducts(manager: EntityManager): Promise<number> {
    return manager.getRepository(Product).countBy({ testScenario: IsNull() });
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

  /** Puts a plan's own price of a product in the place of the one before. */
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
