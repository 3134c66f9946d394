import { IntersectionType } from '@nestjs/swagger';
import {
  responseDto,
  integer,
  money,
  part,
  text,
} from '../../../platform/http/response-dto/response-dto.js';
import type { ClientPeriod } from '../../ledger/sums/posting-sums.repository.js';
import { PageQuery } from '../../../platform/http/paging/page.js';
import { MonthClosingDto } from '../../books/month-closing.dto.js';
import type { MonthClosing } from '../../books/month-closing.service.js';
import { MonthReportQuery, MovementDto, PeriodReportDto } from '../day/day-report.dto.js';
import type { PeriodReport } from '../day/day-report.service.js';

export class MonthClientsQuery extends IntersectionType(PageQuery, MonthReportQuery) {}

export class ClientMonthDto extends responseDto<ClientPeriod>()({
  client_id: [integer(), 'id'],
  name: text(),
  gstin: text({ example: '29AAPFU0939F1ZR' }).orNull(),
  opening: money('The balance before the month'),
  received: money('Receipts less reversed receipts'),
  orders_paid: [money('Payments of orders; negative'), 'settledMinor'],
  refunds: [money('Refunds of orders'), 'refundedMinor'],
  payouts: [
    money(
      'Payouts to the client, also those that wait for approval, and money that the gateway took back for disputes; negative',
    ),
    'paidOutMinor',
  ],
  adjustments: [money('Corrections, and balances from before the ledger'), 'adjustedMinor'],
  owed: money('Bought on account, or a debt of what the wallet lacked; negative: payments of both'),
  closing: money('The opening balance plus all movements'),
}) {}

export class MonthReportDto extends responseDto<PeriodReport & MonthClosing & { month: string }>()({
  month: text({ example: '2026-11', description: 'A month in India' }),
  ...PeriodReportDto.fields,
  received_earlier: part(
    MovementDto,
    'Entries of the month whose money moved before it: lines of the bank with an earlier day, and receipts. The amount is money in less money out',
  ),
  booked_later: part(
    MovementDto,
    'Entries of later months whose money moved in this one: lines of the bank with a day of the month, and receipts',
  ),
  closing: part(MonthClosingDto, 'null: the month is open').orNull(),
}) {}
