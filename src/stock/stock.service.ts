import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../platform/audit/audit.service.js';
import { CatalogService } from '../catalog/catalog.service.js';
import type { CatalogScope } from '../catalog/catalog-scope.js';
import type { CatalogProduct } from '../catalog/priced-product.js';
import { variationText } from '../catalog/variations/variation-keys.js';
import type { Variation } from '../catalog/variations/variations.js';
import { LIMITS } from '../platform/config/limits.js';
import { ChangedMeanwhile, inSnapshot, inTransaction } from '../platform/database/transaction.js';
import {
  idempotentSnapshot,
  idempotentTransaction,
  type Idempotency,
} from '../platform/idempotency/idempotency-context.js';
import { groupBy } from '../platform/group-by.js';
import { AppError, invalidField } from '../platform/http/errors.js';
import {
  readPage,
  type NewestFirst,
  type Page,
  type PageRequest,
} from '../platform/http/paging/page.js';
import { levelsOf, type StockInput } from './stock-input.js';
import { levelKeys, type RenamedKey, type StockKey, type StockQuantity } from './stock-key.js';
import type { StockLevel } from './stock-level.entity.js';
import { StockRepository, type ListedMovement } from './stock.repository.js';

/** A level with fewer units available than requested. */
export interface Shortage extends StockKey {
  requested: number;
  available: number;
}

/** Available stock of some SKUs on a plan. */
export interface Availability {
  products: readonly CatalogProduct[];
  /** SKUs that are unknown or cannot be ordered. */
  unknown: string[];
}

/** All levels of a product, including those of combinations that are no longer offered. */
export interface ProductLevels {
  sku: string;
  levels: readonly StockLevel[];
}

const RENAMED = 'variations reordered';

