import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { rekeyedTexts } from '../../catalog/details/detail-values.js';
import type { ProductData } from '../../catalog/product-record.js';
import type { Product } from '../../catalog/product.entity.js';
import {
  asStored,
  changesKeys,
  combinationFinder,
  unitsOutOfSale,
} from '../../catalog/variations/combinations.js';
import type { Variation } from '../../catalog/variations/variations.js';
import { OrderChanges } from '../../orders/lifecycle/order-changes.js';
import { availableUnits, keysByUnits, levelKeys, type RenamedKey } from '../../stock/stock-key.js';
import type { StockLevel } from '../../stock/stock-level.entity.js';
import { StockService } from '../../stock/stock.service.js';

/** A change of a product's variations, and what it did to its combinations. */
export interface VariationsChange {
  change: Partial<ProductData>;
  /** Units that were for sale, of combinations that are no longer offered. */
  stockOutOfSale: number;
  /** True if combinations that stay have other keys. */
  hasOtherKeys: boolean;
}

/** Changes of variations, which take stock, texts and open orders along. */
@Injectable()
export class ProductVariationsService {
  constructor(
    private readonly stock: StockService,
    private readonly orders: OrderChanges,
  ) {}

  /** Fits a change of a locked product to its combinations. @param isReordered whether they get the keys of the change */
  async change(
    manager: EntityManager,
    product: Product,
    change: Partial<ProductData> & Pick<ProductData, 'variations'>,
    isReordered: boolean,
  ): Promise<VariationsChange> {
    const { id } = product;
    const levels = (await this.stock.listLevels(manager, [id])).get(id) ?? [];
    const keptKeys = keysByUnits(levels);
    const variations = isReordered
      ? change.variations
      : asStored(product.variations, change.variations, keptKeys);
    const keys = isReordered ? renamedKeys(product, variations, levels) : [];
    if (keys.length > 0) {
      await this.orders.lockVariations(manager, id, keys);
      await this.stock.renameLevels(manager, id, keys);
      await this.orders.renameVariations(manager, id, keys);
    }
    await this.stock.ensureLevels(manager, id, variations);
    return {
      change: { ...(isReordered && rekeyedTexts(product, variations)), ...change, variations },
      stockOutOfSale: unitsOutOfSale(availableUnits(levels, product.variations), variations),
      hasOtherKeys: changesKeys(product.variations, variations),
    };
  }
}

/**
 * Lists the levels whose combinations get another key.
 * - a combination for sale with units keeps those alone: a level that has its new key already takes the earlier one
 * - without units for sale, it gets those that a level had before it was taken out of sale
 * - only of one such level, because others may be counts of the same units
 */
function renamedKeys(
  product: Product,
  variations: readonly Variation[],
  levels: readonly StockLevel[],
): RenamedKey[] {
  const find = combinationFinder(levelKeys(variations));
  const offered = new Set(levelKeys(product.variations));
  const withUnits = new Set(
    levels.flatMap((level) => (level.onHand > 0 ? level.variationKey : [])),
  );
  const existing = keysByUnits(levels);
  const taken = new Set(existing);
  const earlier = existing.filter((key) => !offered.has(key));
  const renamed: RenamedKey[] = [];
  for (const from of [...existing.filter((key) => offered.has(key)), ...earlier]) {
    const to = find(from);
    if (to === undefined || to === from) continue;
    const isForSale = offered.has(from);
    if (isForSale || !taken.has(to)) renamed.push({ from, to });
    if (!withUnits.has(from)) continue;
    taken.add(to);
    if (isForSale && withUnits.delete(to)) renamed.push({ from: to, to: from });
  }
  return renamed;
}
