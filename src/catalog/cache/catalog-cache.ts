import { Injectable } from '@nestjs/common';
import {
  LiveCache,
  type CacheSnapshot,
  type LiveCacheSource,
} from '../../platform/live-cache/live-cache.js';
import type { CatalogScope } from '../catalog-scope.js';
import { inBlocks, PlanView, type IdBlocks } from './plan-view.js';
import { wholesalePriceMinor } from '../price.js';
import type { PricedProduct, ProductBlock } from '../priced-product.js';
import { NO_DETAILS, type ProductData, type ProductDetails } from '../product-record.js';
import { sellableStock } from '../variations.js';

interface ProductRow extends Omit<ProductData, keyof ProductDetails> {
  id: number;
  /** null: none is known. */
  details: ProductDetails | null;
  /** The plans' own prices by plan id. */
  ownPricesMinor: Record<string, number> | null;
  /** Shown to test callers only. */
  isTest: boolean;
}

interface StockRow {
  productId: number;
  /** Available units by variation key ('' without variations). */
  available: Record<string, number>;
}

interface PlanRow {
  id: number;
  discountBp: number;
}

/**
 * Products, prices and stock in memory, and what each plan's live and test callers see of them; as fresh as the
 * latest refresh of {@link LiveCache}.
 */
@Injectable()
export class CatalogCache {
  private readonly products = new Map<number, ProductRow>();
  private readonly idsBySku = new Map<string, number>();
  private readonly stock = new Map<number, StockRow>();
  private readonly plans = new Map<number, PlanRow>();
  /** By plan id. */
  private readonly liveViews = new Map<number, PlanView>();
  private readonly testViews = new Map<number, PlanView>();
  private ids: IdBlocks | null = null;

  private readonly sources: readonly LiveCacheSource[] = [
    source<PlanRow>({
      kind: 'plan',
      select: (condition) =>
        `SELECT id, discount_bp AS "discountBp" FROM plans WHERE ${condition('id')}`,
      replaceAll: (rows) => {
        this.plans.clear();
        this.clearViews();
        for (const row of rows) this.plans.set(row.id, row);
      },
      replace: (ids, rows) => {
        for (const id of ids) {
          this.liveViews.delete(id);
          this.testViews.delete(id);
        }
        for (const row of rows) this.plans.set(row.id, row);
      },
    }),
    source<ProductRow>({
      kind: 'product',
      select: (condition) =>
        `SELECT p.id, p.sku, p.name, p.description, p.category, p.images, p.variations, p.active,
            p.test_scenario IS NOT NULL AS "isTest", p.base_price_minor AS "basePriceMinor", p.delivery_charge_minor AS "deliveryChargeMinor",
            CASE WHEN coalesce(p.gtin, p.hsn, p.brand, p.weight_grams::text, p.gst_rate_bp::text) IS NOT NULL THEN json_build_object(
              'gtin', p.gtin, 'hsn', p.hsn, 'brand', p.brand, 'weightGrams', p.weight_grams, 'gstRateBp', p.gst_rate_bp
            ) END AS details,
            (
              SELECT json_object_agg(own.plan_id, own.price_minor)
              FROM plan_prices own WHERE own.product_id = p.id
            ) AS "ownPricesMinor"
          FROM products p WHERE ${condition('p.id')}`,
      replaceAll: (rows) => {
        this.products.clear();
        this.idsBySku.clear();
        this.ids = null;
        this.clearViews();
        rows.forEach((row) => this.putProduct(row));
      },
      replace: (ids, rows) => {
        for (const id of ids) this.removeProduct(id);
        rows.forEach((row) => this.putProduct(row));
        this.ids = null;
        this.forget(ids);
      },
    }),
    source<StockRow>({
      kind: 'stock',
      isHot: true,
      select: (condition) =>
        `SELECT product_id AS "productId",
            json_object_agg(variation_key, on_hand - reserved) AS available
          FROM stock_levels WHERE ${condition('product_id')} GROUP BY product_id`,
      replaceAll: (rows) => {
        this.stock.clear();
        this.clearViews();
        for (const row of rows) this.stock.set(row.productId, row);
      },
      replace: (ids, rows) => {
        for (const row of rows) this.stock.set(row.productId, row);
        this.forget(ids);
      },
    }),
  ];

