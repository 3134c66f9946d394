import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import type { ClosedMonth } from '../ledger/closings/closed-month.js';
import { RECEIPT_SOURCES, type ReceiptSource } from '../ledger/receipt.entity.js';
import { PageQuery } from '../../platform/http/paging/page.js';
import { toMajorUnits } from '../../platform/money.js';
import { MonthReportQuery } from '../reports/day/day-report.dto.js';
import { Month } from '../../platform/days/month.field.js';
import type { NamedReceipt } from './received-earlier.repository.js';
import { OrNull } from '../../platform/http/openapi/or-null.js';

export class CloseMonthDto {
  @Month()
  month: string;
}

export class ReceivedEarlierQuery extends IntersectionType(PageQuery, MonthReportQuery) {}

export class MonthClosingDto {
  @ApiProperty({ example: '2026-11' })
  month: string;

  @ApiProperty({ type: 'integer', description: 'Number of its journals' })
  journals: number;

  @ApiProperty({ description: 'Sum of their debits, equal to the sum of their credits' })
  debit: number;

  @OrNull('integer', 'Number of the last seal of its journals; null: no journals')
  last_seal: number | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Hash of that seal, which covers all journals before it as well',
    example: 'f1e8c4d20fb53b8c5f1a0c1f4a3a3b6f2d7c6e5b4a39281706f5e4d3c2b1a098',
  })
  last_sha256: string | null;

  @ApiProperty()
  closed_by: string;

  @ApiProperty({ format: 'date-time' })
  closed_at: string;
}

export class ReceivedEarlierDto {
  @ApiProperty({ type: 'integer', description: 'The receipt' })
  id: number;

  @ApiProperty({ type: 'integer' })
  client_id: number;

  @ApiProperty()
  client_name: string;

  @ApiProperty({ enum: RECEIPT_SOURCES })
  source: ReceiptSource;

  @OrNull(String)
  reference: string | null;

  @ApiProperty()
  amount: number;

  @ApiProperty({ format: 'date-time', description: 'When the money arrived' })
  received_at: string;

  @ApiProperty({ format: 'date-time', description: 'When it was booked' })
  created_at: string;

  @OrNull('date-time')
  reversed_at: string | null;
}

export function toMonthClosing(closing: ClosedMonth): MonthClosingDto {
  return {
    month: closing.month,
    journals: closing.journals,
    debit: toMajorUnits(closing.debitMinor),
    last_seal: closing.lastSeq,
    last_sha256: closing.lastSha256,
    closed_by: closing.closedBy,
    closed_at: closing.closedAt.toISOString(),
  };
}

export function toReceivedEarlier(receipt: NamedReceipt): ReceivedEarlierDto {
  return {
    id: receipt.id,
    client_id: receipt.clientId,
    client_name: receipt.clientName,
    source: receipt.source,
    reference: receipt.reference,
    amount: toMajorUnits(receipt.amountMinor),
    received_at: receipt.receivedAt.toISOString(),
    created_at: receipt.createdAt.toISOString(),
    reversed_at: receipt.reversedAt?.toISOString() ?? null,
  };
}