/** Stock levels. Methods that take a manager work inside the caller's transaction. */
@Injectable()
export class StockService {
  /** Latest result by list of SKUs. The validation pipe reuses one list for all requests with the same query. */
  private readonly kept = new WeakMap<
    readonly string[],
    Availability & CatalogScope & { version: number }
  >();

  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly catalog: CatalogService,
    private readonly repository: StockRepository,
  ) {}

  /**
   * Gets the available stock of a product, from the live cache.
   *
   * @throws AppError product_not_found, also for one that is inactive or has no price on the plan
   */
  getAvailability(scope: CatalogScope, sku: string): CatalogProduct {
    return this.catalog.getOffer(scope, sku).product;
  }

  /**
   * Finds the available stock of some SKUs, in their order, and those that cannot be ordered on the plan.
   *
   * @returns the same object for the same list of SKUs while nothing changes
   */
  findAvailability(scope: CatalogScope, skus: readonly string[]): Availability {
    const { planId, isTest } = scope;
    const { version } = this.catalog;
    const kept = this.kept.get(skus);
    if (kept?.version === version && kept.planId === planId && kept.isTest === isTest) return kept;
    const products: CatalogProduct[] = [];
    const unknown: string[] = [];
    for (const sku of skus) {
      const offer = this.catalog.findOffer(scope, sku);
      if (offer === null) unknown.push(sku);
      else products.push(offer.product);
    }
    const found = { products, unknown, version, planId, isTest };
    this.kept.set(skus, found);
    return found;
  }

  /** Lists the available stock of the plan's products by id. */
  pageAvailability(scope: CatalogScope, page: PageRequest): Page<CatalogProduct> {
    const { rows, nextCursor } = this.catalog.pageProducts(scope, page);
    return { rows: rows.map(({ product }) => product), nextCursor };
  }

  /** Lists the levels of some products by product id, sorted by variation key. */
  async listLevels(
    manager: EntityManager,
    productIds: readonly number[],
  ): Promise<Map<number, StockLevel[]>> {
    const levels = await this.repository.listLevels(manager, productIds);
    return groupBy(levels, ({ productId }) => productId);
  }

  /** Gets the levels of a product. @param key of the call that has just changed them @throws AppError product_not_found */
  async getLevels(sku: string, key: Idempotency = 'unkeyed'): Promise<ProductLevels> {
    return idempotentSnapshot(this.dataSource, key, async (manager) => {
      const { id } = await this.catalog.getRecord(manager, sku);
      return { sku, levels: (await this.listLevels(manager, [id])).get(id) ?? [] };
    });
  }

  /** Lists the movements of a product, the latest first. @throws AppError product_not_found */
  async listMovements(sku: string, page: NewestFirst): Promise<Page<ListedMovement>> {
    return inSnapshot(this.dataSource, async (manager) => {
      const { id } = await this.catalog.getRecord(manager, sku);
      return readPage(page, (range) => this.repository.listMovements(manager, id, range));
    });
  }

  /** Computes the units on hand of all products. */
  async sumOnHand(manager: EntityManager): Promise<number> {
    return this.repository.sumOnHand(manager);
  }

  /** Locks levels in key order, before several calls change them in another order. */
  async lock(manager: EntityManager, keys: readonly StockKey[]): Promise<void> {
    await this.repository.lock(manager, keys);
  }

  /** Reserves all of the quantities or none. @returns the levels that are short */
  async reserve(manager: EntityManager, quantities: readonly StockQuantity[]): Promise<Shortage[]> {
    const wanted = summed(quantities);
    const levels = new Map(
      (await this.repository.lock(manager, wanted)).map((level) => [mapKey(level), level]),
    );
    const shortages = wanted.flatMap(({ productId, variationKey, quantity }) => {
      const level = levels.get(mapKey({ productId, variationKey }));
      const available = level === undefined ? 0 : level.onHand - level.reserved;
      return available < quantity
        ? [{ productId, variationKey, requested: quantity, available }]
        : [];
    });
    if (shortages.length === 0) {
      assertAll(await this.repository.reserve(manager, wanted), wanted, 'reserve');
    }
    return shortages;
  }

  /** Releases reserved units. */
  async release(manager: EntityManager, quantities: readonly StockQuantity[]): Promise<void> {
    const wanted = summed(quantities);
    await this.repository.lock(manager, wanted);
    assertAll(await this.repository.release(manager, wanted), wanted, 'release');
  }

  /** Removes an order's reserved units from the units on hand. */
  async ship(
    manager: EntityManager,
    orderId: number,
    quantities: readonly StockQuantity[],
  ): Promise<void> {
    const wanted = summed(quantities);
    const cause = { orderId, actor: this.audit.origin().actor };
    assertAll(await this.repository.takeOut(manager, cause, wanted), wanted, 'ship');
  }

  /**
   * Puts returned units of an order back into the stock.
   *
   * @throws AppError validation_failed where a level would hold more than it can
   */
  async restock(
    manager: EntityManager,
    orderId: number,
    quantities: readonly StockQuantity[],
  ): Promise<void> {
    const returned = summed(quantities);
    const levels = new Map(
      (await this.repository.lock(manager, returned)).map((level) => [mapKey(level), level]),
    );
    const changes = returned.map(({ productId, variationKey, quantity }) => ({
      productId,
      variationKey,
      quantity: quantity + (levels.get(mapKey({ productId, variationKey }))?.onHand ?? 0),
    }));
    if (changes.some(({ quantity }) => quantity > LIMITS.stockQuantity)) throw tooMany('restock');
    assertAll(await this.repository.setOnHand(manager, changes), changes, 'restock');
    const { actor } = this.audit.origin();
    await this.repository.insertMovements(
      manager,
      { reason: 'returned', orderId, actor },
      returned,
    );
  }

  /**
   * Sets the units on hand, for example after a count.
   *
   * @throws AppError product_not_found, validation_failed, stock_below_reserved
   */
  async count(sku: string, input: StockInput): Promise<void> {
    if (input.stockQty === null && input.variationStocks === null) throw nothingCounted();
    await inTransaction(this.dataSource, async (manager) => {
      const { id, variations } = await this.catalog.lockProduct(manager, sku);
      await this.setOnHand(manager, sku, levelsOf(id, variations, input), 'counted');
    });
  }

  /**
   * Adds units on hand, or removes them.
   *
   * @throws AppError product_not_found, validation_failed (no such level), stock_below_reserved
   */
  async adjust(
    sku: string,
    { delta, reason, variationKey }: { delta: number; reason: string; variationKey: string | null },
    key: Idempotency,
  ): Promise<void> {
    await idempotentTransaction(this.dataSource, key, async (manager) => {
      const { id, variations } = await this.catalog.lockProduct(manager, sku);
      if (variationKey === null && variations.length > 0) throw noSuchLevel(sku, null);
      await this.ensureLevels(manager, id, variations);
      const wanted = { productId: id, variationKey: variationKey ?? '' };
      const [level] = await this.repository.lock(manager, [wanted]);
      if (level === undefined) throw noSuchLevel(sku, variationKey);
      await this.move(manager, sku, [{ ...level, quantity: level.onHand + delta }], reason);
    });
  }

  /** Creates missing levels of a product's combinations with nothing on hand. */
  async ensureLevels(
    manager: EntityManager,
    productId: number,
    variations: readonly Variation[],
  ): Promise<void> {
    await this.repository.ensureLevels(
      manager,
      levelKeys(variations).map((variationKey) => ({ productId, variationKey })),
    );
  }

  /**
   * Gives levels of a product other keys, with all their units, reserved ones too. A level with the earlier key stays, empty:
   * its movements are append-only.
   */
  async renameLevels(
    manager: EntityManager,
    productId: number,
    keys: readonly RenamedKey[],
  ): Promise<void> {
    const levels = keys
      .flatMap(({ from, to }) => [from, to])
      .map((variationKey) => ({ productId, variationKey }));
    await this.repository.ensureLevels(manager, levels);
    await this.repository.lock(manager, levels);
    const { actor } = this.audit.origin();
    await this.repository.moveUnits(manager, productId, keys, { reason: RENAMED, actor });
  }

  /** Sets the units on hand of existing levels in the caller's transaction. @throws AppError stock_below_reserved */
  async setOnHand(
    manager: EntityManager,
    sku: string,
    quantities: readonly StockQuantity[],
    reason: string,
  ): Promise<void> {
    if (quantities.length === 0) return;
    const wanted = new Map(quantities.map((level) => [mapKey(level), level.quantity]));
    const levels = await this.repository.lock(manager, quantities);
    const changes = levels.map((level) => ({
      ...level,
      quantity: wanted.get(mapKey(level)) ?? level.onHand,
    }));
    await this.move(manager, sku, changes, reason);
  }

  /** Sets locked levels to new quantities, with movements and an audit entry. */
  private async move(
    manager: EntityManager,
    sku: string,
    levels: readonly (StockLevel & StockQuantity)[],
    reason: string,
  ): Promise<void> {
    const changes = levels.filter(({ quantity, onHand }) => quantity !== onHand);
    if (changes.length === 0) return;
    const tooLow = changes.filter(({ quantity, reserved }) => quantity < reserved);
    if (tooLow.length > 0) throw belowReserved(tooLow);
    if (changes.some(({ quantity }) => quantity > LIMITS.stockQuantity)) throw tooMany('delta');
    assertAll(await this.repository.setOnHand(manager, changes), changes, 'set');
    const added = changes.map((level) => ({ ...level, quantity: level.quantity - level.onHand }));
    const { actor } = this.audit.origin();
    await this.repository.insertMovements(manager, { reason, orderId: null, actor }, added);
    await this.audit.record(manager, {
      action: 'stock.set',
      subject: `product ${sku}`,
      before: Object.fromEntries(changes.map((level) => [level.variationKey, level.onHand])),
      after: {
        ...Object.fromEntries(changes.map((level) => [level.variationKey, level.quantity])),
        reason,
      },
    });
  }
}

