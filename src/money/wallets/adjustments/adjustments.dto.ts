import { LIMITS } from '../../../platform/config/limits.js';
import {
  responseDto,
  integer,
  money,
  text,
  time,
  word,
} from '../../../platform/http/response-dto/response-dto.js';
import { Amount, OneOf, Text, QueryId } from '../../../platform/http/input/fields.js';
import { Reference } from '../../../platform/http/input/reference.js';
import { PageQuery } from '../../../platform/http/paging/page.js';
import { toMajorUnits } from '../../../platform/money.js';
import type { Approval } from '../../../identity/approvals/approval.entity.js';
import type { AdjustmentFilter } from './adjustments.service.js';

/** The statuses of approvals, under the names that adjustments had before they were approvals. */
const ADJUSTMENT_STATUSES = ['proposed', 'approved', 'rejected'] as const;

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
  status?: (typeof ADJUSTMENT_STATUSES)[number];

  @QueryId()
  client_id?: number;
}

export class AdjustmentDto extends responseDto<Approval>()({
  id: integer(),
  client_id: [integer(), ({ clientId }) => clientId!],
  amount: [
    money('Positive: added to the wallet. Negative: taken from it'),
    ({ amountMinor }) => amountMinor!,
  ],
  reason: [text(), ({ note }) => note ?? ''],
  reference: text().orNull(),
  status: [word(ADJUSTMENT_STATUSES), ({ status }) => (status === 'waiting' ? 'proposed' : status)],
  proposed_by: text('The operator who proposed it'),
  proposed_at: time(),
  decided_by: text('The operator who approved or rejected it').orNull(),
  decided_at: time().orNull(),
}) {}

export function toFilter({ client_id: clientId, status }: AdjustmentsQuery): AdjustmentFilter {
  return { clientId, status: status === 'proposed' ? 'waiting' : status };
}
