import { Injectable, Optional } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { StoreReads, type SharedRead } from '../../platform/database/reads/shared-read.js';
import { positionAt } from '../../platform/live-cache/change-log.js';
import { ORDER_STATUSES, type OrderStatus } from '../lifecycle/order-lifecycle.js';
import { OrderPartsPort } from './order-parts.port.js';
import {
  columnsWithParts,
  ORDER_COLUMNS,
  readOrders,
  type FoundColumns,
  type FoundOrder,
  type OrderRow,
} from './order-rows.js';

/** Finds orders by their references. No store order id has an order number's form, so that a reference finds one at most. */
const findStatuses = (columns: string): string => `
  WITH found AS MATERIALIZED (
    SELECT o.id, wanted.n::integer
    FROM unnest($1::integer[], $2::text[]) WITH ORDINALITY AS wanted (client_id, reference, n)
    CROSS JOIN LATERAL (
      SELECT id FROM orders WHERE order_number = wanted.reference AND client_id = wanted.client_id
      UNION ALL
      SELECT id FROM orders WHERE client_id = wanted.client_id AND store_order_id = wanted.reference
    ) o
  )
  SELECT ${columns}`;
export const FIND_STATUSES = findStatuses(ORDER_COLUMNS);
export const findStatusesWithParts = (features: OrderPartsPort | undefined): string =>
  findStatuses(columnsWithParts(features));

const FIND_BY_STORE_IDS = `
  WITH found AS MATERIALIZED (
    SELECT id, 0 AS n FROM orders
    WHERE client_id = $1 AND store_order_id = ANY ($2::text[])
  )
  SELECT ${ORDER_COLUMNS}`;

export interface OrderSearch {
  clientId: number;
  statuses: readonly OrderStatus[];
  /** Orders that changed at this time or later, and perhaps some that changed a little earlier; null: any. */
  updatedSince: Date | null;
  /** Only orders after this place, in the order of their latest changes. */
  after: OrderPlace;
  limit: number;
  withParts: boolean;
}

/** Place of an order among the latest changes, by the position of its own latest change, then by id. */
export interface OrderPlace {
  position: number;
  /** 0: after all orders of the position. */
  id: number;
}

/** Progress of numbering the orders that a statement saw. */
export interface NumberedOrders {
  /** The statement saw every order up to this position. */
  position: number;
  incarnation: string;
  /** True if no order had changed after that position when the statement ran. The position is of this server's run. */
  isNumbered: boolean;
}

/** Places of the orders of a page, and of the next order. While these are the same, so are the orders, once all have a position. */
export interface FoundPlaces extends NumberedOrders {
  places: string | null;
}

export interface FoundOrders extends NumberedOrders {
  orders: FoundOrder[];
}

/** All of a client's orders up to this place are known. */
export interface KnownOrders extends OrderPlace {
  clientId: number;
}

/** True if the client has an order after the place. */
export interface OrderNews extends NumberedOrders {
  hasNews: boolean;
}

/** Writes the SQL condition that a row `p` of order_positions is after a place. Id 0 means the end of the position. */
const after = (position: string, id: string): string =>
  `(p.position, p.order_id) > (${position}, CASE WHEN ${id} > 0 THEN ${id} ELSE 9223372036854775807 END)`;

/** Columns of {@link NumberedOrders}, from `feed_state_now() state`. */
const NUMBERED_COLUMNS = `
    state.position::float8, state.incarnation,
    state.holds AND NOT EXISTS (SELECT FROM change_queue WHERE kind = 'order') AS "isNumbered"`;

// As the search below: one range of the index for each status.
export const FIND_NEWS = `
  SELECT known.n::integer, ${NUMBERED_COLUMNS}, EXISTS (
      SELECT FROM unnest(ARRAY[${ORDER_STATUSES.map((status) => `'${status}'`).join(', ')}]) AS any_of (status)
      CROSS JOIN LATERAL (
        SELECT FROM order_positions p
        WHERE p.client_id = known.client_id AND p.status = any_of.status
          AND ${after('known.position', 'known.id')}
        LIMIT 1
      ) changed
    ) AS "hasNews"
  FROM unnest($1::integer[], $2::bigint[], $3::bigint[])
    WITH ORDINALITY AS known (client_id, position, id, n)
  CROSS JOIN feed_state_now() state`;

