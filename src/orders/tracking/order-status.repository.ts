import { Injectable, Optional } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { groupBy } from '../../platform/group-by.js';
import { RowsInColumns, type Columns } from '../../platform/database/reads/rows-in-columns.js';
import { StoreReads, type SharedRead } from '../../platform/database/reads/shared-read.js';
import { positionAt } from '../../platform/live-cache/change-log.js';
import {
  ORDER_STATUSES,
  STATUS_SETS,
  type OrderStatus,
  type PaymentStatus,
} from '../lifecycle/order-lifecycle.js';
import { isUnsettledReturn, statusIsIn } from '../lifecycle/status-sql.js';
import { OrderPartsPort, type FurtherKeys } from './order-parts.port.js';
import { SHOWN_EVENTS_MAX, type ShipmentState } from './shipment-state.js';

interface ShipmentBasics {
  id: number;
  courier: string;
  trackingNumber: string;
  trackingUrl: string | null;
  shippedAt: string;
}

/** Where a shipment is. */
interface ProgressRow {
  /** null: it is not followed. */
  state: ShipmentState | null;
  expectedAt: string | null;
  deliveredAt: string | null;
}

interface EventRow {
  at: string;
  state: ShipmentState;
  place: string | null;
}

/** A shipment with its units of each line, and what couriers told of it. */
export interface ShipmentRow extends ShipmentBasics, ProgressRow {
  items: { line: number; quantity: number }[];
  /** The latest events that say where it was, oldest first. */
  events: EventRow[];
}

const UNFOLLOWED: ProgressRow = { state: null, expectedAt: null, deliveredAt: null };

interface ItemRow {
  sku: string;
  name: string;
  variation: string | null;
  variationKey: string | null;
  quantity: number;
  unitPriceMinor: number;
  lineTotalMinor: number;
}

interface TimelineRow {
  status: OrderStatus;
  changedAt: string;
}

/** Everything that the status of an order contains; times as PostgreSQL writes them in JSON. */
export interface OrderRow {
  orderNumber: string;
  storeOrderId: string | null;
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  totalMinor: number;
  /** True if a test order has a scenario with further status changes. */
  hasScenario: boolean;
  isTest: boolean;
  /** True if a return of it was requested, accepted or received, and is not settled. */
  hasOpenReturn: boolean;
  items: ItemRow[];
  timeline: TimelineRow[];
  /** The latest shipment; null before the first one. */
  shipment: ShipmentBasics | null;
  /** All shipments, oldest first; null where no part was asked for. */
  shipments: ShipmentRow[] | null;
  /** What feature modules know about it; null where no part was asked for. */
  furtherKeys: FurtherKeys | null;
}

/** An order that a statement found. `n` is its number there; in searches, the position of its latest change. */
export type FoundOrder = OrderRow & { id: number; n: number };
type OfOrder<Row> = Row & { orderId: number };

/**
 * Writes the rows of a table that belong to each order of `found`, only once if several callers want the same order. The rows
 * are sorted, so that the planner keeps to the index of the order's id.
 */
const ofEach = (rows: string, order: string): string =>
  `(SELECT DISTINCT id FROM found) o CROSS JOIN LATERAL (SELECT * FROM ${rows} WHERE order_id = o.id ORDER BY ${order}) r`;

// A return without its order's refund is open. Other statuses read no second table.
const HAS_OPEN_RETURN = `CASE
    WHEN ${statusIsIn('o.status', STATUS_SETS.returnable)} OR ${isUnsettledReturn('o.')}
    THEN EXISTS (SELECT FROM order_returns WHERE order_id = o.id AND declined_at IS NULL) ELSE false END`;

const ORDERS = new RowsInColumns<
  Omit<FoundOrder, 'items' | 'timeline' | 'shipment' | 'shipments' | 'furtherKeys'>
