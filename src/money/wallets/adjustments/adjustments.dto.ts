import { LIMITS } from '../../../platform/config/limits.js';
import { answer, integer, money, text, time, word } from '../../../platform/http/answer/answer.js';
import { Amount, OneOf, Text, QueryId } from '../../../platform/http/input/fields.js';
import { Reference } from '../../../platform/http/input/reference.js';
import { PageQuery } from '../../../platform/http/paging/page.js';
import { toMajorUnits } from '../../../platform/money.js';
import {
  ADJUSTMENT_STATUSES,
  type AdjustmentStatus,
  type WalletAdjustment,
} from './wallet-adjustment.entity.js';

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

export class AdjustmentDto extends answer<WalletAdjustment>()({
  id: integer(),
  client_id: integer(),
  amount: money('Positive: added to the wallet. Negative: taken from it'),
  reason: text(),
  reference: text().orNull(),
  status: word(ADJUSTMENT_STATUSES),
  proposed_by: text('The operator who proposed it'),
  proposed_at: time(),
  decided_by: text('The operator who approved or rejected it').orNull(),
  decided_at: time().orNull(),
}) {}
