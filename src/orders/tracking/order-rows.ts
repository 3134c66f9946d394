import { groupBy } from '../../platform/group-by.js';
import { RowsInColumns, type Columns } from '../../platform/database/reads/rows-in-columns.js';
import { STATUS_SETS, type OrderStatus, type PaymentStatus } from '../lifecycle/order-lifecycle.js';
import { isUnsettledReturn, statusIsIn } from '../lifecycle/status-sql.js';
import type { FurtherKeys, OrderPartsPort } from './order-parts.port.js';
import { failuresInJson, type FailureRow } from './shipment-failure.js';
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
  /** Its latest failed delivery that can be answered; null: none. */
  failure: FailureRow | null;
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
export const ORDER_COLUMNS = `
  ${ORDERS.sql} AS orders, ${ITEMS.sql} AS items, ${TIMELINE.sql} AS timeline, ${SHIPMENTS.sql} AS shipments`;
const PARTS_OF_CORE = `${SENT.sql} AS sent, ${PROGRESS.sql} AS progress, ${EVENTS.sql} AS events,
  ${failuresInJson('= ANY (ARRAY(SELECT id FROM found))')} AS failures`;

/** Writes the columns of the orders in `found (id, n)` with every part. */
export const columnsWithParts = (features: OrderPartsPort | undefined): string =>
  `${ORDER_COLUMNS}, ${PARTS_OF_CORE}, ${features?.sql ?? "'[]'::json"} AS further`;

type Parts = Record<'sent' | 'progress' | 'events', Columns> & {
  failures: FailureRow[];
  further: object[];
};
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
  const failures = new Map(found.failures.map((row) => [row.shipmentId, row]));
  const further = features?.read(found.further);
  return (id, own) => ({
    shipments: own.map((shipment) => ({
      ...shipment,
      ...(progress.get(shipment.id) ?? UNFOLLOWED),
      items: sent.get(shipment.id) ?? [],
      events: events.get(shipment.id) ?? [],
      failure: failures.get(shipment.id) ?? null,
    })),
    furtherKeys: further?.get(id) ?? null,
  });
}
