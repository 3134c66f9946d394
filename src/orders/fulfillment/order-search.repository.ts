import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { wordsQuery } from '../../platform/database/search-words.js';
import {
  isBehind,
  microsOf,
  type Position,
  type SortedPageRequest,
} from '../../platform/http/paging/sorted-page.js';
import {
  ORDER_STATUSES,
  STATUS_SETS,
  statusesOfPayment,
  type OrderStatus,
  type PaymentStatus,
} from '../order-lifecycle.js';
import type { ReturnStep } from '../returns/return-status.js';
import { returnsWaitingFor } from '../returns/waiting-returns.js';
import { isUnsettledReturn, statusIsIn } from '../status-sql.js';

/** Filters of a search; a field that is undefined does not restrict it. */
export interface OrderFilter {
  statuses?: readonly OrderStatus[] | undefined;
  paymentStatus?: PaymentStatus | undefined;
  clientId?: number | undefined;
  /** Product of a line. */
  productId?: number | undefined;
  createdFrom?: Date | undefined;
  orderNumbers?: readonly string[] | undefined;
  /** Returned orders only. true: refunded, or closed without a refund; false: the refund is not decided. */
  isSettled?: boolean | undefined;
  /** Step that a return of the order waits for. */
  returnStep?: ReturnStep | undefined;
  /** Operator who works on the order. */
  assignedTo?: number | undefined;
  /** Exclusive. */
  createdTo?: Date | undefined;
  /**
   * Prefixes of the order number, the store's order id, or words of the customer's name or phone; all must match.
   */
  words?: string | undefined;
}

/** An order in the operators' list; amounts in minor units. */
export interface OrderSummary extends Position {
  orderNumber: string;
  clientId: number;
  storeOrderId: string | null;
  customerName: string;
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  /** See the entity. */
  refundFinal: boolean;
  itemsCount: number;
  subtotalMinor: number;
  deliveryMinor: number;
  totalMinor: number;
  currency: string;
  createdAt: Date;
}

const COLUMNS = `o.id, o.order_number AS "orderNumber", o.client_id AS "clientId", o.store_order_id AS "storeOrderId",
  o.customer_name AS "customerName", o.status, o.payment_status AS "paymentStatus", o.refund_final AS "refundFinal",
  o.items_count AS "itemsCount", o.subtotal_minor AS "subtotalMinor",
  o.delivery_minor AS "deliveryMinor", o.total_minor AS "totalMinor", o.currency, o.created_at AS "createdAt",
  ${microsOf('o.created_at')} AS "atMicros"`;

const SETTLED = `${statusIsIn('o.status', STATUS_SETS.refundable)} AND (o.payment_status = 'refunded' OR o.refund_final)`;
/** The condition of the partial index. */
const UNSETTLED = isUnsettledReturn('o.');

/**
 * Words that match more orders than this are common: reading the list in its order soon finds a page of matches.
 */
const MATCHING_MAX = 20_000;

/**
 * Orders of products with up to this many lines are looked up by id; those of others appear soon when the list is
 * read in its order.
 */
const LOOKED_UP_MAX = 2_000;
/** A hash table of more lines may exceed PostgreSQL's work_mem. */
const HASHED_MAX = 100_000;

/** Number of orders, in the order of the list, that are scanned first for common words. */
const SCANNED_MAX = 2_000;

/** Finds orders of all clients for operators; test orders never. */
@Injectable()
export class OrderSearchRepository {
  /**
   * Reads by an index for each filter: a page costs the same among a thousand orders and a million.
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
    const { words, ...others } = { ...filter, statuses };
    const isListed =
      filter.productId === undefined &&
      filter.orderNumbers === undefined &&
      filter.returnStep === undefined &&
      filter.assignedTo === undefined;
    if (words !== undefined && isListed && (await areCommon(manager, words))) {
      const found = await this.scan(manager, others, words, page);
      if (found !== null) return found;
    }
    return this.find(manager, { ...filter, statuses }, page);
  }

  /**
   * Returns a page of matches among the first orders of the list, or null where the page could continue with later
   * orders.
   */
  private async scan(
    manager: EntityManager,
    filter: OrderFilter,
    words: string,
    page: SortedPageRequest,
  ): Promise<OrderSummary[] | null> {
    const values: unknown[] = [];
    const parameter = (value: unknown): string => `$${values.push(value)}`;
    const first = listed(filter, { ...page, limit: SCANNED_MAX }, 'orders', parameter);
    const rows = await manager.query<(OrderSummary & { scanned: number })[]>(
      `WITH first AS MATERIALIZED (${first})
        SELECT scanned, ${COLUMNS} FROM (SELECT count(*)::integer AS scanned FROM first) counted
        LEFT JOIN (
          SELECT * FROM first o WHERE ${matches(parameter(wordsQuery(words)))} ${inOrder(page)} LIMIT ${parameter(page.limit)}
        ) o ON true ${inOrder(page)}`,
      values,
    );
    const found = rows.filter(({ id }) => id !== null);
    const isWhole = found.length === page.limit || rows[0]!.scanned < SCANNED_MAX;
    return isWhole ? found : null;
  }

