import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SETTINGS, type Settings } from '../../platform/config/settings.js';
import {
  whereBehind,
  microsOf,
  type Position,
  type SortedPageRequest,
} from '../../platform/http/paging/sorted-page.js';
import { expiryOf } from '../../orders/expiry/order-expiry.js';
import {
  ORDER_STATUSES,
  STATUS_SETS,
  statusesOfPayment,
  type OrderStatus,
  type PaymentStatus,
} from '../../orders/lifecycle/order-lifecycle.js';
import type { ReturnStep } from '../returns/return-status.js';
import { IS_OPEN, RETURNS_WAITING_FOR } from '../returns/waiting-returns.js';
import { isPartlyRefunded } from '../../money/ledger/order-money.js';
import { orderQuery } from '../search/order-query.js';
import { readSearch } from '../search/search-period.js';
import type { Period } from '../../platform/days/zoned-day.js';
import { isUnsettledReturn, statusIsIn } from '../../orders/lifecycle/status-sql.js';

/** Filters of a search; a field that is undefined does not restrict it. */
export interface OrderFilter {
  statuses?: readonly OrderStatus[] | undefined;
  paymentStatus?: PaymentStatus | undefined;
  clientId?: number | undefined;
  /** Product of a line. */
  productId?: number | undefined;
  createdFrom?: Date | undefined;
  orderNumbers?: readonly string[] | undefined;
  ids?: readonly number[] | undefined;
  exceptIds?: readonly number[] | undefined;
  /** Returned orders only. true: refunded, or closed without a refund, with no units to inspect; false: the refund is not decided. */
  isSettled?: boolean | undefined;
  /** Step that a return of the order waits for. */
  returnStep?: ReturnStep | undefined;
  /** Operator who works on the order. */
  assignedTo?: number | undefined;
  /** Exclusive. */
  createdTo?: Date | undefined;
  /** Words that an order must all have, see order_words.sql. */
  words?: string | undefined;
  /** False: an amount in the words finds nothing. */
  seesAmounts?: boolean | undefined;
}

/** An order in a list, as it is stored; amounts in minor units. */
interface FoundOrder extends Position {
  orderNumber: string;
  clientId: number;
  storeOrderId: string | null;
  customerName: string;
  customerPhone: string;
  city: string;
  /** The shipments' numbers, in the order in which they were sent. */
  trackingNumbers: string[];
  /** See the column `shipmentId` of returns. */
  undeliveredShipmentId: number | null;
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  /** See the entity. */
  refundFinal: boolean;
  isPartlyRefunded: boolean;
  itemsCount: number;
  subtotalMinor: number;
  deliveryMinor: number;
  totalMinor: number;
  currency: string;
  createdAt: Date;
  /** True if a person of the wholesaler placed it, not a store. */
  byOperator: boolean;
}

/** An order in a list of operators or of its client. */
export interface OrderSummary extends FoundOrder {
  /** Time at which it expires unless it is paid; null: never. */
  expiresAt: Date | null;
}

const COLUMNS = `o.id, o.order_number AS "orderNumber", o.client_id AS "clientId", o.store_order_id AS "storeOrderId",
  o.customer_name AS "customerName", o.customer_phone AS "customerPhone", o.shipping_city AS city,
  ARRAY(SELECT s.tracking_number FROM shipments s WHERE s.order_id = o.id ORDER BY s.id) AS "trackingNumbers",
  (SELECT r.shipment_id FROM order_returns r WHERE r.order_id = o.id AND r.declined_at IS NULL) AS "undeliveredShipmentId", o.status, o.payment_status AS "paymentStatus", o.refund_final AS "refundFinal",
  ${isPartlyRefunded('o')} AS "isPartlyRefunded",
  o.items_count AS "itemsCount", o.subtotal_minor AS "subtotalMinor",
  o.delivery_minor AS "deliveryMinor", o.total_minor AS "totalMinor", o.currency, o.created_at AS "createdAt", o.by_operator AS "byOperator",
  ${microsOf('o.created_at')} AS "atMicros"`;

/** Money may be settled before the units are inspected, which the return then still waits for. */
const SETTLED = `${statusIsIn('o.status', STATUS_SETS.refundable)} AND (o.payment_status = 'refunded' OR o.refund_final)
  AND NOT EXISTS (SELECT FROM order_returns r WHERE r.order_id = o.id AND ${IS_OPEN})`;
/** The condition of the partial index. */
const UNSETTLED = isUnsettledReturn('o.');

