import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  isBehind,
  microsOf,
  type Position,
  type SortedPageRequest,
} from '../../platform/http/sorted-page.js';
import type { OrderStatus, PaymentStatus } from '../order-lifecycle.js';

/** Which orders to find; a field that is undefined does not restrict the search. */
export interface OrderFilter {
  statuses?: readonly OrderStatus[] | undefined;
  paymentStatus?: PaymentStatus | undefined;
  clientId?: number | undefined;
  /** Of a line. */
  productId?: number | undefined;
  createdFrom?: Date | undefined;
  /** Exclusive. */
  createdTo?: Date | undefined;
  /** Each begins the order number, the store's order id, or a word of the customer's name or phone. */
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
  itemsCount: number;
  subtotalMinor: number;
  deliveryMinor: number;
  totalMinor: number;
  currency: string;
  createdAt: Date;
}

const COLUMNS = `o.id, o.order_number AS "orderNumber", o.client_id AS "clientId", o.store_order_id AS "storeOrderId",
  o.customer_name AS "customerName", o.status, o.payment_status AS "paymentStatus", o.items_count AS "itemsCount", o.subtotal_minor AS "subtotalMinor",
  o.delivery_minor AS "deliveryMinor", o.total_minor AS "totalMinor", o.currency, o.created_at AS "createdAt",
  ${microsOf('o.created_at')} AS "atMicros"`;

/** Finds orders of all clients for operators; test orders never. */
@Injectable()
export class OrderSearchRepository {
  /** Reads by an index for each filter: a page costs the same among a thousand orders and a million. */
  async search(
    manager: EntityManager,
    filter: OrderFilter,
    { after, isNewestFirst, limit }: SortedPageRequest,
  ): Promise<OrderSummary[]> {
    const values: unknown[] = [];
    const parameter = (value: unknown): string => `$${values.push(value)}`;
    const conditions = ['NOT o.is_test', ...conditionsOf(filter, parameter)];
    if (after !== null) {
      const first = values.push(after.atMicros, after.id) - 1;
      conditions.push(isBehind({ at: 'o.created_at', id: 'o.id' }, first, { isNewestFirst }));
    }
    const direction = isNewestFirst ? 'DESC' : 'ASC';
    const rest = `ORDER BY o.created_at ${direction}, o.id ${direction} LIMIT ${parameter(limit)}`;
    const select = (condition: string): string =>
      `SELECT o.* FROM orders o WHERE ${[...conditions, condition].join(' AND ')} ${rest}`;
    // One look-up a status: an index on (status, created_at, id) has no order across several.
    const found = (filter.statuses ?? [null]).map((status) =>
      select(status === null ? 'true' : `o.status = ${parameter(status)}`),
    );
    return manager.query<OrderSummary[]>(
      `SELECT ${COLUMNS} FROM (${found.map((one) => `(${one})`).join(' UNION ALL ')}) o ${rest}`,
      values,
    );
  }
}

function conditionsOf(filter: OrderFilter, parameter: (value: unknown) => string): string[] {
  const { paymentStatus, clientId, productId, createdFrom, createdTo, words } = filter;
  return [
    ...(paymentStatus === undefined ? [] : [`o.payment_status = ${parameter(paymentStatus)}`]),
    ...(clientId === undefined ? [] : [`o.client_id = ${parameter(clientId)}`]),
    ...(createdFrom === undefined ? [] : [`o.created_at >= ${parameter(createdFrom)}`]),
    ...(createdTo === undefined ? [] : [`o.created_at < ${parameter(createdTo)}`]),
    ...(productId === undefined
      ? []
      : [
          `o.id IN (SELECT i.order_id FROM order_items i WHERE i.product_id = ${parameter(productId)})`,
        ]),
    ...(words === undefined
      ? []
      : [
          `order_search_terms(o.order_number, o.store_order_id, o.customer_name, o.customer_phone)
            @@ lower(${parameter(searchQuery(words))})::tsquery`,
        ]),
  ];
}

/** Every word as the beginning of a term, in PostgreSQL's own syntax. */
function searchQuery(words: string): string {
  return words
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}':*`)
    .join(' & ');
}
