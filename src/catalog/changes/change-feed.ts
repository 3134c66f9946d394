import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { findOldestXid } from '../../platform/live-cache/change-log.js';
import { LiveCache, type Position } from '../../platform/live-cache/live-cache.js';
import { CatalogCache } from '../cache/catalog-cache.js';
import type { ChangeCursor } from './change-cursor.js';
import type { CatalogScope } from '../catalog-scope.js';
import type { PricedProduct } from '../priced-product.js';

/** What changed for a plan's clients since a cursor: a page of it, by product id. */
export interface CatalogChanges {
  /** It begins anew: what the reader has is to be dropped. */
  isReset: boolean;
  /** What the changed products are now. */
  products: PricedProduct[];
  /** SKUs under which nothing can be ordered any more; some may never have been ordered on this plan. */
  removedSkus: string[];
  next: ChangeCursor;
  hasMore: boolean;
}

/** Products that are to be told of. */
interface Run {
  sinceXid: number;
  untilXid: number;
  afterId: number;
}

/**
 * Tells stores what changed. A cursor is no instant but a transaction: a reader was told of all that had ended
 * before it, and is told again of what was still open then, so that nothing is missed in whatever order
 * transactions commit. What changes between the pages of an answer is told by the next answer at the latest.
 */
@Injectable()
export class ChangeFeed {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly models: LiveCache,
    private readonly catalog: CatalogCache,
  ) {}

  /**
   * As of the read models' latest refresh. A cursor that can't be continued from begins anew, as none does.
   *
   * @param limit how many products, those that are gone included
   */
  read(scope: CatalogScope, cursor: ChangeCursor | null, limit: number): CatalogChanges {
    const position = this.models.position;
    const { planId, isTest } = scope;
    const run = runOf(position, scope, cursor);
    const isReset = run.sinceXid === 0 && run.afterId === 0;
    const found: CatalogChanges = {
      isReset,
      products: [],
      removedSkus: [],
      next: { database: position.database, planId, isTest, sinceXid: run.untilXid, page: null },
      hasMore: false,
    };
    let told = 0;
    let afterId = run.afterId;
    for (const id of this.idsOf(planId, run)) {
      const product = this.catalog.productOn(scope, id);
      const removed = run.sinceXid === 0 ? [] : this.removedSkus(scope, id, run.sinceXid);
      if (product === undefined && removed.length === 0) continue;
      if (told === limit) {
        const page = { untilXid: run.untilXid, afterId };
        found.next = { ...found.next, sinceXid: run.sinceXid, page };
        found.hasMore = true;
        break;
      }
      if (product !== undefined) found.products.push(product);
      found.removedSkus.push(...removed);
      told += 1;
      afterId = id;
    }
    return found;
  }

  /**
   * The products that changed for a client at or after an instant, and some that changed a little earlier; null:
   * any may have. None is missed, in whatever order transactions commit. As of the read models' latest refresh.
   */
  async changedSince(
    { clientId, planId }: { clientId: number; planId: number },
    instant: Date,
  ): Promise<ReadonlySet<number> | null> {
    const sinceXid = (await findOldestXid(this.dataSource.manager, instant)) ?? 0;
    // Who came from another plan has not seen the prices of this one.
    if (this.models.changes.hasChanged('client', clientId, sinceXid)) return null;
    return this.changedIds(planId, sinceXid);
  }

  /** The products to be told of, by id. */
  private idsOf(planId: number, { sinceXid, afterId }: Run): readonly number[] {
    const ids = this.changedIds(planId, sinceXid) ?? this.catalog.productIds();
    return [...ids].filter((id) => id > afterId).sort((a, b) => a - b);
  }

  /** The products that changed for a plan in a transaction or a later one; null: any may have. */
  private changedIds(planId: number, sinceXid: number): ReadonlySet<number> | null {
    const { changes, position } = this.models;
    if (sinceXid < position.knownSinceXid || changes.hasChanged('plan', planId, sinceXid)) {
      return null;
    }
    return new Set([...changes.since('product', sinceXid), ...changes.since('stock', sinceXid)]);
  }

  /** The SKUs of a product that were taken away since, and under which nothing can be ordered on the plan. */
  private removedSkus(scope: CatalogScope, id: number, sinceXid: number): string[] {
    const skus = new Set(this.catalog.skusTakenAway(id, sinceXid));
    if (this.models.changes.hasChanged('plan', scope.planId, sinceXid)) {
      const sku = this.catalog.discountedSku(id);
      if (sku !== undefined) skus.add(sku);
    }
    return [...skus].filter((sku) => this.catalog.findProduct(scope, sku) === undefined);
  }
}

function runOf(position: Position, scope: CatalogScope, cursor: ChangeCursor | null): Run {
  const anew = { sinceXid: 0, untilXid: position.xmin, afterId: 0 };
  if (cursor === null || !canContinue(position, scope, cursor)) return anew;
  const { sinceXid, page } = cursor;
  return { ...anew, sinceXid, ...page };
}

function canContinue(
  { database, knownSinceXid, xmin }: Position,
  { planId, isTest }: CatalogScope,
  cursor: ChangeCursor,
): boolean {
  const { sinceXid, page } = cursor;
  // In the first answer's pages nothing was told before; what changes meanwhile has to be known.
  const firstXid = sinceXid === 0 && page !== null ? page.untilXid : sinceXid;
  return (
    cursor.database === database &&
    cursor.planId === planId &&
    cursor.isTest === isTest &&
    firstXid >= knownSinceXid &&
    (page?.untilXid ?? sinceXid) <= xmin
  );
}