/** Words that match more orders than this are common. For them, reading the list in its order soon finds a page of matches. */
const MATCHING_MAX = 20_000;

/** Up to this many lines, a product's orders are looked up by id. For others, reading the list in its order is fast. */
const LOOKED_UP_MAX = 2_000;
/** A hash table of more lines could exceed PostgreSQL's work_mem. */
const HASHED_MAX = 100_000;

/** Number of orders, in the order of the list, that are scanned first for common words. */
const SCANNED_MAX = 2_000;

/** Number of the latest statements, and of their orders, that a search compares one by one. */
const UNINDEXED_MAX = 300;

interface Wanted {
  /** In PostgreSQL's syntax of `tsquery`. */
  query: string;
  /** The part of the query that is looked up in the index. */
  lookedUp: string;
  /** Matching orders whose words are not written yet. */
  unindexed: readonly number[];
}

/** Filters of a search whose words are looked up. */
type ListFilter = Omit<OrderFilter, 'words' | 'seesAmounts'> & { wanted?: Wanted | undefined };

/** Finds orders of all clients for operators; test orders never. */
@Injectable()
export class OrderSearchRepository {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /**
   * Reads by an index for each filter, so that a page costs the same among a thousand orders and a million.
   *
   * @param manager of a transaction
   */
  async search(
    manager: EntityManager,
    { statuses: asked, ...filter }: OrderFilter,
    page: SortedPageRequest,
  ): Promise<OrderSummary[]> {
    const statuses = possibleStatuses(asked, filter);
    if (statuses?.length === 0) return [];
    const orders = await this.searchIn(manager, { ...filter, statuses }, page);
    const { unpaidOrderTtlHours: ttlHours } = this.settings;
    return orders.map((order) => ({
      ...order,
      expiresAt: expiryOf({ ...order, testScenario: null }, ttlHours),
    }));
  }

  private async searchIn(
    manager: EntityManager,
    { words: search, seesAmounts, ...rest }: OrderFilter,
    page: SortedPageRequest,
  ): Promise<FoundOrder[]> {
    const { words, period } = readSearch(search ?? '', new Date());
    const filter = period === undefined ? rest : createdIn(period, rest);
    if (search === undefined || words === undefined) return this.find(manager, filter, page);
    const conditions = orderQuery(words, { clientId: filter.clientId, seesAmounts });
    const query = conditions.join(' & ');
    const lookedUp = (await rareOnes(manager, conditions)).join(' & ');
    const wanted = { query, lookedUp, unindexed: await findUnindexed(manager, words, query) };
    const isListed =
      filter.productId === undefined &&
      filter.orderNumbers === undefined &&
      filter.ids === undefined &&
      filter.returnStep === undefined &&
      filter.assignedTo === undefined;
    if (isListed && (await areCommon(manager, query))) {
      const found = await this.scan(manager, filter, wanted, page);
      if (found !== null) return found;
    }
    return this.find(manager, { ...filter, wanted }, page);
  }

  /** Finds a page of matches among the first orders of the list, or null if the page could continue with later orders. */
  private async scan(
    manager: EntityManager,
    filter: ListFilter,
    wanted: Wanted,
    page: SortedPageRequest,
  ): Promise<FoundOrder[] | null> {
    const values: unknown[] = [];
    const parameter = (value: unknown): string => `$${values.push(value)}`;
    const first = listed(filter, { ...page, limit: SCANNED_MAX }, 'orders', parameter);
    const rows = await manager.query<(FoundOrder & { scanned: number })[]>(
      `WITH first AS MATERIALIZED (${first})
        SELECT scanned, ${COLUMNS} FROM (SELECT count(*)::integer AS scanned FROM first) counted
        LEFT JOIN (
          SELECT * FROM first o WHERE ${matches(wanted, parameter)} ${inOrder(page)} LIMIT ${parameter(page.limit)}
        ) o ON true ${inOrder(page)}`,
      values,
    );
    const found = rows.filter(({ id }) => id !== null);
    const isWhole = found.length === page.limit || rows[0]!.scanned < SCANNED_MAX;
    return isWhole ? found : null;
  }

