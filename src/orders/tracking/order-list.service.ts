import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { UnavailableError } from '../../platform/database/database-errors.js';
import { ChangePositions, type Numbered } from '../../platform/live-cache/change-positions.js';
import { OrderLossesService } from '../reconciliation/order-losses.service.js';
import { OrderCursorStamps } from './order-cursor-stamps.js';
import type { OrderCursor } from './order-cursor.js';
import type { FoundOrder, OrderRow } from './order-rows.js';
import {
  OrderStatusRepository,
  placesOf,
  type FoundOrders,
  type OrderPlace,
  type OrderSearch,
} from './order-status.repository.js';
import { OrderStatusService } from './order-status.service.js';

/** A page of a client's orders, from the least to the most recently changed. */
export interface OrderList {
  orders: OrderRow[];
  next: OrderCursor;
  hasMore: boolean;
  /** Set if the list began again because the database has lost changes that the reader received. */
  loss: { after: Date | null } | null;
}

/** A list without a cursor, and the places of its orders. */
interface KeptList {
  incarnation: string;
  places: string | null;
  list: OrderList;
}

/** Orders in the lists that are kept: some megabytes. */
const KEPT_ORDERS = 2_000;

/** Maximum attempts of a read, which has to start again if the database was replaced meanwhile. */
const ATTEMPTS = 3;

/**
 * Lists a client's orders by the positions of their latest changes, see {@link ChangePositions}. An order that changes moves to
 * the end, so a reader that continues from its cursor receives every change.
 */
@Injectable()
export class OrderListService {
  /** Each client's result if nothing is new, for one position. */
  private readonly nothing = new Map<number, OrderList>();
  private nothingOf = '';
  /** Lists of readers without a cursor, who send the same request again. A page of 50 then costs a fifth. */
  private readonly kept = new LRUCache<string, KeptList>({
    maxSize: KEPT_ORDERS,
    sizeCalculation: ({ list }) => list.orders.length + 1,
  });

  constructor(
    private readonly repository: OrderStatusRepository,
    private readonly positions: ChangePositions,
    private readonly statuses: OrderStatusService,
    private readonly losses: OrderLossesService,
    private readonly stamps: OrderCursorStamps,
  ) {}

  /**
   * Lists the orders after a cursor. Waits until every order in the page has a position, as the change feed does.
   * - lists all orders if the cursor is null or another client's, or if its reader received changes that are lost
   * - the caller has refreshed the caches since the request began, as the access guard does
   *
   * @returns the same object for all readers of a client that are up to date, if nothing was committed since the latest
   *   position, and for readers without a cursor while their page is the same
   */
  list(
    search: Omit<OrderSearch, 'after'>,
    cursor: OrderCursor | null,
  ): OrderList | Promise<OrderList> {
    const numbered = this.positions.numberingAtSnapshot;
    const nothing =
      numbered !== null && this.isAtEnd(cursor, numbered)
        ? this.nothingNew(numbered, search.clientId)
        : null;
    // The cursor of a reader that is up to date has the same stamp as the next one. Only others are worth a hash.
    if (nothing !== null && cursor!.stamp === nothing.next.stamp) return nothing;
    if (cursor !== null && this.stamps.isOfAnother(cursor, search.clientId)) {
      return this.read(search, null);
    }
    return nothing ?? this.read(search, cursor);
  }

  /** Returns true if orders of a client changed after a position. */
  hasNews(clientId: number, since: number): boolean {
    const { changes, knownSince } = this.positions;
    return since < knownSince || changes.hasChanged('orders', clientId, since);
  }

  /** Makes the list of a reader that has everything: its cursor stays. */
  unchanged(cursor: OrderCursor, clientId: number): OrderList {
    return { orders: [], next: this.stamps.stamp(cursor, clientId), hasMore: false, loss: null };
  }

  private isAtEnd(cursor: OrderCursor | null, { position }: Numbered): boolean {
    const isAfterAll = cursor?.after.position === position && cursor.after.id === 0;
    return isAfterAll && this.positions.isValid(cursor.incarnation, cursor.readAt);
  }

