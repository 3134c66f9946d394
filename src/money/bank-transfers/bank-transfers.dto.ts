import { ApiExtraModels, ApiProperty } from '@nestjs/swagger';
import { LIMITS } from '../../platform/config/limits.js';
import { Field, OneOf, Text, QueryId, ID_MAX } from '../../platform/http/input/fields.js';
import { listRule } from '../../platform/http/input/dto-list.js';
import { PageQuery } from '../../platform/http/paging/page.js';
import { toMajorUnits } from '../../platform/money.js';
import {
  TRANSFER_ORDER_OUTCOMES,
  TRANSFER_STATUSES,
  type BankTransfer,
  type TransferStatus,
} from './bank-transfer.entity.js';
import type { TransferFilter } from './bank-transfers.repository.js';
import type { Confirmation } from './bank-transfers.service.js';
import { normalizeUtr } from './utr.js';
import { ObjectOrNull, OrNull } from '../../platform/http/openapi/or-null.js';

export class TransfersQuery extends PageQuery {
  @OneOf(TRANSFER_STATUSES, { optional: true })
  status?: TransferStatus;

  @QueryId()
  client_id?: number;

  @Text({ max: LIMITS.utrLength, optional: true })
  utr?: string;
}

export class ConfirmTransfersDto {
  @Field({
    api: {
      type: [Number],
      minItems: 1,
      maxItems: LIMITS.transfersAtOnce,
      example: [17, 18],
      description: 'Ids of transfers',
    },
    rules: [
      listRule(
        LIMITS.transfersAtOnce,
        'ids',
        (id) => Number.isInteger(id) && Number(id) > 0 && Number(id) <= ID_MAX,
      ),
    ],
  })
  ids: number[];
}

export class RejectTransferDto {
  @Text({ max: LIMITS.reasonLength, api: { example: 'The bank has no such transfer' } })
  reason: string;
}

export class TransferOrderDto {
  @ApiProperty()
  order_number: string;

  @ApiProperty({
    enum: ['waiting', ...TRANSFER_ORDER_OUTCOMES],
    description:
      'waiting: the transfer is not confirmed. paid: the transfer paid it. amount_used_up: it costs more than was left. not_payable: ' +
      'paid before, canceled, archived, expired for too long, or expired without stock',
  })
  outcome: string;
}

/** A bank transfer as its client sees it. */
export class OwnTransferDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty()
  utr: string;

  @ApiProperty()
  amount: number;

  @ApiProperty({ format: 'date', description: 'The day on which it was sent' })
  date: string;

  @ApiProperty({
    enum: TRANSFER_STATUSES,
    description: 'claimed: waits for confirmation. confirmed: the money is in the wallet',
  })
  status: string;

  @ApiProperty({
    type: [TransferOrderDto],
    description: 'The orders that the client wants to pay with it',
  })
  orders: TransferOrderDto[];

  @OrNull(String, 'The reason for the rejection')
  reason: string | null;

  @ApiProperty({ format: 'date-time' })
  claimed_at: string;

  @OrNull('date-time')
  decided_at: string | null;

  @OrNull('integer', 'The receipt, once confirmed')
  receipt_id: number | null;
}

export class TransferDto extends OwnTransferDto {
  @ApiProperty({ type: 'integer' })
  client_id: number;

  @ApiProperty()
  claimed_by: string;

  @OrNull(String)
  decided_by: string | null;
}

const CONFIRMATION_OUTCOMES: readonly Confirmation['outcome'][] = [
  ...(['confirmed', 'rejected', 'utr_taken', 'not_found', 'waiting'] as const),
];

@ApiExtraModels(TransferDto)
export class ConfirmationDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty({
    enum: CONFIRMATION_OUTCOMES,
    description:
      'confirmed: now or before. rejected: before. utr_taken: a receipt of another client or amount has the UTR already. ' +
      'waiting: it is above the limit, and another person has to approve it',
  })
  outcome: string;

  @ObjectOrNull(TransferDto)
  transfer: TransferDto | null;

  @OrNull('integer', 'The approval that it waits for')
  approval_id: number | null;
}

export function toTransferFilter({ status, client_id, utr }: TransfersQuery): TransferFilter {
  return { status, clientId: client_id, utr: utr === undefined ? undefined : normalizeUtr(utr) };
}

export function toOwnTransfer(transfer: BankTransfer): OwnTransferDto {
  const outcomeOf = new Map(
    transfer.outcomes.map(({ orderNumber, outcome }) => [orderNumber, outcome]),
  );
  return {
    id: transfer.id,
    utr: transfer.utr,
    amount: toMajorUnits(transfer.amountMinor),
    date: transfer.sentOn,
    status: transfer.status,
    orders: transfer.orderNumbers.map((number) => ({
      order_number: number,
      outcome: outcomeOf.get(number) ?? 'waiting',
    })),
    reason: transfer.reason,
    claimed_at: transfer.claimedAt.toISOString(),
    decided_at: transfer.decidedAt?.toISOString() ?? null,
    receipt_id: transfer.receiptId,
  };
}

export function toTransfer(transfer: BankTransfer): TransferDto {
  return {
    ...toOwnTransfer(transfer),
    client_id: transfer.clientId,
    claimed_by: transfer.claimedBy,
    decided_by: transfer.decidedBy,
  };
}

export function toConfirmation(confirmation: Confirmation): ConfirmationDto {
  const { id, outcome, transfer, approvalId } = confirmation;
  return { id, outcome, transfer: transfer && toTransfer(transfer), approval_id: approvalId };
}
