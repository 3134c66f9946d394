import { textsOf } from '../order-texts.js';
import type { CacheSnapshot } from '../../platform/live-cache/live-cache.js';
import type { OrderAmounts } from './order-amounts.js';
import type { OrderLine, OrderRequest } from './request/order-request.js';
import type { OrderStatus } from '../lifecycle/order-lifecycle.js';

/** A validated order on its way into the database. */
export interface Placement {
  orderNumber: string;
  clientId: number;
  planId: number;
  /** True for a test order, which reserves no stock. */
  isTest: boolean;
  /** The test scenario that will change the status of the order. */
  testScenario: string | null;
  /** True if a person of the wholesaler places it for the client. */
  byOperator: boolean;
  request: OrderRequest;
  /** Distinguishes a repeated request from another one with the same store order id. */
  requestHash: Buffer;
  /** ISO 4217. */
  currency: string;
  /** Empty: only look up an earlier order of this request. */
  lines: readonly OrderLine[];
  amounts: OrderAmounts;
  /** Surcharge of the delivery zone, a part of the delivery. */
  surchargeMinor: number;
  idempotency: { key: string; repetitionHash: Buffer } | null;
  /** Limit of the units that the client's unpaid orders may hold, including this one; null: unlimited, as always in test mode. */
  maxReservedUnits: number | null;
  maxOpenValueMinor: number | null;
  /** The moment at which the caller and the lines were validated. */
  snapshot: CacheSnapshot;
}

/** A stock level with fewer units than an order requests. */
export interface Shortage {
  productId: number;
  variationKey: string;
  requested: number;
  available: number;
}

/** A store order id, and the hash of its request. */
export interface RequestedId {
  clientId: number;
  storeOrderId: string;
  requestHash: Buffer;
}

/** The order that has the store order id of a request. */
export interface DuplicateOrder {
  orderNumber: string;
  status: OrderStatus;
  /** True if an equal request placed it. */
  sameRequest: boolean;
}

/** An order that an earlier request placed. */
export interface KnownOrder {
  orderNumber: string;
  storeOrderId: string | null;
  status: OrderStatus;
}

/** Makes the details that refusals give about an order. */
export function knownOrderDetails({
  orderNumber,
  storeOrderId,
  status,
}: KnownOrder): Record<string, unknown> {
  return { order_number: orderNumber, store_order_id: storeOrderId, order_status: status };
}

/** Totals of a client's unpaid orders. */
export interface OpenOrders {
  units: number;
  valueMinor: number;
}

/** Outcome of a placement; only `placed` stored anything. */
export type PlacementOutcome =
  | { outcome: 'placed' }
  /** An earlier request with its idempotency key placed this order. */
  | ({ outcome: 'replayed'; orderNumber: string; itemsCount: number } & OrderAmounts)
  /** Another request with its idempotency key placed this order. */
  | ({ outcome: 'mismatch' } & KnownOrder)
  /** The client has an order with its store order id. */
  | ({ outcome: 'duplicate' } & DuplicateOrder)
  | { outcome: 'short'; shortages: Shortage[] }
  /** The client's unpaid orders already hold so much that it would exceed a limit. */
  | ({ outcome: 'limited' } & OpenOrders)
  /** Another transaction has locked one of its stock levels, or the client's limits. */
  | { outcome: 'busy' }
  /** The client's access, its plan, a product, a price or a delivery zone has changed since its snapshot. */
  | { outcome: 'stale' }
  /** Lost only to another request of the same batch; retry. */
  | { outcome: 'again' }
  /** The placement has no lines, and no earlier order of the request exists. */
  | { outcome: 'new' };

/** Makes the parameters of `place_orders`: requests and lines, linked by `n`. */
export function toRows(placements: readonly Placement[]): { requests: object[]; lines: object[] } {
  return {
    requests: placements.map((placement, index) => requestRow(placement, index + 1)),
    lines: placements.flatMap(({ lines }, index) =>
      lines.map((line, at) => ({
        n: index + 1,
        line: at + 1,
        product_id: line.productId,
        variation_key: line.variationKey ?? '',
        sku: line.sku,
        name: line.name,
        variation: line.variation,
        quantity: line.quantity,
        unit_price_minor: line.unitPriceMinor,
      })),
    ),
  };
}

/** Makes the parameter of `find_known_orders`. */
export function toIdRows(ids: readonly RequestedId[]): object[] {
  return ids.map(({ clientId, storeOrderId, requestHash }, index) => ({
    n: index + 1,
    client_id: clientId,
    store_order_id: storeOrderId,
    request_hash: bytea(requestHash),
  }));
}

function requestRow(placement: Placement, n: number): object {
  const { request, amounts, idempotency } = placement;
  const { customer, shipping } = request;
  return {
    n,
    order_number: placement.orderNumber,
    client_id: placement.clientId,
    plan_id: placement.planId,
    store_order_id: request.storeOrderId,
    request_hash: bytea(placement.requestHash),
    currency: placement.currency,
    customer_name: customer.name,
    customer_phone: customer.phone,
    customer_email: customer.email,
    shipping_address: shipping.address,
    shipping_city: shipping.city,
    shipping_state: shipping.state,
    shipping_pincode: shipping.pincode,
    shipping_country: shipping.country,
    ...textsOf(request),
    items_count: placement.lines.length,
    subtotal_minor: amounts.subtotalMinor,
    delivery_minor: amounts.deliveryMinor,
    total_minor: amounts.totalMinor,
    surcharge_minor: placement.surchargeMinor,
    idempotency_key: idempotency?.key ?? null,
    repetition_hash: idempotency && bytea(idempotency.repetitionHash),
    is_test: placement.isTest,
    test_scenario: placement.testScenario,
    by_operator: placement.byOperator,
    max_reserved_units: placement.maxReservedUnits,
    max_open_value_minor: placement.maxOpenValueMinor,
  };
}

function bytea(bytes: Buffer): string {
  return `\\x${bytes.toString('hex')}`;
}
