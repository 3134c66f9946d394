import { Injectable } from '@nestjs/common';
import {
  LiveCache,
  type CacheSnapshot,
  type LiveCacheSource,
} from '../../platform/live-cache/live-cache.js';
import type { CatalogScope } from '../catalog-scope.js';
import type { CatalogProduct, Offer, ProductFacts, SellableStock } from '../priced-product.js';
import { STORE_DETAILS } from '../details/product-details.js';
import { sellableStock } from '../variations/variations.js';
import { blocksAfter, firstAfter, ProductBlocks } from './product-blocks.js';
import { PlanView, type PlanTerms, type ProductList } from './plan-view.js';

/** Available units by variation key ('' without variations). */
type Available = Readonly<Record<string, number>>;

interface StockRow {
  productId: number;
  available: Available;
}

/** Products of one load, with the data needed to change them. */
interface Products {
  blocks: ProductBlocks;
  idsBySku: Map<string, number>;
  /** Products with a combination of a code; most codes belong to one. */
  idsByCode: Map<string, ReadonlySet<number>>;
  stock: Map<number, Available>;
}

/** SQL: the details of a product `p` that stores receive; NULL: none is known. */
const DETAILS = `CASE WHEN num_nonnulls(${STORE_DETAILS.map(({ column }) => `p.${column}`).join(', ')}) > 0
  THEN json_build_object(${STORE_DETAILS.map(({ property, column }) => `'${property}', p.${column}`).join(', ')}) END`;
const NO_VARIATION_STOCKS: SellableStock['variationStocks'] = {};

/**
 * Products and stock in memory, as fresh as the latest refresh of {@link LiveCache}. All plans share them; each plan's live and
 * test callers have a view of them.
 */
@Injectable()
export class CatalogCache {
  private current = emptyProducts();
  /** Products that are being loaded to replace the current ones. Stock is loaded first. */
  private loading = emptyProducts();
  private readonly plans = new Map<number, PlanTerms>();
  /** By plan id. */
  private readonly liveViews = new Map<number, PlanView>();
  private readonly testViews = new Map<number, PlanView>();

  private readonly sources: readonly LiveCacheSource[] = [
    source<PlanTerms>({
      kind: 'plan',
      select: (condition) =>
        `SELECT id, discount_bp AS "discountBp" FROM plans WHERE ${condition('id')}`,
      load: () => {
        const loaded: PlanTerms[] = [];
        return {
          add: (rows) => loaded.push(...rows),
          finish: () => {
            this.plans.clear();
            this.liveViews.clear();
            this.testViews.clear();
            for (const row of loaded) this.plans.set(row.id, row);
          },
        };
      },
      replace: (ids, rows) => {
        for (const id of ids) {
          this.liveViews.delete(id);
          this.testViews.delete(id);
        }
        for (const row of rows) this.plans.set(row.id, row);
      },
    }),
    source<StockRow>({
      kind: 'stock',
      isHot: true,
      select: (condition) =>
        `SELECT product_id AS "productId",
            json_object_agg(variation_key, on_hand - reserved) AS available
          FROM stock_levels WHERE ${condition('product_id')} GROUP BY product_id`,
      load: () => {
        const { stock } = (this.loading = emptyProducts());
        return {
          add: (rows) => {
            for (const { productId, available } of rows) stock.set(productId, available);
          },
          finish: () => undefined,
        };
      },
      replace: (_ids, rows) => {
        const { blocks, stock } = this.current;
        for (const { productId, available } of rows) {
          stock.set(productId, available);
          const product = blocks.get(productId);
          if (product !== undefined) blocks.put(toProduct(product.facts, available));
        }
      },
    }),
    source<ProductFacts>({
      kind: 'product',
      select: (condition) =>
        `SELECT p.id, p.sku, p.name, p.description, p.category, p.images, p.variations, p.active,
            p.test_scenario IS NOT NULL AS "isTest", p.base_price_minor AS "basePriceMinor", p.delivery_charge_minor AS "deliveryChargeMinor",
            ${DETAILS} AS details,
            (
              SELECT json_object_agg(own.plan_id, own.price_minor)
              FROM plan_prices own WHERE own.product_id = p.id
            ) AS "ownPricesMinor"
          FROM products p WHERE ${condition('p.id')}`,
      load: () => {
        const { loading } = this;
        return {
          add: (rows) => rows.forEach((row) => putProduct(loading, row)),
          finish: () => {
            this.current = loading;
            this.loading = emptyProducts();
          },
        };
      },
      replace: (ids, rows) => {
        for (const id of ids) removeProduct(this.current, id);
        rows.forEach((row) => putProduct(this.current, row));
      },
    }),
  ];

