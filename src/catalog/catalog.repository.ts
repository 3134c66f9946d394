import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { PlanPrice } from './plan-price.entity.js';
import type { PriceSources } from './price.js';
import { Product } from './product.entity.js';

/** An active product with what decides its price on a plan, and what can be sold of it now. */
export interface ProductRow extends PriceSources {
  id: number;
  sku: string;
  name: string;
  description: string;
  category: string;
  images: string[];
  variations: Product['variations'];
  deliveryChargeMinor: number;
  /** Pieces on hand less reserved, by variation key ('' without variations). */
  available: Record<string, number>;
}

/** A product as it is stored. */
export type NewProduct = Pick<
  Product,
  | 'sku'
  | 'name'
  | 'description'
  | 'category'
  | 'images'
  | 'variations'
  | 'basePriceMinor'
  | 'deliveryChargeMinor'
  | 'active'
>;

@Injectable()
export class CatalogRepository {
  /** Active products as a plan sees them, by id: all, or those of some SKUs. One statement, one moment. */
  async listActive(
    manager: EntityManager,
    planId: number,
    skus: readonly string[] | null = null,
  ): Promise<ProductRow[]> {
    return manager.query<ProductRow[]>(
      `SELECT p.id, p.sku, p.name, p.description, p.category, p.images, p.variations,
          p.base_price_minor AS "basePriceMinor", p.delivery_charge_minor AS "deliveryChargeMinor",
          own.price_minor AS "ownPriceMinor", plan.discount_bp AS "discountBp",
          coalesce(levels.available, '{}') AS available
        FROM products p
        JOIN plans plan ON plan.id = $1
        LEFT JOIN plan_prices own ON own.plan_id = plan.id AND own.product_id = p.id
        LEFT JOIN LATERAL (
          SELECT jsonb_object_agg(l.variation_key, l.on_hand - l.reserved) AS available
          FROM stock_levels l WHERE l.product_id = p.id
        ) levels ON true
        WHERE p.active AND ($2::text[] IS NULL OR p.sku = ANY ($2))
        ORDER BY p.id`,
      [planId, skus],
    );
  }

  async insertProduct(manager: EntityManager, product: NewProduct): Promise<Product> {
    const repository = manager.getRepository(Product);
    const entity = repository.create(product);
    await repository.insert(entity);
    return entity;
  }

  /** Puts a plan's own price of a product in the place of the one before. */
  async putPlanPrice(manager: EntityManager, price: PlanPrice): Promise<void> {
    await manager.getRepository(PlanPrice).upsert(price, ['planId', 'productId']);
  }
}
