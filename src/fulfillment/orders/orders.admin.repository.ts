import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isOnHold } from '../../money/ledger/credit/credit-terms.js';
import {
  datedRows,
  paymentsInJson,
  refundsInJson,
  type InJson,
  type OrderPayment,
  type OrderRefund,
} from '../../money/ledger/order-money.js';
import {
  documentsInJson,
  invoiceNumbers,
  type DocumentInJson,
} from '../../tax/documents/listed-document.js';
import { entitiesInJson } from '../../platform/database/reads/entities-in-json.js';
import { StoreReads, type SharedRead } from '../../platform/database/reads/shared-read.js';
import { groupBy } from '../../platform/group-by.js';
import { courierKey } from '../shipping/couriers.service.js';
import { OrderItem } from '../../orders/order-item.entity.js';
import { OrderStatusChange } from '../../orders/lifecycle/order-status-change.entity.js';
import { isIn } from '../../orders/lifecycle/order-lifecycle.js';
import { Order } from '../../orders/order.entity.js';
import { OrderReturnItem } from '../returns/order-return-item.entity.js';
import { OrderReturn } from '../returns/order-return.entity.js';
import type { OrderUnits } from '../../orders/lifecycle/order-units.js';
import type { StoredReturns } from '../returns/returned-units.js';
import { ShipmentItem } from '../../orders/lifecycle/shipment-item.entity.js';
import { Shipment } from '../../orders/lifecycle/shipment.entity.js';
import { failuresInJson, type FailureRow } from '../../orders/tracking/shipment-failure.js';
import { ShipmentEvent } from '../../orders/tracking/shipment-event.entity.js';
import { ShipmentProgress } from '../../orders/tracking/shipment-progress.entity.js';

/** What files say about an order, and lists do not. */
export interface OrderDetails {
  shippingAddress: string;
  shippingState: string;
  shippingPincode: string;
  /** Of its shipments, without repetitions. */
  couriers: string[];
  /** Time of the latest shipment. */
  shippedAt: Date | null;
  invoiceNumbers: string[];
}

export interface SentShipment extends Shipment {
  items: ShipmentItem[];
  /** Where it is; null: it is not followed. */
  progress: ShipmentProgress | null;
  /** Its scans and notes, oldest first. */
  events: ShipmentEvent[];
  /** Its latest failed delivery that can be answered; null: none. */
  failure: FailureRow | null;
}

export interface StoredOrder extends Order, StoredReturns {
  items: OrderItem[];
  shipments: SentShipment[];
  timeline: OrderStatusChange[];
  /** Money that went back to the wallet, oldest first. */
  refunds: OrderRefund[];
  /** Invoices and credit notes, oldest first. */
  documents: DocumentInJson[];
}

export interface OrderRecord extends StoredOrder {
  clientName: string;
  /** True if it is not shipped until its client has paid its debt and overdue orders. */
  isOnHold: boolean;
  payments: OrderPayment[];
}

/** Entities of an order's parts, and the columns that sort them. */
const PARTS = {
  items: [OrderItem, 'line'],
  shipments: [Shipment, 'id'],
  shipmentItems: [ShipmentItem, 'line'],
  shipmentProgress: [ShipmentProgress, 'shipment_id'],
  shipmentEvents: [ShipmentEvent, 'at, part.id'],
  timeline: [OrderStatusChange, 'id'],
  returns: [OrderReturn, 'id'],
  returnItems: [OrderReturnItem, 'line'],
} as const;
const SHIPMENT_PARTS = new Set([
  ...(['shipments', 'shipmentItems', 'shipmentProgress', 'shipmentEvents'] as string[]),
]);

/** The parts as their tables have them. */
interface StoredParts extends Omit<
  StoredOrder,
  keyof Order | 'refunds' | 'documents' | 'shipments'
> {
  shipments: Shipment[];
  shipmentItems: ShipmentItem[];
  shipmentProgress: ShipmentProgress[];
  shipmentEvents: ShipmentEvent[];
}

type Key = readonly [clientId: number | null, reference: string];
type StoredRow = {
  order: object;
  refunds: InJson<OrderRefund>[];
  documents: DocumentInJson[];
  failures: FailureRow[];
} & Partial<Record<keyof typeof PARTS, object[]>>;
type RecordRow = StoredRow & { payments: InJson<OrderPayment>[] } & Pick<
    OrderRecord,
    'clientName' | 'isOnHold'
  >;

