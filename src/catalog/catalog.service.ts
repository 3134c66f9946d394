import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../platform/audit/audit.service.js';
import { inTransaction } from '../platform/database/transaction.js';
import { groupBy } from '../platform/group-by.js';
import { AppError } from '../platform/http/errors.js';
import type { CacheSnapshot } from '../platform/live-cache/live-cache.js';
import type { Page, PageRequest } from '../platform/http/paging/page.js';
import { PlansService } from '../plans/plans.service.js';
import type { CatalogScope } from './catalog-scope.js';
import { CatalogCache } from './cache/catalog-cache.js';
import type { ProductList } from './cache/plan-view.js';
import {
  CatalogRepository,
  type ProductHandling,
  type TaxedProducts,
} from './catalog.repository.js';
import { ChangeFeed } from './changes/change-feed.js';
import { pickDetails, withOwnKeys } from './details/detail-values.js';
import { variationKeys } from './variations/variation-keys.js';
import {
  toPricedProduct,
  type CodedProduct,
  type Offer,
  type PricedProduct,
} from './priced-product.js';
import {
  matcherOfWords,
  pageOfProducts,
  ProductFinder,
  type ProductPage,
  type ProductSearch,
} from './listing/product-pages.js';
import type { Article, PricedRecord, ProductData } from './product-record.js';
import type { Product } from './product.entity.js';
import { ScheduledPricesRepository } from './scheduled-prices/scheduled-prices.repository.js';

/** Products of one database snapshot. */
export interface ProductsSnapshot {
  products: PricedProduct[];
  snapshot: CacheSnapshot;
}