  constructor(private readonly liveCache: LiveCache) {
    for (const source of this.sources) liveCache.add(source);
  }

  /** Database snapshot of the products, prices and stock. */
  get snapshot(): CacheSnapshot {
    return this.liveCache.snapshot;
  }

  /** Number that stays the same while products, prices and stock stay the same on all plans. */
  get version(): number {
    return this.liveCache.changeNumber;
  }

  /** Lists the products of a plan by id, including those that cannot be ordered on it, see {@link PlanView.offer}. */
  listProducts(scope: CatalogScope): ProductList {
    return { view: this.viewOf(scope), blocks: this.current.blocks.list() };
  }

  /** Yields the ids of all products after an id, including those that some plans cannot order; ascending. */
  *idsAfter(afterId: number): Generator<number, void> {
    for (const block of blocksAfter(this.current.blocks.list(), afterId)) {
      for (const { facts } of block.slice(firstAfter(block, afterId))) yield facts.id;
    }
  }

  /** Finds the product if it can be ordered on the plan. */
  offerOf(scope: CatalogScope, id: number): Offer | null {
    const product = this.current.blocks.get(id);
    return product === undefined ? null : this.viewOf(scope).offer(product);
  }

  /** Finds the SKU of an active product with a base price. */
  discountedSku(id: number): string | undefined {
    const facts = this.current.blocks.get(id)?.facts;
    return facts?.active && facts.basePriceMinor !== null ? facts.sku : undefined;
  }

  /** Finds the product if it can be ordered on the plan. */
  findOffer(scope: CatalogScope, sku: string): Offer | null {
    const id = this.current.idsBySku.get(sku);
    return id === undefined ? null : this.offerOf(scope, id);
  }

  /** Finds the products on the plan that have a combination of a code. */
  findOffersByCode(scope: CatalogScope, code: string): Offer[] {
    const ids = [...(this.current.idsByCode.get(code) ?? [])];
    return ids.flatMap((id) => this.offerOf(scope, id) ?? []);
  }

  private viewOf({ planId, isTest }: CatalogScope): PlanView {
    const views = isTest ? this.testViews : this.liveViews;
    let view = views.get(planId);
    if (view === undefined) {
      view = new PlanView(this.plans.get(planId), isTest);
      views.set(planId, view);
    }
    return view;
  }
}

function emptyProducts(): Products {
  return {
    blocks: new ProductBlocks(),
    idsBySku: new Map(),
    idsByCode: new Map(),
    stock: new Map(),
  };
}

function putProduct({ blocks, idsBySku, idsByCode, stock }: Products, facts: ProductFacts): void {
  blocks.put(toProduct(facts, stock.get(facts.id) ?? {}));
  idsBySku.set(facts.sku, facts.id);
  for (const code of codesOf(facts)) {
    idsByCode.set(code, new Set(idsByCode.get(code)).add(facts.id));
  }
}

function removeProduct(products: Products, id: number): void {
  const { blocks, idsBySku, idsByCode } = products;
  const facts = blocks.get(id)?.facts;
  if (facts === undefined) return;
  // Another product may have taken over the SKU in the same change.
  if (idsBySku.get(facts.sku) === id) idsBySku.delete(facts.sku);
  for (const code of codesOf(facts)) {
    const others = new Set(idsByCode.get(code));
    others.delete(id);
    if (others.size === 0) idsByCode.delete(code);
    else idsByCode.set(code, others);
  }
  blocks.remove(id);
}

function codesOf({ details }: ProductFacts): string[] {
  return Object.values(details?.variationCodes ?? {});
}

function toProduct(facts: ProductFacts, available: Available): CatalogProduct {
  return facts.variations.length === 0
    ? { facts, stockQty: available[''] ?? 0, variationStocks: NO_VARIATION_STOCKS }
    : { facts, ...sellableStock(facts.variations, (key) => available[key]) };
}

function source<Row>(typed: LiveCacheSource<Row>): LiveCacheSource {
  return typed as LiveCacheSource;
}