function belowReserved(levels: readonly StockLevel[]): AppError {
  const named = levels.map(
    ({ variationKey, reserved }) =>
      `${reserved} reserved${variationKey && ` of ${variationText(variationKey)}`}`,
  );
  return new AppError('stock_below_reserved', {
    message: `Open orders have reserved more than would be on hand (${named.join(', ')}); nothing was changed.`,
  });
}

function tooMany(field: string): AppError {
  const message = `units on hand cannot exceed ${LIMITS.stockQuantity}`;
  return invalidField(field, 'out_of_range', message);
}

function nothingCounted(): AppError {
  const message = 'stock_qty is required (variation_stocks for a product with variations)';
  return invalidField('stock_qty', 'required', message);
}

function noSuchLevel(sku: string, variationKey: string | null): AppError {
  const message =
    variationKey === null
      ? `${sku} has variations: name one in variation_key`
      : `${sku} has no variation ${JSON.stringify(variationKey)}`;
  return invalidField('variation_key', 'variation_unknown', message);
}

/** Sums the quantities of each level into one entry. */
function summed(quantities: readonly StockQuantity[]): StockQuantity[] {
  const byKey = new Map<string, StockQuantity>();
  for (const { productId, variationKey, quantity } of quantities) {
    const key = mapKey({ productId, variationKey });
    const before = byKey.get(key)?.quantity ?? 0;
    byKey.set(key, { productId, variationKey, quantity: before + quantity });
  }
  return [...byKey.values()];
}

function mapKey({ productId, variationKey }: StockKey): string {
  return `${productId}|${variationKey}`;
}

/**
 * Fails if fewer levels changed than expected, and nothing is stored. Their keys may have changed after the caller had read them;
 * in the next attempt, it reads the new ones.
 */
function assertAll(affected: number, wanted: readonly StockQuantity[], verb: string): void {
  if (affected !== wanted.length) {
    const keys = wanted.map(mapKey).join(', ');
    throw new ChangedMeanwhile(`a stock level (${verb} ${affected} of ${wanted.length}: ${keys})`);
  }
}