const MORE_OF_RECORD = `, ${paymentsInJson('o.id')} AS payments,
  (SELECT name FROM clients WHERE id = o.client_id) AS "clientName", ${isOnHold('o.client_id')} AS "isOnHold"`;

/** Orders with everything that is stored about them. One statement reads them. */
@Injectable()
export class OrdersAdminRepository {
  /** Selects the orders of `found (id)` without their shipments, as JSON, see {@link ordersIn}. */
  readonly foundInJson: string;
  private readonly text: string;
  private readonly recordText: string;
  private readonly reads: SharedRead<Key, StoredRow>;
  private readonly records: SharedRead<Key, RecordRow>;
  private readonly orderOf: (row: object) => Order;
  private readonly parts: {
    name: keyof typeof PARTS;
    sql: string;
    read: (row: object) => object;
  }[];

  constructor(dataSource: DataSource, storeReads: StoreReads) {
    this.orderOf = entitiesInJson(dataSource, Order);
    this.parts = Object.entries(PARTS).map(([name, [entity, sort]]) => ({
      name: name as keyof typeof PARTS,
      sql: `(
        SELECT coalesce(json_agg(part ORDER BY part.${sort}), '[]')
        FROM ${dataSource.getMetadata(entity).tableName} part WHERE part.order_id = o.id
      ) AS "${name}"`,
      read: entitiesInJson<object>(dataSource, entity),
    }));
    // By its number, or by its store's id. Without a client, a live order of any client.
    const columnsOf = (parts: typeof this.parts): string =>
      `row_to_json(o) AS "order", ${refundsInJson('o.id')} AS refunds,
        ${documentsInJson('o.client_id', 'o.order_number')} AS documents, ${failuresInJson('= o.id')} AS failures,
        ${parts.map(({ sql }) => sql).join(', ')}`;
    const textWith = (more: string): string => `
      SELECT wanted.n::integer, ${columnsOf(this.parts)}${more}
      FROM unnest($1::integer[], $2::text[]) WITH ORDINALITY AS wanted (client_id, reference, n)
      CROSS JOIN LATERAL (
        SELECT * FROM orders WHERE order_number = wanted.reference
          AND (client_id = wanted.client_id OR (wanted.client_id IS NULL AND NOT is_test))
        UNION ALL
        SELECT * FROM orders WHERE client_id = wanted.client_id AND store_order_id = wanted.reference
      ) o`;
    this.foundInJson = `(
      SELECT coalesce(json_agg(stored), '[]') FROM (
        SELECT ${columnsOf(this.parts.filter(({ name }) => !SHIPMENT_PARTS.has(name)))}
        FROM (SELECT DISTINCT id FROM found) f
        CROSS JOIN LATERAL (SELECT * FROM orders WHERE id = f.id LIMIT 1) o
      ) stored
    )`;
    this.text = textWith('');
    this.recordText = textWith(MORE_OF_RECORD);
    this.reads = storeReads.prepare('find whole orders', this.text);
    this.records = storeReads.prepare('find order records', this.recordText);
  }

  /** Finds a live order of any client. */
  async find(manager: EntityManager, orderNumber: string): Promise<StoredOrder | null> {
    return this.findIn(manager, null, orderNumber);
  }

  /** Finds a live order of any client with everything about it. @param manager null: outside any transaction */
  async findRecord(
    manager: EntityManager | null,
    orderNumber: string,
  ): Promise<OrderRecord | null> {
    const row = await (manager === null
      ? this.records.find(null, orderNumber)
      : this.queryIn<RecordRow>(manager, this.recordText, [null, orderNumber]));
    if (row === null) return null;
    const { payments, clientName, isOnHold: isHeld, ...stored } = row;
    const order = this.storedOf(stored);
    const isOnHold = isIn('shippable', order.status) && isHeld;
    return { ...order, clientName, isOnHold, payments: datedRows(payments) };
  }

  /** Finds a client's own order by its number or its store's id, as its transaction sees it. Includes test orders. */
  async findOwn(
    manager: EntityManager,
    clientId: number,
    reference: string,
  ): Promise<StoredOrder | null> {
    return this.findIn(manager, clientId, reference);
  }

  /** Finds a client's own order as {@link findOwn}, outside any transaction. */
  async readOwn(clientId: number, reference: string): Promise<StoredOrder | null> {
    const row = await this.reads.find(clientId, reference);
    return row && this.storedOf(row);
  }

  /** Reads the orders that {@link foundInJson} selected. */
  ordersIn(json: readonly object[]): StoredOrder[] {
    return json.map((row) => this.storedOf(row as StoredRow));
  }

