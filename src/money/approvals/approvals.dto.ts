import { ApiExtraModels, ApiProperty } from '@nestjs/swagger';
import {
  APPROVAL_STATUSES,
  SHOWN_KINDS,
  type ApprovalStatus,
  type SettingChange,
} from '../../people/approvals/approval.entity.js';
import { LIMITS } from '../../platform/config/limits.js';
import { OneOf, Text } from '../../platform/http/input/fields.js';
import { PageQuery } from '../../platform/http/paging/page.js';
import { toMajorUnits } from '../../platform/money.js';
import type { NamedApproval } from './approvals-desk.service.js';
import type { ShownApproval } from './shown-approval.js';
import { ProposedApprovalDto } from '../../people/approvals/waiting-answer.js';
import { OrNull } from '../../platform/http/openapi/or-null.js';

export class ApprovalsQuery extends PageQuery {
  @OneOf(APPROVAL_STATUSES, { optional: true })
  status?: ApprovalStatus;

  @OneOf(SHOWN_KINDS, { optional: true })
  kind?: ShownApproval['kind'];
}

export class ApproveApprovalDto {
  @Text({
    max: LIMITS.reasonLength,
    optional: true,
    api: {
      example: 'The owner left the company',
      description: 'Required for a member of a client, in place of its owner',
    },
  })
  reason?: string;
}

export class RejectApprovalDto {
  @Text({ max: LIMITS.reasonLength, api: { example: 'The amount is wrong' } })
  reason: string;
}

/** A field of a setting that an approval changes. */
class ApprovalChangeDto {
  @ApiProperty({ example: 'credit_limit' })
  field: string;

  @OrNull(String)
  before: string | null;

  @OrNull(String)
  after: string | null;
}

@ApiExtraModels(ApprovalChangeDto)
export class ApprovalDto extends ProposedApprovalDto {
  @OrNull('integer', 'null: it is of no client')
  client_id: number | null;

  @OrNull(String)
  client_name: string | null;

  @OrNull(String, 'The reference that was given; of a reversal, that of the receipt')
  reference: string | null;

  @OrNull(String, 'The reason or note, if there is one')
  note: string | null;

  @OrNull(
    String,
    'The source of a receipt, or the word for its method or that of the payment of an order',
  )
  source: string | null;

  @ApiProperty({ type: [String], description: 'The orders that it is to pay' })
  orders: string[];

  @OrNull('integer', 'The receipt that is to be reversed or refunded')
  receipt_id: number | null;

  @OrNull(Number, 'The part of the amount that is deducted income tax, if there is any')
  tax_deducted: number | null;

  @OrNull(String, 'The address of the person who is to get access to the client, or roles')
  email: string | null;

  @ApiProperty({ type: [ApprovalChangeDto], description: 'What it changes of a setting' })
  changes: ApprovalChangeDto[];

  @ApiProperty()
  proposed_by: string;

  @ApiProperty({ format: 'date-time' })
  proposed_at: string;

  @OrNull(String)
  decided_by: string | null;

  @OrNull('date-time')
  decided_at: string | null;

  @OrNull(String)
  rejection_reason: string | null;

  @OrNull(String, "Why an operator approved it in place of the client's owner")
  approval_reason: string | null;
}

export function toApproval(approval: NamedApproval): ApprovalDto {
  const {
    source,
    method,
    orders = [],
    receiptId,
    taxDeductedMinor = 0,
    email,
    change,
  } = approval.details;
  return {
    id: approval.id,
    kind: approval.kind,
    amount: approval.amountMinor === null ? null : toMajorUnits(approval.amountMinor),
    status: approval.status,
    client_id: approval.clientId,
    client_name: approval.clientName,
    reference: approval.reference,
    note: approval.note,
    source: method ?? source ?? null,
    orders: [...orders],
    receipt_id: receiptId ?? null,
    tax_deducted: taxDeductedMinor > 0 ? toMajorUnits(taxDeductedMinor) : null,
    email: email ?? null,
    changes: changesOf(change),
    proposed_by: approval.proposedBy,
    proposed_at: approval.proposedAt.toISOString(),
    decided_by: approval.decidedBy,
    decided_at: approval.decidedAt?.toISOString() ?? null,
    rejection_reason: approval.rejectionReason,
    approval_reason: approval.approvalReason,
  };
}

function changesOf(
  { before, after }: SettingChange = { before: {}, after: {} },
): ApprovalChangeDto[] {
  const text = (value: string | number | null = null): string | null =>
    value === null ? null : String(value);
  return Object.keys(after)
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, before: text(before[field]), after: text(after[field]) }));
}
