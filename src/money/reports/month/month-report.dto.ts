import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { PageQuery } from '../../../platform/http/paging/page.js';
import { toMajorUnits } from '../../../platform/money.js';
import { MonthClosingDto, toMonthClosing } from '../../books/month-closing.dto.js';
import type { MonthClosing } from '../../books/month-closing.service.js';
import {
  MonthReportQuery,
  MovementDto,
  PeriodReportDto,
  toPeriodReport,
} from '../day/day-report.dto.js';
import type { PeriodReport } from '../day/day-report.service.js';
import type { ClientMonth } from './month-report.repository.js';
import { OrNull } from '../../../platform/http/openapi/or-null.js';

export class MonthClientsQuery extends IntersectionType(PageQuery, MonthReportQuery) {}

export class ClientMonthDto {
  @ApiProperty({ type: 'integer' })
  client_id: number;

  @ApiProperty()
  name: string;

  @ApiProperty({ type: String, nullable: true, example: '29AAPFU0939F1ZR' })
  gstin: string | null;

  @ApiProperty({ description: 'The balance before the month' })
  opening: number;

  @ApiProperty({ description: 'Receipts less reversed receipts' })
  received: number;

  @ApiProperty({ description: 'Payments of orders; negative' })
  orders_paid: number;

  @ApiProperty({ description: 'Refunds of orders' })
  refunds: number;

  @ApiProperty({
    description:
      'Payouts to the client, and money that the gateway took back for disputes; negative',
  })
  payouts: number;

  @ApiProperty({ description: 'Corrections, and balances from before the ledger' })
  adjustments: number;

  @ApiProperty({
    description: 'What the wallet lacked and the client owes since, less what was paid of it',
  })
  owed: number;

  @ApiProperty({ description: 'The opening balance plus all movements' })
  closing: number;
}

export class MonthReportDto extends PeriodReportDto {
  @ApiProperty({ example: '2026-11', description: 'A month in India' })
  month: string;

  @ApiProperty({ description: 'Receipts of the month whose money arrived before it' })
  received_earlier: MovementDto;

  @OrNull(MonthClosingDto, 'null: the month is open')
  closing: MonthClosingDto | null;
}

export function toMonthReport(
  month: string,
  report: PeriodReport,
  { closing, receivedEarlier: { count, amountMinor } }: MonthClosing,
): MonthReportDto {
  return {
    month,
    ...toPeriodReport(report),
    received_earlier: { count, amount: toMajorUnits(amountMinor) },
    closing: closing && toMonthClosing(closing),
  };
}

export function toClientMonth(month: ClientMonth): ClientMonthDto {
  return {
    client_id: month.id,
    name: month.name,
    gstin: month.gstin,
    opening: toMajorUnits(month.openingMinor),
    received: toMajorUnits(month.receivedMinor),
    orders_paid: toMajorUnits(month.settledMinor),
    refunds: toMajorUnits(month.refundedMinor),
    payouts: toMajorUnits(month.paidOutMinor),
    adjustments: toMajorUnits(month.adjustedMinor),
    owed: toMajorUnits(month.owedMinor),
    closing: toMajorUnits(month.closingMinor),
  };
}