/**
 * Writes the SQL that searches orders and returns some columns of the rows `found (id, n)`. It reads one range of the index for
 * each status.
 */
const searchFor = (columns: string): string => `
  SELECT wanted.n::integer, ${NUMBERED_COLUMNS}, page.*
  FROM unnest($1::integer[], $2::text[], $3::timestamptz[], $4::bigint[], $5::bigint[], $6::integer[])
    WITH ORDINALITY AS wanted (client_id, statuses, updated_since, position, id, max, n)
  CROSS JOIN feed_state_now() state
  CROSS JOIN LATERAL (
    WITH bound AS MATERIALIZED (
      SELECT position, CASE WHEN position = wanted.position THEN wanted.id ELSE 0 END AS id
      FROM (
        SELECT greatest(wanted.position, coalesce(${positionAt('wanted.updated_since')}::bigint, 0)) AS position
      ) latest
    ), found AS MATERIALIZED (
      SELECT p.order_id AS id, p.position AS n FROM bound
      CROSS JOIN unnest(string_to_array(wanted.statuses, ' ')) AS any_of (status)
      CROSS JOIN LATERAL (
        SELECT p.order_id, p.position FROM order_positions p
        WHERE p.client_id = wanted.client_id AND p.status = any_of.status
          AND ${after('bound.position', 'bound.id')}
        ORDER BY p.position, p.order_id LIMIT wanted.max
      ) p
      ORDER BY p.position, p.order_id LIMIT wanted.max
    )
    SELECT ${columns}
  ) page`;
const FIND_PLACES = searchFor(
  `(SELECT string_agg(n || ' ' || id, ',' ORDER BY n, id) FROM found) AS places`,
);

/** Makes the places of orders in the form of {@link FIND_PLACES}. */
export const placesOf = (orders: readonly FoundOrder[]): string | null =>
  orders.length === 0 ? null : orders.map(({ n, id }) => `${n} ${id}`).join(',');

/** A page takes a millisecond or more, and others wait for the connection. */
const PAGES_AT_ONCE = 8;

type SearchKey = [number, string, Date | null, number, number, number];

function valuesOf({ statuses, after: { position, id }, ...search }: OrderSearch): SearchKey {
  const { clientId, updatedSince, limit } = search;
  return [clientId, statuses.join(' '), updatedSince, position, id, limit];
}

type Pages = SharedRead<SearchKey, NumberedOrders & FoundColumns>;

@Injectable()
export class OrderStatusRepository {
  private readonly pages: Pages;
  private readonly pagesWithParts: Pages;
  private readonly places: SharedRead<SearchKey, FoundPlaces>;

  constructor(
    storeReads: StoreReads,
    @Optional() private readonly features?: OrderPartsPort,
  ) {
    const size = PAGES_AT_ONCE;
    this.pages = storeReads.prepare('search orders', searchFor(ORDER_COLUMNS), { size });
    const withParts = searchFor(columnsWithParts(features));
    this.pagesWithParts = storeReads.prepare('search orders with parts', withParts, { size });
    this.places = storeReads.prepare('find places of orders', FIND_PLACES);
  }

  /** Finds the client's own orders by the ids of its store. */
  async findByStoreIds(
    manager: EntityManager,
    clientId: number,
    storeOrderIds: readonly string[],
  ): Promise<OrderRow[]> {
    const values = [clientId, storeOrderIds];
    const [found] = await manager.query<FoundColumns[]>(FIND_BY_STORE_IDS, values);
    return readOrders(found!);
  }

  /** Finds the client's own orders, in the order of their latest changes. */
  async search(search: OrderSearch): Promise<FoundOrders> {
    const pages = search.withParts ? this.pagesWithParts : this.pages;
    const found = await pages.find(...valuesOf(search));
    return { ...found!, orders: readOrders(found!, this.features) };
  }

  /** Finds the places of the orders that {@link search} finds. */
  async findPlaces(search: OrderSearch): Promise<FoundPlaces> {
    return (await this.places.find(...valuesOf(search)))!;
  }
}