  private async find(
    manager: EntityManager,
    filter: OrderFilter,
    page: SortedPageRequest,
  ): Promise<OrderSummary[]> {
    const values: unknown[] = [];
    const parameter = (value: unknown): string => `$${values.push(value)}`;
    const matching = filter.words === undefined ? null : await findMatching(manager, filter.words);
    const words = matching === null ? filter.words : undefined;
    const ofProduct = await conditionOfProduct(manager, filter.productId, parameter);
    const few = [
      ...(matching === null ? [] : [`id = ANY(${parameter(matching)})`]),
      ...(filter.orderNumbers === undefined
        ? []
        : [`order_number = ANY(${parameter(filter.orderNumbers)})`]),
      ...(filter.returnStep === undefined
        ? []
        : [`id IN (SELECT o.id FROM ${returnsWaitingFor(filter.returnStep)})`]),
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
    const orders = listed({ ...filter, words }, page, source, parameter, isFew);
    return manager.query<OrderSummary[]>(
      `SELECT ${COLUMNS} FROM (${orders}) o ${inOrder(page)}`,
      values,
    );
  }
}

/** Returns SQL for a page of the orders of a source that match a filter, in the order of the list. */
function listed(
  filter: OrderFilter,
  page: SortedPageRequest,
  source: string,
  parameter: (value: unknown) => string,
  isFew = false,
): string {
  const { statuses } = filter;
  const { after, isNewestFirst } = page;
  const conditions = ['NOT o.is_test', ...conditionsOf(filter, parameter)];
  if (after !== null) {
    const first = Number(parameter(after.atMicros).slice(1));
    parameter(after.id);
    conditions.push(isBehind({ at: 'o.created_at', id: 'o.id' }, first, { isNewestFirst }));
  }
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

/**
 * Returns the SQL condition that an order has a line of a product, and whether few orders do; null for any product.
 */
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

/** Returns the requested statuses that are possible with the payment status; undefined for any status. */
function possibleStatuses(
  asked: readonly OrderStatus[] | undefined,
  { clientId, paymentStatus }: OrderFilter,
): readonly OrderStatus[] | undefined {
  // Always by status, even without a filter, because the index on a client's orders begins with the status.
  const statuses = asked ?? (clientId === undefined ? undefined : ORDER_STATUSES);
  if (statuses === undefined || paymentStatus === undefined) return statuses;
  const possible = statusesOfPayment(paymentStatus);
  return statuses.filter((status) => possible.includes(status));
}

/** Returns whether the planner expects words to match more orders than are looked up by their index. */
async function areCommon(manager: EntityManager, words: string): Promise<boolean> {
  const [row] = await manager.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }[]>(
    `EXPLAIN (FORMAT JSON) SELECT FROM orders o WHERE ${matches('$1')}`,
    [wordsQuery(words)],
  );
  return row!['QUERY PLAN'][0].Plan['Plan Rows'] > MATCHING_MAX;
}

/**
 * Returns the ids of the orders that words match, by the index of words. Returns null if there are so many that scanning
 * the list in its order finds a page sooner. Sequential scans are disabled: the planner underestimates the expression and
 * would compute it for every order.
 */
async function findMatching(manager: EntityManager, words: string): Promise<number[] | null> {
  const useIndexOnly = (setting: 'off' | 'on'): Promise<unknown> =>
    manager.query(
      `SELECT set_config('enable_seqscan', $1, true), set_config('enable_indexscan', $1, true)`,
      [setting],
    );
  await useIndexOnly('off');
  const found = await manager.query<{ id: number }[]>(
    `SELECT id FROM orders o WHERE ${matches('$1')} LIMIT $2`,
    [wordsQuery(words), MATCHING_MAX + 1],
  );
  await useIndexOnly('on');
  return found.length > MATCHING_MAX ? null : found.map(({ id }) => id);
}

/** Returns the SQL condition that an order matches the search query of a parameter. */
function matches(query: string): string {
  return `order_search_terms(o.order_number, o.store_order_id, o.customer_name, o.customer_phone)
    @@ lower(${query})::tsquery`;
}

function conditionsOf(filter: OrderFilter, parameter: (value: unknown) => string): string[] {
  const { paymentStatus, clientId, createdFrom, createdTo, words, isSettled } = filter;
  return [
    ...(paymentStatus === undefined ? [] : [`o.payment_status = ${parameter(paymentStatus)}`]),
    ...(clientId === undefined ? [] : [`o.client_id = ${parameter(clientId)}`]),
    ...(isSettled === undefined ? [] : [isSettled ? SETTLED : UNSETTLED]),
    ...(createdFrom === undefined ? [] : [`o.created_at >= ${parameter(createdFrom)}`]),
    ...(createdTo === undefined ? [] : [`o.created_at < ${parameter(createdTo)}`]),
    ...(words === undefined ? [] : [matches(parameter(wordsQuery(words)))]),
  ];
}
