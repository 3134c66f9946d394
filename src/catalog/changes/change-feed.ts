import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { UnavailableError } from '../../platform/database/database-errors.js';
import { findPosition } from '../../platform/live-cache/change-log.js';
import { ChangePositions, type Numbered } from '../../platform/live-cache/change-positions.js';
import { LiveCache } from '../../platform/live-cache/live-cache.js';
import { CatalogCache } from '../cache/catalog-cache.js';
import type { ChangeCursor } from './change-cursor.js';
import type { CatalogScope } from '../catalog-scope.js';
import type { Offer } from '../priced-product.js';

/** Page of the changes for a plan's clients since a cursor, by product id. */
export interface CatalogChanges {
  /** True if the feed restarts from the beginning, so the reader drops the products that it has. */
  isReset: boolean;
  /** The changed products as they are now. */
  products: Offer[];
  /** Ids of products whose stock alone changed since the cursor; null if not requested. */
  stockOnly: ReadonlySet<number> | null;
  /** SKUs that cannot be ordered any more. Some may never have been available on this plan. */
  removedSkus: string[];
  next: ChangeCursor;
  hasMore: boolean;
  /**
   * True on the last page of a range if products changed while its pages were read. Until the next range, a store lacks a SKU
   * that moved to a product of an earlier page.
   */
  isOutdated: boolean;
}

interface ReadOptions {
  /** Maximum number of products to return, removed ones included. */
  limit: number;
  /** True to find the products whose stock alone changed. */
  tellsChanged: boolean;
}

/** The range of changes that one read of the feed returns. */
interface Range {
  since: number;
  until: number;
  afterId: number;
}

/** A product that changed, as one snapshot of the live cache had it. */
interface ChangedProduct {
  id: number;
  /** null: it cannot be ordered. */
  offer: Offer | null;
  /** SKUs that it is known to have lost. */
  lostSkus: string[];
}

/** The next products of a range, from one snapshot of the live cache. */
interface Found {
  range: Range;
  products: ChangedProduct[];
  /** True if more of the range follows. */
  isCut: boolean;
}

const NONE: ReadonlySet<number> = new Set();

/** Maximum attempts of a read. It starts again if the database is replaced meanwhile. */
const ATTEMPTS = 3;

/**
 * The change feed. A cursor names a position instead of a time: its reader has everything up to it, see {@link
 * ChangePositions}.
 * - changes that happen while a reader fetches the pages of one range are in the next range at the latest
 */