  private async find(
    manager: EntityManager,
    { wanted, ...filter }: ListFilter,
    page: SortedPageRequest,
  ): Promise<FoundOrder[]> {
    const values: unknown[] = [];
    const parameter = (value: unknown): string => `$${values.push(value)}`;
    const matching = wanted === undefined ? null : await findMatching(manager, wanted);
    const common = matching === null ? wanted : undefined;
    const ofProduct = await conditionOfProduct(manager, filter.productId, parameter);
    const few = [
      ...(matching === null ? [] : [`id = ANY(${parameter(matching)})`]),
      ...(filter.orderNumbers === undefined
        ? []
        : [`order_number = ANY(${parameter(filter.orderNumbers)})`]),
      ...(filter.ids === undefined ? [] : [`id = ANY(${parameter(filter.ids)})`]),
      ...(filter.returnStep === undefined
        ? []
        : [`id IN (SELECT o.id FROM ${RETURNS_WAITING_FOR[filter.returnStep]})`]),
      ...(filter.assignedTo === undefined
        ? []
        : [
            `id IN (SELECT order_id FROM order_assignments WHERE user_id = ${parameter(filter.assignedTo)})`,
          ]),
      ...(ofProduct?.isFew ? [ofProduct.condition] : []),
    ];
    const where = [...few, ...(ofProduct?.isFew === false ? [ofProduct.condition] : [])];
    // OFFSET 0 keeps the planner from reading all orders by date and looking each up among the matching ones.
    const fence = few.length > 0 ? 'OFFSET 0' : '';
    const source =
      where.length === 0
        ? 'orders'
        : `(SELECT * FROM orders WHERE ${where.join(' AND ')} ${fence})`;
    const isFew = few.length > 0;
    const orders = listed({ ...filter, wanted: common }, page, source, parameter, isFew);
    return manager.query<FoundOrder[]>(
      `SELECT ${COLUMNS} FROM (${orders}) o ${inOrder(page)}`,
      values,
    );
  }
}

/** Writes SQL for a page of matching orders of a source, in the order of the list. */
function listed(
  filter: ListFilter,
  page: SortedPageRequest,
  source: string,
  parameter: (value: unknown) => string,
  isFew = false,
): string {
  const { statuses } = filter;
  const conditions = [
    'NOT o.is_test',
    ...conditionsOf(filter, parameter),
    ...whereBehind(page, { at: 'o.created_at', id: 'o.id' }, parameter),
  ];
  const ofStatuses =
    statuses === undefined
      ? ['true']
      : isFew
        ? [`o.status = ANY(${parameter(statuses)})`]
        : // One look-up a status: an index on (status, created_at, id) has no order across several.
          statuses.map((status) => `o.status = ${parameter(status)}`);
  const rest = `${inOrder(page)} LIMIT ${parameter(page.limit)}`;
  const found = ofStatuses.map(
    (status) =>
      `(SELECT o.* FROM ${source} o WHERE ${[...conditions, status].join(' AND ')} ${rest})`,
  );
  return `SELECT * FROM (${found.join(' UNION ALL ')}) o ${rest}`;
}

/** Writes the SQL condition that an order has a line of a product, and says if few orders have one; null for any product. */
async function conditionOfProduct(
  manager: EntityManager,
  productId: number | undefined,
  parameter: (value: unknown) => string,
): Promise<{ condition: string; isFew: boolean } | null> {
  if (productId === undefined) return null;
  const [row] = await manager.query<[{ lines: number }]>(
    `SELECT count(*)::integer AS lines FROM (
        SELECT FROM order_items WHERE product_id = $1 LIMIT $2
      ) counted`,
    [productId, HASHED_MAX + 1],
  );
  const condition = `id IN (SELECT i.order_id FROM order_items i WHERE i.product_id = ${parameter(productId)})`;
  const isFew = row.lines <= LOOKED_UP_MAX;
  // IS TRUE keeps the planner from a look-up for each order of the list: it reads the product's orders once, into a hash table.
  const isHashed = !isFew && row.lines <= HASHED_MAX;
  return { condition: isHashed ? `(${condition}) IS TRUE` : condition, isFew };
}

function inOrder({ isNewestFirst }: SortedPageRequest): string {
  const direction = isNewestFirst ? 'DESC' : 'ASC';
  return `ORDER BY o.created_at ${direction}, o.id ${direction}`;
}

/** Picks the requested statuses that are possible with the payment status; undefined for any status. */
function possibleStatuses(
  asked: readonly OrderStatus[] | undefined,
  { clientId, paymentStatus }: ListFilter,
): readonly OrderStatus[] | undefined {
  // Always by status, even without a filter, because the index on a client's orders begins with the status.
  const statuses = asked ?? (clientId === undefined ? undefined : ORDER_STATUSES);
  if (statuses === undefined || paymentStatus === undefined) return statuses;
  const possible = statusesOfPayment(paymentStatus);
  return statuses.filter((status) => possible.includes(status));
}

