import { OpenOrdersDto } from '../client-pages/orders/open-orders.dto.js';
import { OrNull } from '../../platform/http/openapi/or-null.js';

/** Open work of the wholesaler's staff, for tabs and the menu; each number is at most 100. */
export class OfficeCountsDto {
  @OrNull([OpenOrdersDto], 'Orders by status, complete ones left out; needs `orders:read`')
  orders: OpenOrdersDto[] | null;

  @OrNull('integer', 'Returns to decide or to settle; needs `orders:read`')
  returns: number | null;

  @OrNull('integer', 'Bank transfers to confirm, and what waits for approval; needs `money:read`')
  money: number | null;
}