@Injectable()
export class ChangeFeed {
  /** Empty results by plan id; test callers have the negative id. */
  private readonly nothing = new Map<number, CatalogChanges>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly liveCache: LiveCache,
    private readonly positions: ChangePositions,
    private readonly catalog: CatalogCache,
  ) {}

  /**
   * Reads one page. A missing or unusable cursor restarts from the beginning.
   * - the caller has refreshed the copies since the request began, as the access guard does
   * - the copies are read after a numbering, so that they contain all numbered changes
   * - the answer waits for another numbering, so that every change in it has a position. A failover could lose a change without
   *   one, and the store would keep it
   * - if nothing was committed since the latest numbering, that one serves as both
   *
   * @returns the same object for all callers if nothing is new
   * @throws what pg throws
   */
  read(
    scope: CatalogScope,
    cursor: ChangeCursor | null,
    options: ReadOptions,
  ): CatalogChanges | Promise<CatalogChanges> {
    const numbered = this.positions.numberingAtSnapshot;
    if (numbered === null) return this.readNumbered(scope, cursor, options);
    const { position } = numbered;
    if (this.isAtEnd(scope, cursor, position)) return this.nothingNew(scope, position);
    const found = this.find(scope, cursor, options, position);
    return this.pageOf(scope, found, { before: numbered, after: numbered }, options);
  }

  /** Returns true if a change after a position is for a scope. */
  hasNews(scope: CatalogScope, since: number): boolean {
    const ids = this.changedIds(scope.planId, since);
    if (ids === null) return true;
    for (const id of ids) {
      if (this.catalog.offerOf(scope, id) !== null) return true;
      if (this.removedSkus(scope, id, since).length > 0) return true;
    }
    return false;
  }

  /**
   * Finds the ids of the products that changed for a client at a time or later, and perhaps some from shortly before. No change
   * is missed, regardless of the order of commits.
   * - null: any product may have changed
   * - afterwards the live cache contains all of them
   */
  async changedSince(
    { clientId, planId }: { clientId: number; planId: number },
    time: Date,
  ): Promise<ReadonlySet<number> | null> {
    const since = (await findPosition(this.dataSource.manager, time)) ?? 0;
    await this.positions.number();
    await this.liveCache.refresh();
    // After a plan change the client has not seen the prices of the new plan.
    if (this.positions.changes.hasChanged('client', clientId, since)) return null;
    const ids = this.changedIds(planId, since);
    return ids && new Set(ids);
  }

  private async readNumbered(
    scope: CatalogScope,
    cursor: ChangeCursor | null,
    options: ReadOptions,
  ): Promise<CatalogChanges> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const before = await this.positions.number();
      if (!this.liveCache.shows(before.moment)) await this.liveCache.refresh();
      const found = this.find(scope, cursor, options, before.position);
      const { run } = this.liveCache.snapshot;
      const isNumbered = before.isComplete && this.liveCache.shows(before.moment);
      const after = isNumbered ? before : await this.positions.number();
      if (after.incarnation !== before.incarnation || after.moment.run !== run) continue;
      return this.pageOf(scope, found, { before, after }, options);
    }
    throw new UnavailableError('the database was replaced while changes were read');
  }

  /**
   * Makes a page in which every change has a position. Adds the SKUs that its products lost by changes that got their positions
   * late.
   * - without them, a reader would keep an old product under such a SKU
   */
  private pageOf(
    { planId, isTest }: CatalogScope,
    { range, products, isCut }: Found,
    { before, after }: { before: Numbered; after: Numbered },
    { limit, tellsChanged }: ReadOptions,
  ): CatalogChanges {
    const { since, until } = range;
    const offered = new Set(products.map(({ offer }) => offer?.product.facts.sku));
    const offers: Offer[] = [];
    const removedSkus: string[] = [];
    let [count, afterId, hasMore] = [0, range.afterId, isCut];
    for (const { id, offer, lostSkus } of products) {
      const late = since === 0 ? [] : this.lostSkus(planId, id, before.position);
      const removed = new Set([...lostSkus, ...late.filter((sku) => !offered.has(sku))]);
      if (offer === null && removed.size === 0) continue;
      if (count === limit) {
        hasMore = true;
        break;
      }
      if (offer !== null) offers.push(offer);
      removedSkus.push(...removed);
      count += 1;
      afterId = id;
    }
    const { position: readAt } = after;
    const incarnation = this.positions.incarnationOf(readAt);
    const rest = hasMore ? { since, page: { until, afterId } } : { since: until, page: null };
    return {
      isReset: since === 0 && range.afterId === 0,
      products: offers,
      stockOnly: tellsChanged ? this.stockOnly(planId, since, offers) : null,
      removedSkus,
      next: { incarnation, planId, isTest, ...rest, readAt },
      hasMore,
      isOutdated: !hasMore && this.haveProductsChanged(planId, until),
    };
  }

  /** Returns true if a reader has received everything up to a position. */
  private isAtEnd(scope: CatalogScope, cursor: ChangeCursor | null, position: number): boolean {
    return cursor?.since === position && cursor.page === null && this.canContinue(scope, cursor);
  }

  private nothingNew({ planId, isTest }: CatalogScope, position: number): CatalogChanges {
    const incarnation = this.positions.incarnationOf(position);
    const key = isTest ? -planId : planId;
    const kept = this.nothing.get(key);
    if (kept?.next.since === position && kept.next.incarnation === incarnation) return kept;
    const changes = {
      isReset: false,
      products: [],
      stockOnly: null,
      removedSkus: [],
      next: { incarnation, planId, isTest, since: position, page: null, readAt: position },
      hasMore: false,
      isOutdated: false,
    };
    this.nothing.set(key, changes);
    return changes;
  }

  /** Finds what a page returns, in copies that contain every change up to a position. */
  private find(
    scope: CatalogScope,
    cursor: ChangeCursor | null,
    { limit }: ReadOptions,
    position: number,
  ): Found {
    const range = this.rangeOf(scope, cursor, position);
    const products: ChangedProduct[] = [];
    let count = 0;
    for (const id of this.idsOf(scope.planId, range)) {
      const offer = this.catalog.offerOf(scope, id);
      const lostSkus = range.since === 0 ? [] : this.removedSkus(scope, id, range.since);
      if (offer !== null || lostSkus.length > 0) {
        if (count === limit) return { range, products, isCut: true };
        count += 1;
      }
      products.push({ id, offer, lostSkus });
    }
    return { range, products, isCut: false };
  }

  /** Lists the ids of the products that a range still has to return, in ascending order. */
  private idsOf(planId: number, { since, afterId }: Range): Iterable<number> {
    return this.changedIds(planId, since, afterId) ?? this.catalog.idsAfter(afterId);
  }

  /** Finds the products after an id that changed for a plan after a position, in ascending order; null: any may have changed. */
  private changedIds(planId: number, since: number, afterId = 0): Iterable<number> | null {
    if (this.mayAnyHaveChanged(planId, since)) return null;
    return this.positions.changes.since(['product', 'stock'], since, afterId);
  }

  /** Finds the ids of products whose stock alone changed for a plan. */
  private stockOnly(planId: number, since: number, offers: readonly Offer[]): ReadonlySet<number> {
    if (since === 0 || this.mayAnyHaveChanged(planId, since)) return NONE;
    const { changes } = this.positions;
    const ids = offers.map(({ product }) => product.facts.id);
    return new Set(ids.filter((id) => !changes.hasChanged('product', id, since)));
  }

  /** Returns true if anything but stock may have changed for a plan after a position. */
  private haveProductsChanged(planId: number, since: number): boolean {
    if (this.mayAnyHaveChanged(planId, since)) return true;
    return this.positions.changes.since(['product'], since).next().done === false;
  }

  /** Returns true if products may have changed for a plan after a position without entries of their own. */
  private mayAnyHaveChanged(planId: number, since: number): boolean {
    const { changes, knownSince } = this.positions;
    return since < knownSince || changes.hasChanged('plan', planId, since);
  }

  /** Finds the SKUs that a product has lost since a position and that nothing on the plan uses now. */
  private removedSkus(scope: CatalogScope, id: number, since: number): string[] {
    const lost = this.lostSkus(scope.planId, id, since);
    return lost.filter((sku) => this.catalog.findOffer(scope, sku) === null);
  }

  /** Finds the SKUs that a product may have lost on a plan since a position. */
  private lostSkus(planId: number, id: number, since: number): string[] {
    const { changes } = this.positions;
    const skus = new Set(changes.labelsSince('product', id, since));
    if (changes.hasChanged('plan', planId, since)) {
      const sku = this.catalog.discountedSku(id);
      if (sku !== undefined) skus.add(sku);
    }
    return [...skus];
  }

  private rangeOf(scope: CatalogScope, cursor: ChangeCursor | null, position: number): Range {
    const fromStart = { since: 0, until: position, afterId: 0 };
    if (cursor === null || !this.canContinue(scope, cursor)) return fromStart;
    const { since, page } = cursor;
    return { ...fromStart, since, ...page };
  }

  private canContinue({ planId, isTest }: CatalogScope, cursor: ChangeCursor): boolean {
    const { since, page, readAt } = cursor;
    // The pages of a first range return every product, so only changes made since it began have to be known.
    const first = since === 0 && page !== null ? page.until : since;
    return (
      cursor.planId === planId &&
      cursor.isTest === isTest &&
      first > 0 &&
      first >= this.positions.knownSince &&
      this.positions.isValid(cursor.incarnation, readAt)
    );
  }
}
