import { LIMITS } from '../../platform/config/limits.js';
import {
  responseDto,
  day,
  integer,
  money,
  part,
  parts,
  text,
  time,
  word,
} from '../../platform/http/response-dto/response-dto.js';
import { Field, OneOf, Text, QueryId, ID_MAX } from '../../platform/http/input/fields.js';
import { listRule } from '../../platform/http/input/dto-list.js';
import { PageQuery } from '../../platform/http/paging/page.js';
import { OtherMoney, SameAs, SameAsDto, SimilarMoneyDto } from '../bank/lines/similar-money.dto.js';
import {
  TRANSFER_ORDER_OUTCOMES,
  TRANSFER_STATUSES,
  type BankTransfer,
  type TransferStatus,
} from './bank-transfer.entity.js';
import {
  CONFIRMATION_OUTCOMES,
  type Confirmation,
  type ShownTransfer,
} from './bank-transfers.service.js';

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

  @OtherMoney()
  other_money?: boolean;

  @SameAs()
  same_as?: SameAsDto;
}

export class RejectTransferDto {
  @Text({ max: LIMITS.reasonLength, api: { example: 'The bank has no such transfer' } })
  reason: string;
}

class TransferOrderDto extends responseDto<{ orderNumber: string; outcome: string }>()({
  order_number: text(),
  outcome: word(
    ['waiting', ...TRANSFER_ORDER_OUTCOMES],
    'waiting: the transfer is not confirmed. paid: the transfer paid it. amount_used_up: it costs more than was left. ' +
      'not_payable: it was paid before, is canceled or archived, or expired too long ago or without stock',
  ),
}) {}

/** A bank transfer as its client sees it. */
export class OwnTransferDto extends responseDto<BankTransfer>()({
  id: integer(),
  utr: text(),
  amount: money(),
  date: [day('The day when it was sent'), 'sentOn'],
  status: word(
    TRANSFER_STATUSES,
    'claimed: waits for confirmation. confirmed: the money is in the wallet',
  ),
  orders: [parts(TransferOrderDto, 'The orders that the client wants to pay with it'), ordersOf],
  reason: text('The reason for the rejection').orNull(),
  claimed_at: time(),
  decided_at: time().orNull(),
  receipt_id: integer('The receipt, once confirmed').orNull(),
}) {}

export class TransferDto extends responseDto<ShownTransfer>()({
  ...OwnTransferDto.fields,
  client_id: integer(),
  approval_id: [
    integer('The approval that it needs before it is confirmed').orNull(),
    ({ approvalId = null }) => approvalId,
  ],
  claimed_by: text(),
  decided_by: text().orNull(),
}) {}

export class ConfirmationDto extends responseDto<Confirmation>()({
  id: integer(),
  outcome: word(CONFIRMATION_OUTCOMES),
  transfer: [
    part(TransferDto).orNull(),
    ({ transfer, approvalId }) => transfer && { ...transfer, approvalId },
  ],
  approval_id: integer('The approval that it waits for').orNull(),
  similar: parts(SimilarMoneyDto, 'Money that may be the same, for the outcome `receipt_similar`'),
}) {}

function ordersOf({
  orderNumbers,
  outcomes,
}: BankTransfer): { orderNumber: string; outcome: string }[] {
  const outcomeOf = new Map(outcomes.map(({ orderNumber, outcome }) => [orderNumber, outcome]));
  return orderNumbers.map((orderNumber) => {
    return { orderNumber, outcome: outcomeOf.get(orderNumber) ?? 'waiting' };
  });
}
