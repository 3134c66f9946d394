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
  /** The feed restarts from the beginning: the reader drops the products it has. */
  isReset: boolean;
  /** What the changed products are now. */
  products: PricedProduct[];
  /** SKUs under which nothing can be ordered any more; some may never have been ordered on this plan. */
  removedSkus: string[];
  next: ChangeCursor;
  hasMore: boolean;
}

/** The range of changes that one read of the feed returns. */
interface Run {
  sinceXid: number;
  untilXid: number;
  afterId: number;
}

/**
 * The change feed. A cursor marks a transaction, not a time: the reader has received the changes of all transactions
 * that had ended before it, and receives those that were still open then again. So no change is missed, regardless
 * of the order in which transactions commit. Changes made while the reader fetches the pages of one run are returned
 * by the next run at the latest.
 */
@Injectable()
export class ChangeFeed {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly models: LiveCache,
    private readonly catalog: CatalogCache,
  ) {}

  /**
   * Reads one page, as of the live cache's latest refresh. A missing or unusable cursor restarts from the beginning.
   *
   * @param limit the maximum number of products, including removed ones
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
    let count = 0;
    let afterId = run.afterId;
    for (const id of this.idsOf(planId, run)) {
      const product = this.catalog.productOn(scope, id);
      const removed = run.sinceXid === 0 ? [] : this.removedSkus(scope, id, run.sinceXid);
      if (product === undefined && removed.length === 0) continue;
      if (count === limit) {
        const page = { untilXid: run.untilXid, afterId };
        found.next = { ...found.next, sinceXid: run.sinceXid, page };
        found.hasMore = true;
        break;
      }
      if (product !== undefined) found.products.push(product);
      found.removedSkus.push(...removed);
      count += 1;
      afterId = id;
    }
    return found;
  }

  /**
   * Returns the ids of the products that changed for a client at a time or later, and of some that changed a little
   * earlier; null: any product may have changed. No change is missed, regardless of the order in which transactions
   * commit. As of the live cache's latest refresh.
   */
  async changedSince(
    { clientId, planId }: { clientId: number; planId: number },
    time: Date,
  ): Promise<ReadonlySet<number> | null> {
    const sinceXid = (await findOldestXid(this.dataSource.manager, time)) ?? 0;
    // After a plan change the client has not seen the prices of the new plan.
    if (this.models.changes.hasChanged('client', clientId, sinceXid)) return null;
    return this.changedIds(planId, sinceXid);
  }

  /** The ids of the products that a run still has to return, in ascending order. */
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
  const fromStart = { sinceXid: 0, untilXid: position.xmin, afterId: 0 };
  if (cursor === null || !canContinue(position, scope, cursor)) return fromStart;
  const { sinceXid, page } = cursor;
  return { ...fromStart, sinceXid, ...page };
}

function canContinue(
  { database, knownSinceXid, xmin }: Position,
  { planId, isTest }: CatalogScope,
  cursor: ChangeCursor,
): boolean {
  const { sinceXid, page } = cursor;
  // The pages of a first run return every product, so only changes made since that run began have to be known.
  const firstXid = sinceXid === 0 && page !== null ? page.untilXid : sinceXid;
  return (
    cursor.database === database &&
    cursor.planId === planId &&
    cursor.isTest === isTest &&
    firstXid >= knownSinceXid &&
    (page?.untilXid ?? sinceXid) <= xmin
  );
}