@Injectable()
export class CatalogService {
  private readonly finder = new ProductFinder();

  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly plans: PlansService,
    private readonly repository: CatalogRepository,
    private readonly cache: CatalogCache,
    private readonly feed: ChangeFeed,
    private readonly scheduled: ScheduledPricesRepository,
  ) {}

  /** Lists the products of a plan by id, including those that cannot be ordered on it. */
  listProducts(scope: CatalogScope): ProductList {
    return this.cache.listProducts(scope);
  }

  /** Finds a page of the products that match a search, and counts the products of all pages. */
  async searchProducts(
    scope: CatalogScope & { clientId: number },
    { updatedSince, ...filter }: ProductSearch,
    page: PageRequest,
  ): Promise<ProductPage> {
    const ids = updatedSince && (await this.feed.changedSince(scope, updatedSince));
    return this.finder.find(this.cache.listProducts(scope), filter, ids, page);
  }

  /** Makes a page of the products that can be ordered on the plan, by id. */
  pageProducts(scope: CatalogScope, page: PageRequest): Page<Offer> {
    return pageOfProducts(this.cache.listProducts(scope), page);
  }

  /**
   * Makes a page of the products that can be ordered on the plan and have all words, by id.
   *
   * @param words in the SKU, the name, the category, the GTIN or the codes of combinations, in any letter case
   */
  pageProductsWith(scope: CatalogScope, words: string, page: PageRequest): Page<Offer> {
    return pageOfProducts(this.cache.listProducts(scope), page, matcherOfWords(words));
  }

  /** Number that stays the same while all offers stay the same on all plans. */
  get version(): number {
    return this.cache.version;
  }

  /** @throws AppError product_not_found, also for a product that is inactive or has no price on the plan */
  getOffer(scope: CatalogScope, sku: string): Offer {
    const offer = this.findOffer(scope, sku);
    if (offer === null) throw new AppError('product_not_found');
    return offer;
  }

  /** Finds the product if it can be ordered on the plan, otherwise null. */
  findOffer(scope: CatalogScope, sku: string): Offer | null {
    return this.cache.findOffer(scope, sku);
  }

  /** Finds those of the SKUs that can be ordered on the plan, in their order, with their database snapshot. */
  findProducts(scope: CatalogScope, skus: readonly string[]): ProductsSnapshot {
    const offers = skus.flatMap((sku) => this.findOffer(scope, sku) ?? []);
    return { products: offers.map(toPricedProduct), snapshot: this.cache.snapshot };
  }

  /** Finds the combinations on the plan that have a code, compared exactly. Several products can have the same. */
  findByCode(scope: CatalogScope, code: string): CodedProduct[] {
    return this.cache.findOffersByCode(scope, code).flatMap((offer) => {
      const product = toPricedProduct(offer);
      return variationKeys(product.variations)
        .filter((key) => product.variationCodes[key] === code)
        .map((variationKey) => ({ product, variationKey }));
    });
  }

  /** Lists the products with some ids and their plan prices, active or not, ordered by id. */
  async listRecords(manager: EntityManager, ids: readonly number[]): Promise<PricedRecord[]> {
    return this.withPrices(manager, await this.repository.listProducts(manager, ids));
  }

  /** Gets a product with its plan prices, active or not. @throws AppError product_not_found */
  async getRecord(manager: EntityManager, sku: string): Promise<PricedRecord> {
    const product = await this.repository.findProduct(manager, sku);
    if (product === null) throw new AppError('product_not_found');
    const [record] = await this.withPrices(manager, [product]);
    return record!;
  }

  /** Finds the id of a product by its present SKU, active or not; null: no product has it. */
  async findProductId(sku: string): Promise<number | null> {
    return this.repository.findId(sku);
  }

  /**
   * Finds the product that a code names, active or not. A SKU wins over a GTIN and the code of a combination.
   *
   * @param codes the code in some letter cases
   */
  async findArticle(manager: EntityManager, codes: readonly string[]): Promise<Article | null> {
    return this.repository.findArticle(manager, codes);
  }

  /** Adds a product, in the caller's transaction. @throws AppError validation_failed (keys of no variation) */
  async createProduct(manager: EntityManager, product: ProductData): Promise<Product> {
    const after = withOwnKeys(product, product.variations);
    const created = await this.repository.insertProduct(manager, after);
    await this.audit.record(manager, {
      action: 'product.created',
      subject: `product ${product.sku}`,
      after: { ...after },
    });
    return created;
  }

  /** Locks a product against other changes, in the caller's transaction. @throws AppError product_not_found */
  async lockProduct(manager: EntityManager, sku: string): Promise<Product> {
    const product = await this.repository.lockProduct(manager, sku);
    if (product === null) throw new AppError('product_not_found');
    return product;
  }

  /**
   * Changes the given fields of a locked product, in the caller's transaction.
   *
   * @throws AppError validation_failed (keys of no variation)
   */
  async changeProduct(
    manager: EntityManager,
    product: Product,
    change: Partial<ProductData>,
  ): Promise<void> {
    const before = editable(product);
    const after = { ...before, ...withOwnKeys(change, change.variations ?? product.variations) };
    await this.repository.updateProduct(manager, product.id, after);
    await this.audit.record(manager, {
      action: 'product.updated',
      subject: `product ${product.sku}`,
      before,
      after,
    });
  }

  /**
   * Sets a plan's own price of a product, in minor units; null removes it.
   *
   * @throws AppError plan_not_found, product_not_found
   */
  async setPlanPrice(code: string, sku: string, priceMinor: number | null): Promise<void> {
    await inTransaction(this.dataSource, (manager) =>
      this.putPlanPrice(manager, code, sku, priceMinor),
    );
  }

  /** Sets a plan's own price in the caller's transaction, see {@link setPlanPrice}. */
  async putPlanPrice(
    manager: EntityManager,
    code: string,
    sku: string,
    priceMinor: number | null,
  ): Promise<void> {
    const { id: planId } = await this.plans.getPlan(code, manager);
    const { id: productId } = await this.lockProduct(manager, sku);
    const set = `(VALUES (${productId}, ${planId})) c (product_id, plan_id)`;
    await this.scheduled.cancelDue(manager, set);
    const beforeMinor = await this.repository.findPlanPrice(manager, { planId, productId });
    if (beforeMinor === priceMinor) return;
    if (priceMinor === null) {
      await this.repository.deletePlanPrice(manager, { planId, productId });
    } else {
      await this.repository.putPlanPrice(manager, { planId, productId, priceMinor });
    }
    await this.audit.record(manager, {
      action: 'price.set',
      subject: `product ${sku}`,
      before: { plan: code, price_minor: beforeMinor },
      after: { plan: code, price_minor: priceMinor },
    });
  }

  /** Finds the shelves of some products, and what tax documents say about them. */
  async findHandling(
    manager: EntityManager,
    ids: readonly number[],
  ): Promise<ReadonlyMap<number, ProductHandling>> {
    return this.repository.findHandling(manager, [...new Set(ids)]);
  }

  /** Counts the active products of each pair of HSN code and rate. A pair that only inactive products have counts 0. */
  async countByTax(manager: EntityManager): Promise<TaxedProducts[]> {
    return this.repository.countByTax(manager);
  }

  /** Counts all products except test products, active or not. */
  async countProducts(): Promise<number> {
    return this.repository.countProducts();
  }

  private async withPrices(
    manager: EntityManager,
    products: readonly Product[],
  ): Promise<PricedRecord[]> {
    const ids = products.map(({ id }) => id);
    const prices = await this.repository.listPlanPrices(manager, ids);
    const codes = prices.length === 0 ? new Map<number, string>() : await this.plans.codes(manager);
    const pricesOf = groupBy(prices, ({ productId }) => productId);
    return products.map((product) => {
      const own = pricesOf.get(product.id) ?? [];
      const pairs = own.map(({ planId, priceMinor }) => [codes.get(planId)!, priceMinor] as const);
      return { ...product, planPricesMinor: Object.fromEntries(pairs) };
    });
  }
}

/** Picks the fields of a product that can be changed. */
function editable(product: Product): ProductData {
  const { sku, name, description, category, images, variations, active } = product;
  const { basePriceMinor, deliveryChargeMinor } = product;
  return {
    sku,
    name,
    description,
    category,
    images,
    variations,
    basePriceMinor,
    deliveryChargeMinor,
    active,
    ...pickDetails(product),
  };
}