  /** Finds the numbers of the orders that have shipments with some tracking numbers, by tracking number. */
  async findByTracking(
    manager: EntityManager,
    trackingNumbers: readonly string[],
  ): Promise<Map<string, Set<string>>> {
    const found = await manager.query<{ trackingNumber: string; orderNumbers: string[] }[]>(
      `SELECT s.tracking_number AS "trackingNumber", json_agg(o.order_number ORDER BY o.id) AS "orderNumbers"
        FROM shipments s JOIN orders o ON o.id = s.order_id
        WHERE s.tracking_number = ANY($1) GROUP BY s.tracking_number`,
      [[...new Set(trackingNumbers)]],
    );
    return new Map(
      found.map(({ trackingNumber, orderNumbers }) => [trackingNumber, new Set(orderNumbers)]),
    );
  }

  /** Lists the units of an order that were sent with a courier, in any case, and tracking number, by line. */
  async listShippedUnits(
    manager: EntityManager,
    orderId: number,
    { courier, trackingNumber }: Pick<Shipment, 'courier' | 'trackingNumber'>,
  ): Promise<OrderUnits[]> {
    const sent = await manager.query<(OrderUnits & Pick<Shipment, 'courier'>)[]>(
      `SELECT s.courier, item.line, item.quantity FROM shipments s JOIN shipment_items item ON item.shipment_id = s.id
        WHERE s.order_id = $1 AND s.tracking_number = $2 ORDER BY item.line`,
      [orderId, trackingNumber],
    );
    const own = sent.filter((units) => courierKey(units.courier) === courierKey(courier));
    return [...groupBy(own, ({ line }) => line)].map(([line, units]) => ({
      line,
      quantity: units.reduce((sum, { quantity }) => sum + quantity, 0),
    }));
  }

  private async findIn(manager: EntityManager, ...key: Key): Promise<StoredOrder | null> {
    const row = await this.queryIn<StoredRow>(manager, this.text, key);
    return row && this.storedOf(row);
  }

  private async queryIn<Row>(manager: EntityManager, text: string, key: Key): Promise<Row | null> {
    const [row] = await manager.query<Row[]>(
      text,
      key.map((value) => [value]),
    );
    return row ?? null;
  }

  private storedOf({ order, refunds, documents, failures, ...parts }: StoredRow): StoredOrder {
    const read = this.parts.map(({ name, read: readPart }) => [
      name,
      (parts[name] ?? []).map(readPart),
    ]);
    const { shipmentItems, shipmentProgress, shipmentEvents, ...rest } = Object.fromEntries(
      read,
    ) as StoredParts;
    return {
      ...this.orderOf(order),
      ...rest,
      shipments: rest.shipments.map((shipment) => ({
        ...shipment,
        items: shipmentItems.filter(({ shipmentId }) => shipmentId === shipment.id),
        progress: shipmentProgress.find(({ shipmentId }) => shipmentId === shipment.id) ?? null,
        events: shipmentEvents.filter(({ shipmentId }) => shipmentId === shipment.id),
        failure: failures.findLast(({ shipmentId }) => shipmentId === shipment.id) ?? null,
      })),
      refunds: datedRows(refunds),
      documents,
    };
  }

  /** Adds what files say about orders, and lists do not. */
  async withDetails<T extends { id: number }>(
    manager: EntityManager,
    orders: readonly T[],
  ): Promise<(T & OrderDetails)[]> {
    const details = await manager.query<(OrderDetails & { id: number })[]>(
      `SELECT o.id, o.shipping_address AS "shippingAddress", o.shipping_state AS "shippingState",
          o.shipping_pincode AS "shippingPincode",
          ARRAY(SELECT s.courier FROM shipments s WHERE s.order_id = o.id GROUP BY s.courier ORDER BY min(s.id)) AS couriers,
          (SELECT max(s.shipped_at) FROM shipments s WHERE s.order_id = o.id) AS "shippedAt",
          ${invoiceNumbers('o.client_id', 'o.order_number')} AS "invoiceNumbers"
        FROM orders o WHERE o.id = ANY($1)`,
      [orders.map(({ id }) => id)],
    );
    const byId = new Map(details.map((detail) => [detail.id, detail]));
    return orders.flatMap((order) => {
      const detail = byId.get(order.id);
      // An order that was archived meanwhile is no longer there.
      return detail === undefined ? [] : [{ ...order, ...detail }];
    });
  }
}
