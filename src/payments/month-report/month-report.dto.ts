import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { PageQuery } from '../../platform/http/paging/page.js';
import { toMajorUnits } from '../../platform/money.js';
import { MonthReportQuery } from '../day-report/day-report.dto.js';
import type { ClientMonth } from './month-report.repository.js';

export class MonthClientsQuery extends IntersectionType(PageQuery, MonthReportQuery) {}

export class ClientMonthDto {
  @ApiProperty({ type: 'integer' })
  client_id: number;

  @ApiProperty()
  name: string;

  @ApiProperty({ type: String, nullable: true, example: '29ABCDE1234F1Z5' })
  gstin: string | null;

  @ApiProperty({ description: 'The balance before the month' })
  opening: number;

  @ApiProperty({ description: 'Receipts less reversed receipts' })
  received: number;

  @ApiProperty({ description: 'Payments of orders; negative' })
  orders_paid: number;

  @ApiProperty({ description: 'Refunds of orders' })
  refunds: number;

  @ApiProperty({ description: 'Payouts to the client; negative' })
  payouts: number;

  @ApiProperty({ description: 'Corrections, and balances from before the ledger' })
  adjustments: number;

  @ApiProperty({ description: 'The opening balance plus all movements' })
  closing: number;
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
    closing: toMajorUnits(month.closingMinor),
  };
}
