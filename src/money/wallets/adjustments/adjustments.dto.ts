import { ApiProperty } from '@nestjs/swagger';
import { LIMITS } from '../../../platform/config/limits.js';
import { Amount, OneOf, Text, QueryId } from '../../../platform/http/input/fields.js';
import { Reference } from '../../../platform/http/input/reference.js';
import { PageQuery } from '../../../platform/http/paging/page.js';
import { toMajorUnits } from '../../../platform/money.js';
import {
  ADJUSTMENT_STATUSES,
  type AdjustmentStatus,
  type WalletAdjustment,
} from './wallet-adjustment.entity.js';
import { OrNull } from '../../../platform/http/openapi/or-null.js';

export class ProposeAdjustmentDto {
  @Amount({
    min: -toMajorUnits(LIMITS.moneyMinor),
    max: toMajorUnits(LIMITS.moneyMinor),
    rules: [{ code: 'out_of_range', message: 'must not be 0', passes: (value) => value !== 0 }],
    api: { example: -120.5, description: 'Positive: added to the wallet. Negative: taken from it' },
  })
  amount: number;

  @Text({
    max: LIMITS.reasonLength,
    api: { example: 'Bank charges of the transfer of 14 January' },
  })
  reason: string;

  @Reference({
    optional: true,
    api: {
      example: 'CHARGES-2026-01-14',
      description: "Unique among the client's adjustments that were not rejected",
    },
  })
  reference?: string;
}

export class AdjustmentsQuery extends PageQuery {
  @OneOf(ADJUSTMENT_STATUSES, { optional: true })
  status?: AdjustmentStatus;

  @QueryId()
  client_id?: number;
}

export class AdjustmentDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty({ type: 'integer' })
  client_id: number;

  @ApiProperty({ description: 'Positive: added to the wallet. Negative: taken from it' })
  amount: number;

  @ApiProperty()
  reason: string;

  @OrNull(String)
  reference: string | null;

  @ApiProperty({ enum: ADJUSTMENT_STATUSES })
  status: string;

  @ApiProperty({ description: 'The operator who proposed it' })
  proposed_by: string;

  @ApiProperty({ format: 'date-time' })
  proposed_at: string;

  @OrNull(String, 'The operator who approved or rejected it')
  decided_by: string | null;

  @OrNull('date-time')
  decided_at: string | null;
}

export function toAdjustment(adjustment: WalletAdjustment): AdjustmentDto {
  return {
    id: adjustment.id,
    client_id: adjustment.clientId,
    amount: toMajorUnits(adjustment.amountMinor),
    reason: adjustment.reason,
    reference: adjustment.reference,
    status: adjustment.status,
    proposed_by: adjustment.proposedBy,
    proposed_at: adjustment.proposedAt.toISOString(),
    decided_by: adjustment.decidedBy,
    decided_at: adjustment.decidedAt?.toISOString() ?? null,
  };
}
