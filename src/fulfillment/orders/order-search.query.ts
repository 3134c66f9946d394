import { IntersectionType } from '@nestjs/swagger';
import { criteriaOf } from '../../platform/http/response-dto/response-dto.js';
import {
  Timestamp,
  OneOf,
  QueryFlag,
  SomeOf,
  Text,
  QueryId,
} from '../../platform/http/input/fields.js';
import { LIMITS } from '../../platform/config/limits.js';
import { SortedPageQuery } from '../../platform/http/paging/sorted-page.js';
import {
  ORDER_STATUSES,
  PAYMENT_STATUSES,
  type OrderStatus,
  type PaymentStatus,
} from '../../orders/lifecycle/order-lifecycle.js';
import { RETURN_STEPS, type ReturnStep } from '../returns/return-status.js';
import type { OrderFilter } from './order-search.repository.js';
import { TableFileQuery } from '../../platform/table-export/table-file.js';

export class OrderFilterQuery {
  @SomeOf(ORDER_STATUSES, {
    optional: true,
    api: { description: 'One status or several, with commas between them', example: 'pending' },
  })
  status?: OrderStatus[];

  @OneOf(PAYMENT_STATUSES, { optional: true })
  payment_status?: PaymentStatus;

  @QueryFlag(
    'Returned orders only. false: the refund is not decided yet; true: refunded, or closed without a refund, and no units are left to inspect',
  )
  settled?: 'true' | 'false';

  @OneOf(RETURN_STEPS, {
    optional: true,
    api: {
      description:
        'Orders with a return that waits for this. `settlement`: the units were inspected, or no return was asked for, and the refund is not decided',
    },
  })
  return_step?: ReturnStep;

  @QueryId()
  client_id?: number;

  @QueryId({ description: 'Orders on which this operator works' })
  assigned_to?: number;

  @Text({
    max: LIMITS.skuLength,
    optional: true,
    api: { description: 'Orders with a line of this SKU' },
  })
  sku?: string;

  @Timestamp({ optional: true, api: { description: 'Placed at this time or later' } })
  created_from?: Date;

  @Timestamp({ optional: true, api: { description: 'Placed before this time' } })
  created_to?: Date;

  @Text({
    max: 200,
    optional: true,
    api: {
      description:
        "Words that an order must all have: its number or a part of it, the store's order id, the customer's name, phone or " +
        'e-mail address, the street, the city by its new or old name, the state, the PIN code, a SKU or product name, a tracking number, an invoice, the reference of a ' +
        'payment, or the total. The beginning of a word is enough, or the last four characters of a number. Case, ' +
        'accents and apostrophes do not matter. Words such as "the order of" are left out, and today, yesterday, this week, ' +
        'last week, this month and last month are times at which orders were placed',
      example: 'asha verma',
    },
  })
  q?: string;
}

export class OrdersFileQuery extends IntersectionType(OrderFilterQuery, TableFileQuery) {}

export class OrderSearchQuery extends IntersectionType(SortedPageQuery, OrderFilterQuery) {}

/** Reads the filter without the SKU, whose product has to be looked up. */
export function toOrderFilter(
  { status, settled, q, ...query }: OrderFilterQuery,
  { seesAmounts }: { seesAmounts: boolean },
): Omit<OrderFilter, 'productId'> {
  const isSettled = settled === undefined ? undefined : settled === 'true';
  return { ...criteriaOf(query), statuses: status, isSettled, words: q, seesAmounts };
}
