import {
  responseDto,
  integer,
  part,
  parts,
} from '../../platform/http/response-dto/response-dto.js';
import { OpenOrdersDto } from '../client-pages/orders/open-orders.dto.js';
import type { DeliveryCounts, MoneyCounts } from './open-work.repository.js';
import type { OfficeCounts } from './office-overview.service.js';

class DeliveryCountsDto extends responseDto<DeliveryCounts>()({
  failed: integer('Failed deliveries to answer'),
  back: integer('Shipments that come back'),
  claim: integer('Shipments to claim from the courier'),
  problem: integer('Shipments and bookings about which a person has to decide'),
}) {}

class MoneyCountsDto extends responseDto<MoneyCounts>()({
  transfers: integer('Bank transfers to confirm, without those that wait for approval'),
  bank: integer(
    'Lines of bank statements to decide, without those that wait for approval; needs `bank:read`',
  ).orNull(),
  approvals: integer('What waits for approval, of the kinds that the caller may see'),
}) {}

/** Open work of the wholesaler's staff, for tabs and the menu; each number is at most 100. */
export class OfficeCountsDto extends responseDto<OfficeCounts>()({
  orders: parts(
    OpenOrdersDto,
    'Orders by status, without complete ones; needs `orders:read`',
  ).orNull(),
  returns: integer('Returns to decide or to settle; needs `orders:read`').orNull(),
  deliveries: integer('The sum of `delivery_tabs`; needs `orders:read`').orNull(),
  delivery_tabs: part(
    DeliveryCountsDto,
    'Deliveries that wait for a person; needs `orders:read`',
  ).orNull(),
  money: integer('The sum of `money_tabs`; needs `money:read`').orNull(),
  money_tabs: part(MoneyCountsDto, 'Money that waits for a person; needs `money:read`').orNull(),
}) {}
