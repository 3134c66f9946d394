import { ApiProperty } from '@nestjs/swagger';
import { LIMITS } from '../../../platform/config/limits.js';
import { Amount, OneOf, QueryFlag, Text } from '../../../platform/http/input/fields.js';
import { Reference } from '../../../platform/http/input/reference.js';
import { PageQuery } from '../../../platform/http/paging/page.js';
import { toMajorUnits } from '../../../platform/money.js';
import type { ListedDispute } from '../disputes/gateway-disputes.repository.js';
import { DISPUTE_STATUSES, SETTLEMENT_STATUSES } from '../payment-gateway.js';
import { REFUND_STATUSES, type GatewayRefund } from '../refunds/gateway-refunds.repository.js';
import type { StoredSettlement } from '../settlements/gateway-settlements.repository.js';
import { OrNull } from '../../../platform/http/openapi/or-null.js';

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

export class GatewayRefundDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty({ type: 'integer' })
  receipt_id: number;

  @ApiProperty()
  payment_id: string;

  @ApiProperty()
  amount: number;

  @ApiProperty()
  reference: string;

  @ApiProperty()
  reason: string;

  @ApiProperty({
    enum: REFUND_STATUSES,
    description:
      'requested: not confirmed by the gateway. pending: on its way. processed: it arrived. failed: it did not, and the ' +
      'money is in the wallet again',
  })
  status: string;

  @ApiProperty({ description: "true: it was made in the gateway's own pages" })
  outside: boolean;

  @OrNull(String)
  gateway_refund_id: string | null;

  @OrNull(String, 'The reason of the failure')
  problem: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at: string;
}

/** A payer's objection to a payment, such as a chargeback. */
export class GatewayDisputeDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty({ example: 'disp_00000000000017' })
  dispute_id: string;

  @ApiProperty()
  payment_id: string;

  @ApiProperty({ type: 'integer' })
  receipt_id: number;

  @ApiProperty({ type: 'integer' })
  client_id: number;

  @ApiProperty()
  amount: number;

  @ApiProperty({ description: 'The amount that the gateway holds back now' })
  deducted: number;

  @ApiProperty({
    description:
      'The amount that was taken from the wallet; less than `deducted` if the receipt was reversed before',
  })
  taken: number;

  @ApiProperty({ example: 'chargeback' })
  phase: string;

  @ApiProperty({ enum: DISPUTE_STATUSES })
  status: string;

  @OrNull('date-time', 'Time by which the gateway expects evidence')
  respond_by: string | null;

  @ApiProperty({ format: 'date-time' })
  opened_at: string;
}

/** A part of a settlement. */
export class SettlementLineDto {
  @ApiProperty({ enum: LINE_KINDS })
  kind: string;

  @ApiProperty({ example: 'pay_29QQoUBi66xm2f' })
  id: string;

  @ApiProperty({ description: 'Negative if it was taken from what was paid out' })
  amount: number;
}

/** Money that the gateway paid out to the bank. */
export class GatewaySettlementDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty({ example: 'setl_DGlQ1Rj8os78Ec' })
  settlement_id: string;

  @ApiProperty({ enum: SETTLEMENT_STATUSES })
  status: string;

  @ApiProperty({ description: 'amount + fees + tax' })
  gross: number;

  @ApiProperty()
  fees: number;

  @ApiProperty({ description: 'Tax on the fees' })
  tax: number;

  @ApiProperty({ description: 'The amount that the bank received' })
  amount: number;

  @OrNull(String, 'Reference in the statement of the bank')
  utr: string | null;

  @ApiProperty({
    description: 'false: it is not paid out, or the gateway has not written all of its lines yet',
  })
  booked: boolean;

  @ApiProperty({ description: 'The sum of the lines that do not belong to this service' })
  unknown: number;

  @ApiProperty({ type: [SettlementLineDto], description: 'The first 50 of these lines' })
  unknown_lines: SettlementLineDto[];

  @ApiProperty({ format: 'date-time' })
  settled_at: string;
}

export function toRefund(refund: GatewayRefund): GatewayRefundDto {
  return {
    id: refund.id,
    receipt_id: refund.receiptId,
    payment_id: refund.paymentId,
    amount: toMajorUnits(refund.amountMinor),
    reference: refund.reference,
    reason: refund.reason,
    status: refund.status,
    outside: refund.isOutside,
    gateway_refund_id: refund.gatewayRefundId,
    problem: refund.problem,
    created_at: refund.createdAt.toISOString(),
  };
}

export function toDispute(dispute: ListedDispute): GatewayDisputeDto {
  return {
    id: dispute.id,
    dispute_id: dispute.disputeId,
    payment_id: dispute.paymentId,
    receipt_id: dispute.receiptId,
    client_id: dispute.clientId,
    amount: toMajorUnits(dispute.amountMinor),
    deducted: toMajorUnits(dispute.deductedMinor),
    taken: toMajorUnits(dispute.takenMinor),
    phase: dispute.phase,
    status: dispute.status,
    respond_by: dispute.respondBy?.toISOString() ?? null,
    opened_at: dispute.openedAt.toISOString(),
  };
}

export function toSettlement(settlement: StoredSettlement): GatewaySettlementDto {
  const { amountMinor, feesMinor, taxMinor } = settlement;
  return {
    id: settlement.id,
    settlement_id: settlement.settlementId,
    status: settlement.status,
    gross: toMajorUnits(amountMinor + feesMinor + taxMinor),
    fees: toMajorUnits(feesMinor),
    tax: toMajorUnits(taxMinor),
    amount: toMajorUnits(amountMinor),
    utr: settlement.utr,
    booked: settlement.journalId !== null,
    unknown: toMajorUnits(settlement.unknownMinor),
    unknown_lines: settlement.unknownLines.map(({ kind, id, amountMinor: lineMinor }) => ({
      ...{ kind, id, amount: toMajorUnits(lineMinor) },
    })),
    settled_at: settlement.settledAt.toISOString(),
  };
}