/** Restricts a filter to orders that were placed in a period, too. */
function createdIn({ from, to }: Period, filter: ListFilter): ListFilter {
  const { createdFrom = from, createdTo = to } = filter;
  return {
    ...filter,
    createdFrom: createdFrom > from ? createdFrom : from,
    createdTo: createdTo < to ? createdTo : to,
  };
}

/** Picks the conditions to look up in the index, without common ones, which would make a list of nearly all orders. */
async function rareOnes(
  manager: EntityManager,
  conditions: readonly string[],
): Promise<readonly string[]> {
  if (conditions.length === 1) return conditions;
  const rare: string[] = [];
  for (const condition of conditions) {
    if (!(await areCommon(manager, condition))) rare.push(condition);
  }
  return rare.length === 0 ? conditions : rare;
}

/** Returns true if the planner expects words to match more orders than are looked up by their index. */
async function areCommon(manager: EntityManager, query: string): Promise<boolean> {
  const [row] = await manager.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }[]>(
    `EXPLAIN (FORMAT JSON) SELECT FROM order_search_words WHERE words @@ lower($1)::tsquery`,
    [query],
  );
  return row!['QUERY PLAN'][0].Plan['Plan Rows'] > MATCHING_MAX;
}

/**
 * Finds the ids of matching orders whose words are not written yet, or have changed since.
 * - searches the latest orders, and any order by its number
 */
async function findUnindexed(
  manager: EntityManager,
  words: string,
  query: string,
): Promise<number[]> {
  const found = await manager.query<{ id: number }[]>(
    `SELECT order_id AS id FROM order_words(ARRAY(
        SELECT DISTINCT id FROM (SELECT ids FROM order_search_queue ORDER BY id DESC LIMIT $3) queued
        CROSS JOIN unnest(queued.ids) AS changed (id)
        ORDER BY id DESC LIMIT $3
      )) WHERE words @@ lower($2)::tsquery
    UNION SELECT id FROM orders WHERE order_number = upper($1)`,
    [words.trim(), query, UNINDEXED_MAX],
  );
  return found.map(({ id }) => id);
}

/** Finds the ids of orders that match words; null if they are so many that scanning the list finds a page sooner. */
async function findMatching(
  manager: EntityManager,
  { query, lookedUp, unindexed }: Wanted,
): Promise<number[] | null> {
  // OFFSET 0 keeps the whole query from the index.
  const found = await manager.query<{ id: number }[]>(
    `SELECT order_id AS id FROM (
        SELECT order_id, words FROM order_search_words WHERE words @@ lower($1)::tsquery OFFSET 0
      ) looked_up WHERE words @@ lower($2)::tsquery LIMIT $3`,
    [lookedUp, query, MATCHING_MAX + 1],
  );
  return found.length > MATCHING_MAX ? null : [...found.map(({ id }) => id), ...unindexed];
}

/** Writes the SQL condition that an order matches a search. */
function matches({ query, unindexed }: Wanted, parameter: (value: unknown) => string): string {
  return `(o.id = ANY (${parameter(unindexed)}) OR EXISTS (
    SELECT FROM order_search_words w WHERE w.order_id = o.id AND w.words @@ lower(${parameter(query)})::tsquery
  ))`;
}

function conditionsOf(filter: ListFilter, parameter: (value: unknown) => string): string[] {
  const { paymentStatus, clientId, createdFrom, createdTo, wanted, isSettled, exceptIds } = filter;
  return [
    ...(exceptIds === undefined ? [] : [`o.id <> ALL(${parameter(exceptIds)})`]),
    ...(paymentStatus === undefined ? [] : [`o.payment_status = ${parameter(paymentStatus)}`]),
    ...(clientId === undefined ? [] : [`o.client_id = ${parameter(clientId)}`]),
    ...(isSettled === undefined ? [] : [isSettled ? SETTLED : UNSETTLED]),
    ...(createdFrom === undefined ? [] : [`o.created_at >= ${parameter(createdFrom)}`]),
    ...(createdTo === undefined ? [] : [`o.created_at < ${parameter(createdTo)}`]),
    ...(wanted === undefined ? [] : [matches(wanted, parameter)]),
  ];
}
