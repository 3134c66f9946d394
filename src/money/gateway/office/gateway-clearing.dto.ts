import {
  responseDto,
  flag,
  integer,
  money,
  parts,
  text,
  time,
  word,
} from '../../../platform/http/response-dto/response-dto.js';
import { LIMITS } from '../../../platform/config/limits.js';
import { Amount, OneOf, QueryFlag, Text } from '../../../platform/http/input/fields.js';
import { Reference } from '../../../platform/http/input/reference.js';
import { PageQuery } from '../../../platform/http/paging/page.js';
import { toMajorUnits } from '../../../platform/money.js';
import type { ListedDispute } from '../disputes/gateway-disputes.repository.js';
import { DISPUTE_STATUSES, SETTLEMENT_STATUSES } from '../payment-gateway.js';
import { REFUND_STATUSES, type GatewayRefund } from '../refunds/gateway-refund.entity.js';
import type { StoredSettlement } from '../settlements/stored-settlement.entity.js';

const LINE_KINDS = ['payment', 'refund', 'dispute', 'other'];

export class GatewayRefundsQuery extends PageQuery {
  @OneOf(REFUND_STATUSES, { optional: true })
  status?: GatewayRefund['status'];

  @QueryFlag("true: only refunds that were made in the gateway's own pages")
  outside?: 'true' | 'false';
}

export class DisputesQuery extends PageQuery {
  @OneOf(DISPUTE_STATUSES, { optional: true })
  status?: ListedDispute['status'];
}

export class RefundToSourceDto {
  @Amount({ min: 0.01, max: toMajorUnits(LIMITS.moneyMinor), api: { example: 5000 } })
  amount: number;

  @Reference({
    api: {
      example: 'REFUND-0007',
      description:
        'Your own reference. Repeating it refunds nothing, unless the first refund failed',
    },
  })
  reference: string;

  @Text({ max: LIMITS.reasonLength, api: { example: 'Paid by mistake' } })
  reason: string;
}

export class GatewayRefundDto extends responseDto<GatewayRefund>()({
  id: integer(),
  receipt_id: integer(),
  payment_id: text(),
  amount: money(),
  reference: text(),
  reason: text(),
  status: word(REFUND_STATUSES),
  outside: flag("true: it was made in the gateway's own pages, or after the gateway refused it"),
  gateway_refund_id: text().orNull(),
  problem: text('The reason why it failed, or is not confirmed yet').orNull(),
  created_at: time(),
}) {}

/** A payer's objection to a payment, such as a chargeback. */
export class GatewayDisputeDto extends responseDto<ListedDispute>()({
  id: integer(),
  dispute_id: text({ example: 'disp_00000000000017' }),
  payment_id: text(),
  receipt_id: integer(),
  client_id: integer(),
  amount: money(),
  deducted: money('The amount that the gateway holds back now'),
  taken: money(
    'The amount that was taken from the wallet; less than `deducted` if the receipt was reversed before',
  ),
  phase: text({ example: 'chargeback' }),
  status: word(DISPUTE_STATUSES),
  respond_by: time('Time by which the gateway expects evidence').orNull(),
  opened_at: time(),
}) {}

export class SettlementLineDto extends responseDto<StoredSettlement['unknownLines'][number]>()({
  kind: word(LINE_KINDS),
  id: text({ example: 'pay_29QQoUBi66xm2f' }),
  amount: money('Negative if it was taken from what was paid out'),
}) {}

/** Money that the gateway paid out to the bank. */
export class GatewaySettlementDto extends responseDto<StoredSettlement>()({
  id: integer(),
  settlement_id: text({ example: 'setl_DGlQ1Rj8os78Ec' }),
  status: word(SETTLEMENT_STATUSES),
  gross: [
    money('amount + fees + tax'),
    ({ amountMinor, feesMinor, taxMinor }) => amountMinor + feesMinor + taxMinor,
  ],
  fees: money(),
  tax: money('Tax on the fees'),
  amount: money('The amount that the bank received'),
  utr: text('Reference in the statement of the bank').orNull(),
  booked: [
    flag('false: it is not paid out, or the gateway has not written all of its lines yet'),
    ({ journalId }) => journalId !== null,
  ],
  unknown: money('The sum of the lines that do not belong to this service'),
  unknown_lines: parts(SettlementLineDto, 'The first 50 of these lines'),
  settled_at: time(),
}) {}