  constructor(private readonly liveCache: LiveCache) {
    for (const source of this.sources) liveCache.add(source);
  }

  /** The moment that the products, prices and stock are of. */
  get snapshot(): CacheSnapshot {
    return this.liveCache.snapshot;
  }

  /** Every active product that has a price on the plan, by id, in blocks. */
  listProducts(scope: CatalogScope): readonly ProductBlock[] {
    return this.viewOf(scope).list(this.idBlocks());
  }

  /** The ids of all products, including those that some plans cannot order. */
  productIds(): number[] {
    return this.idBlocks().flat();
  }

  /** The product if it can be ordered on the plan. */
  productOn(scope: CatalogScope, id: number): PricedProduct | undefined {
    return this.viewOf(scope).product(id);
  }

  /** The SKU of a product if it is for the plans' discounts to leave it a price. */
  discountedSku(id: number): string | undefined {
    const product = this.products.get(id);
    return product?.active && product.basePriceMinor !== null ? product.sku : undefined;
  }

  /** The product if it can be ordered on the plan. */
  findProduct(scope: CatalogScope, sku: string): PricedProduct | undefined {
    const id = this.idsBySku.get(sku);
    return id === undefined ? undefined : this.viewOf(scope).product(id);
  }

  private idBlocks(): IdBlocks {
    return (this.ids ??= inBlocks(this.products.keys()));
  }

  private putProduct(row: ProductRow): void {
    this.products.set(row.id, row);
    this.idsBySku.set(row.sku, row.id);
  }

  private removeProduct(id: number): void {
    const before = this.products.get(id);
    // Another product may have taken over the SKU in the same change.
    if (before !== undefined && this.idsBySku.get(before.sku) === id) {
      this.idsBySku.delete(before.sku);
    }
    this.products.delete(id);
  }

  private forget(ids: readonly number[]): void {
    for (const view of this.liveViews.values()) view.forget(ids);
    for (const view of this.testViews.values()) view.forget(ids);
  }

  private clearViews(): void {
    this.liveViews.clear();
    this.testViews.clear();
  }

  private viewOf({ planId, isTest }: CatalogScope): PlanView {
    const views = isTest ? this.testViews : this.liveViews;
    let view = views.get(planId);
    if (view === undefined) {
      view = new PlanView((id) => this.price({ planId, isTest }, id));
      views.set(planId, view);
    }
    return view;
  }

  /** The product with its price and stock; undefined where it can't be ordered on the plan. */
  private price({ planId, isTest }: CatalogScope, id: number): PricedProduct | undefined {
    const plan = this.plans.get(planId);
    const product = this.products.get(id);
    if (plan === undefined || product === undefined) return undefined;
    // Test products are never active: nothing that knows nothing of test mode takes them for goods.
    if (!isInScope(product, isTest) || !(product.active || product.isTest)) return undefined;
    const priceMinor = wholesalePriceMinor({
      basePriceMinor: product.basePriceMinor,
      ownPriceMinor: product.ownPricesMinor?.[planId] ?? null,
      discountBp: plan.discountBp,
    });
    if (priceMinor === null) return undefined;
    const { sku, name, description, category, images, variations, deliveryChargeMinor } = product;
    const available = new Map(Object.entries(this.stock.get(id)?.available ?? {}));
    return {
      id,
      sku,
      name,
      description,
      category,
      images,
      variations,
      ...sellableStock(variations, available),
      priceMinor,
      deliveryChargeMinor,
      details: product.details ?? NO_DETAILS,
    };
  }
}

function isInScope(product: ProductRow, isTest: boolean): boolean {
  return isTest || !product.isTest;
}

function source<Row>(typed: LiveCacheSource<Row>): LiveCacheSource {
  return typed as LiveCacheSource;
}