>(
  {
    id: 'o.id',
    n: 'found.n',
    orderNumber: 'o.order_number',
    storeOrderId: 'o.store_order_id',
    status: 'o.status',
    paymentStatus: 'o.payment_status',
    totalMinor: 'o.total_minor',
    hasScenario: 'o.test_scenario IS NOT NULL',
    isTest: 'o.is_test',
    hasOpenReturn: HAS_OPEN_RETURN,
  },
  'found CROSS JOIN LATERAL (SELECT * FROM orders WHERE id = found.id LIMIT 1) o ORDER BY found.n, o.id',
);
const ITEMS = new RowsInColumns<OfOrder<ItemRow>>(
  {
    orderId: 'order_id',
    sku: 'sku',
    name: 'name',
    variation: 'variation',
    variationKey: 'variation_key',
    quantity: 'quantity',
    unitPriceMinor: 'unit_price_minor',
    lineTotalMinor: 'line_total_minor',
  },
  ofEach('order_items', 'line'),
);
const TIMELINE = new RowsInColumns<OfOrder<TimelineRow>>(
  { orderId: 'order_id', status: 'status', changedAt: 'changed_at' },
  ofEach('order_status_changes', 'id'),
);
const SHIPMENTS = new RowsInColumns<OfOrder<ShipmentBasics>>(
  {
    orderId: 'order_id',
    id: 'r.id',
    courier: 'courier',
    trackingNumber: 'tracking_number',
    trackingUrl: 'tracking_url',
    shippedAt: 'shipped_at',
  },
  ofEach('shipments', 'id'),
);
const SENT = new RowsInColumns<ShipmentRow['items'][number] & { shipmentId: number }>(
  { shipmentId: 'shipment_id', line: 'line', quantity: 'quantity' },
  ofEach('shipment_items', 'line'),
);
const PROGRESS = new RowsInColumns<ProgressRow & { shipmentId: number }>(
  {
    shipmentId: 'shipment_id',
    state: 'state',
    expectedAt: 'expected_at',
    deliveredAt: 'delivered_at',
  },
  ofEach('shipment_progress', 'shipment_id'),
);
const EVENTS = new RowsInColumns<EventRow & { shipmentId: number }>(
  { shipmentId: 'shipment_id', at: 'at', state: 'state', place: 'place' },
  `(SELECT DISTINCT id FROM found) o CROSS JOIN LATERAL (
    SELECT * FROM (
      SELECT *, row_number() OVER (PARTITION BY shipment_id ORDER BY at DESC, id DESC) AS nth FROM shipment_events
      WHERE order_id = o.id AND shipment_id IS NOT NULL AND state IS NOT NULL
    ) e WHERE nth <= ${SHOWN_EVENTS_MAX} ORDER BY at, id
  ) r`,
);

/** Columns of the orders in `found (id, n)`, sorted by n and id. */
const ORDER_COLUMNS = `
  ${ORDERS.sql} AS orders, ${ITEMS.sql} AS items, ${TIMELINE.sql} AS timeline, ${SHIPMENTS.sql} AS shipments`;
const PARTS_OF_CORE = `${SENT.sql} AS sent, ${PROGRESS.sql} AS progress, ${EVENTS.sql} AS events`;

/** Writes the columns of the orders in `found (id, n)` with every part. */
const columnsWithParts = (features: OrderPartsPort | undefined): string =>
  `${ORDER_COLUMNS}, ${PARTS_OF_CORE}, ${features?.sql ?? "'[]'::json"} AS further`;

type Parts = Record<'sent' | 'progress' | 'events', Columns> & { further: object[] };
export type FoundColumns = Record<'orders' | 'items' | 'timeline' | 'shipments', Columns> &
  Partial<Parts>;

/** Reads the orders of {@link ORDER_COLUMNS} or {@link columnsWithParts}. */
export function readOrders(found: FoundColumns, features?: OrderPartsPort): FoundOrder[] {
  const items = groupBy(ITEMS.read(found.items), ({ orderId }) => orderId);
  const timeline = groupBy(TIMELINE.read(found.timeline), ({ orderId }) => orderId);
  const shipments = groupBy(SHIPMENTS.read(found.shipments), ({ orderId }) => orderId);
  const partsOf = hasParts(found) ? readParts(found, features) : () => NO_PARTS;
  return ORDERS.read(found.orders).map((order) => {
    const own = shipments.get(order.id) ?? [];
    return {
      ...order,
      items: items.get(order.id) ?? [],
      timeline: timeline.get(order.id) ?? [],
      shipment: own.at(-1) ?? null,
      ...partsOf(order.id, own),
    };
  });
}

const NO_PARTS = { shipments: null, furtherKeys: null };

function hasParts(found: FoundColumns): found is FoundColumns & Parts {
  return found.sent !== undefined;
}

function readParts(
  found: Parts,
  features: OrderPartsPort | undefined,
): (id: number, own: readonly ShipmentBasics[]) => Pick<OrderRow, 'shipments' | 'furtherKeys'> {
  const sent = groupBy(SENT.read(found.sent), ({ shipmentId }) => shipmentId);
  const progress = new Map(PROGRESS.read(found.progress).map((row) => [row.shipmentId, row]));
  const events = groupBy(EVENTS.read(found.events), ({ shipmentId }) => shipmentId);
  const further = features?.read(found.further);
  return (id, own) => ({
    shipments: own.map((shipment) => ({
      ...shipment,
      ...(progress.get(shipment.id) ?? UNFOLLOWED),
      items: sent.get(shipment.id) ?? [],
      events: events.get(shipment.id) ?? [],
    })),
    furtherKeys: further?.get(id) ?? null,
  });
}

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