  private nothingNew({ position }: Numbered, clientId: number): OrderList {
    const incarnation = this.positions.incarnationOf(position);
    if (this.nothingOf !== `${incarnation} ${position}`) {
      this.nothingOf = `${incarnation} ${position}`;
      this.nothing.clear();
    }
    const kept = this.nothing.get(clientId);
    if (kept !== undefined) return kept;
    const after = { position, id: 0 };
    const next = this.stamps.stamp({ incarnation, after, readAt: position }, clientId);
    const list = { orders: [], next, hasMore: false, loss: null };
    this.nothing.set(clientId, list);
    return list;
  }

  private async read(
    { limit, ...rest }: Omit<OrderSearch, 'after'>,
    cursor: OrderCursor | null,
  ): Promise<OrderList> {
    // Some parts change without their order, such as where a shipment is.
    const isKept = cursor === null && rest.updatedSince === null && !rest.withParts;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const { incarnation } = this.positions.numberingAtSnapshot ?? (await this.positions.number());
      const canContinue =
        cursor !== null && this.positions.isValid(cursor.incarnation, cursor.readAt);
      const after = canContinue ? cursor.after : { position: 0, id: 0 };
      const search = { ...rest, after, limit: limit + 1 };
      const kept = isKept ? await this.findKept(search, incarnation) : null;
      if (kept !== null) return kept;
      const found = await this.find(search);
      const numbered = found.isNumbered ? found : await this.positions.number();
      if (found.incarnation !== incarnation || numbered.incarnation !== incarnation) continue;
      const page = found.orders.slice(0, limit);
      const hasMore = found.orders.length > limit;
      const readAt = numbered.position;
      const list = {
        // The status may have changed since the position was assigned. Then a later position follows.
        orders: page.filter(({ status }) => search.statuses.includes(status)),
        next: this.stamps.stamp(
          {
            incarnation: this.positions.incarnationOf(readAt),
            after: hasMore ? endOfPage(found.orders) : { position: found.position, id: 0 },
            readAt,
          },
          search.clientId,
        ),
        hasMore,
        loss: cursor === null || canContinue ? null : await this.lossOf(search, cursor),
      };
      if (isKept && found.isNumbered) {
        this.kept.set(keyOf(search), { incarnation, places: placesOf(found.orders), list });
      }
      return list;
    }
    throw new UnavailableError('the database was replaced while orders were read');
  }

  /** Returns the list of an earlier, equal search if no order in it or right after it has changed or gone since. */
  private async findKept(search: OrderSearch, incarnation: string): Promise<OrderList | null> {
    const kept = this.kept.get(keyOf(search));
    if (kept?.incarnation !== incarnation) return null;
    const found = await this.repository.findPlaces(search);
    const isSame =
      found.isNumbered && found.incarnation === incarnation && found.places === kept.places;
    return isSame ? kept.list : null;
  }

  private async lossOf(
    { clientId }: Pick<OrderSearch, 'clientId'>,
    cursor: OrderCursor,
  ): Promise<{ after: Date | null }> {
    const { incarnation } = cursor;
    const after = await this.losses.findTimeBefore(incarnation);
    if (this.stamps.isGenuine(cursor, clientId)) {
      await this.losses.tell({ clientId, incarnation, after });
    }
    return { after };
  }

  private async find(search: OrderSearch): Promise<FoundOrders> {
    const { clientId, after, updatedSince } = search;
    if (after.position > 0 && updatedSince === null) {
      const { hasNews, ...numbered } = await this.statuses.findNews({ clientId, ...after });
      if (!hasNews) return { ...numbered, orders: [] };
    }
    return this.repository.search(search);
  }
}

const keyOf = ({ clientId, statuses, limit }: OrderSearch): string =>
  JSON.stringify([clientId, statuses, limit]);

/**
 * Finds the place of the last order but one. If the last order has another position, returns the end of its position, which can
 * be stamped.
 */
function endOfPage(found: readonly FoundOrder[]): OrderPlace {
  const [{ n, id }, following] = found.slice(-2) as [FoundOrder, FoundOrder];
  return { position: n, id: following.n === n ? id : 0 };
}
