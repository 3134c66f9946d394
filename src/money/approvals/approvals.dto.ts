import {
  APPROVAL_KINDS,
  APPROVAL_STATUSES,
  type ApprovalKindName,
  type ApprovalStatus,
  type SettingChange,
  type StatementSummary,
} from '../../identity/approvals/approval.entity.js';
import { LIMITS } from '../../platform/config/limits.js';
import {
  responseDto,
  day,
  integer,
  money,
  part,
  parts,
  text,
  texts,
  time,
  word,
} from '../../platform/http/response-dto/response-dto.js';
import { OneOf, Text } from '../../platform/http/input/fields.js';
import { PageQuery } from '../../platform/http/paging/page.js';
import type { NamedApproval } from './approval-decisions.service.js';
import { ProposedApprovalDto } from '../../identity/approvals/waiting-answer.js';

export class ApprovalsQuery extends PageQuery {
  @OneOf(APPROVAL_STATUSES, { optional: true })
  status?: ApprovalStatus;

  @OneOf(APPROVAL_KINDS, { optional: true })
  kind?: ApprovalKindName;
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

class ApprovalChangeDto extends responseDto<ReturnType<typeof changesOf>[number]>()({
  field: text({ example: 'credit_limit' }),
  before: text().orNull(),
  after: text().orNull(),
}) {}

/** A line of a statement that waits. */
class ApprovalLineDto extends responseDto<StatementSummary['largest'][number]>()({
  date: day("The bank's value date"),
  reference: text(),
  description: text(),
  amount: money('Below zero: a debit').guarded(),
}) {}

/** A statement that waits. */
class ApprovalStatementDto extends responseDto<StatementSummary>()({
  bank_account_id: integer(),
  rows: integer(),
  money_in: [money('Sum of the credits').guarded(), 'inMinor'],
  money_out: [money('Sum of the debits').guarded(), 'outMinor'],
  opening_balance: [money('null: the file has none').orNull(), 'openingMinor'],
  closing_balance: [money('null: the file has none').orNull(), 'closingMinor'],
  largest: parts(ApprovalLineDto, 'The lines with the largest amounts'),
}) {}

export class ApprovalDto extends responseDto<NamedApproval>()({
  ...ProposedApprovalDto.fields,
  client_id: integer('null: it is of no client').orNull(),
  client_name: text().orNull(),
  reference: text('The reference that was given; of a reversal, that of the receipt').orNull(),
  note: text('The reason or note, if there is one').orNull(),
  source: [
    text(
      'The source of a receipt, or the word for its method or that of the payment of an order',
    ).orNull(),
    ({ details }) => details.method ?? details.source ?? null,
  ],
  orders: [texts('The orders that it is to pay'), ({ details }) => details.orders ?? []],
  direction: [
    word(
      ['in', 'out'],
      'Of the bank line: whether its money came in or went out. null: it is no bank line, or was proposed before this was kept',
    ).orNull(),
    ({ details }) => details.direction ?? null,
  ],
  bank_date: [
    day("The bank's day of the bank line, as `direction`").orNull(),
    ({ details }) => details.valueDate ?? null,
  ],
  receipt_id: [
    integer('The receipt that is to be reversed or refunded').orNull(),
    ({ details }) => details.receiptId ?? null,
  ],
  tax_deducted: [
    money('The part of the amount that is deducted income tax, if there is any').orNull(),
    ({ details: { taxDeductedMinor = 0 } }) => (taxDeductedMinor > 0 ? taxDeductedMinor : null),
  ],
  email: [
    text('The address of the person who is to get access to the client, or roles').orNull(),
    ({ details }) => details.email ?? null,
  ],
  statement: [
    part(ApprovalStatementDto, 'The statement that is to be imported').orNull(),
    ({ details }) => details.statement ?? null,
  ],
  changes: [
    parts(ApprovalChangeDto, 'What it changes of a setting'),
    ({ details }) => changesOf(details.change),
  ],
  proposed_by: text(),
  proposed_by_name: text('null: no person has proposed it').orNull(),
  proposed_at: time(),
  decided_by: text().orNull(),
  decided_by_name: text('null: no person has decided it').orNull(),
  decided_at: time().orNull(),
  rejection_reason: text().orNull(),
  approval_reason: text("Why an operator approved it in place of the client's owner").orNull(),
}) {}

function changesOf(
  { before, after }: SettingChange = { before: {}, after: {} },
): { field: string; before: string | null; after: string | null }[] {
  const shown = (value: string | number | null = null): string | null =>
    value === null ? null : String(value);
  return Object.keys(after)
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, before: shown(before[field]), after: shown(after[field]) }));
}
