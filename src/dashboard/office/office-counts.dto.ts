import { responseDto, integer, parts } from '../../platform/http/response-dto/response-dto.js';
import { OpenOrdersDto } from '../client-pages/orders/open-orders.dto.js';
import type { OfficeCounts } from './office-overview.service.js';

/** Open work of the wholesaler's staff, for tabs and the menu; each number is at most 100. */
export class OfficeCountsDto extends responseDto<OfficeCounts>()({
  orders: parts(
    OpenOrdersDto,
    'Orders by status, without complete ones; needs `orders:read`',
  ).orNull(),
  returns: integer('Returns to decide or to settle; needs `orders:read`').orNull(),
  deliveries: integer(
    'Failed deliveries to answer, and deliveries that need a person; needs `orders:read`',
  ).orNull(),
  money: integer(
    'Bank transfers to confirm, and what waits for approval; needs `money:read`',
  ).orNull(),
}) {}
