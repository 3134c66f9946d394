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
    const keys = isReordered ? renamedKeys(product, variations, keptKeys) : [];
    if (keys.length > 0) {
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
 * Lists the levels whose combinations get another key. The units of one that was not for sale become so only where no other level
 * has been counted since.
 */
function renamedKeys(
  product: Product,
  variations: readonly Variation[],
  existing: readonly string[],
): RenamedKey[] {
  const find = combinationFinder(levelKeys(variations));
  const offered = new Set(levelKeys(product.variations));
  const known = new Set(existing);
  return existing.flatMap((from) => {
    const to = find(from);
    const isMoved = to !== undefined && to !== from && (offered.has(from) || !known.has(to));
    return isMoved ? [{ from, to }] : [];
  });
}
