import { COUNTED_MAX } from '../../../platform/database/bounded-count.js';
import type { OrdersInStatus } from '../../../fulfillment/figures/order-figures.service.js';
import {
  responseDto,
  integer,
  parts,
  word,
} from '../../../platform/http/response-dto/response-dto.js';
import { ORDER_STATUSES } from '../../../orders/lifecycle/order-lifecycle.js';

export class OpenOrdersDto extends responseDto<OrdersInStatus>()({
  status: word(ORDER_STATUSES),
  count: integer({ maximum: COUNTED_MAX, description: '100: 100 or more' }),
}) {}

/** Numbers of a client's orders, for tabs and the menu. */
export class OwnCountsDto extends responseDto<{ orders: OrdersInStatus[] }>()({
  orders: parts(OpenOrdersDto, 'By status, complete orders left out'),
}) {}
