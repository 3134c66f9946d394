import { GatewayUnknown } from '../gateway-errors.js';
import {
  PAYMENT_STATUSES,
  SETTLEMENT_STATUSES,
  type GatewayDispute,
  type GatewayOrder,
  type GatewayPayment,
  type GatewaySettlement,
  type MadeRefund,
  type SettlementLine,
} from '../payment-gateway.js';
import { idOf, type JsonObject } from '../../../platform/http/exchange/json.js';
import { statusOf, textOf, wholeOf } from './razorpay-api.js';

const ID_LENGTH = 40;
const METHOD_LENGTH = 40;
const PHASE_LENGTH = 30;
const KEY_LENGTH = 40;

/** Statuses of a dispute that the banks have not decided yet. */
const OPEN_DISPUTES = ['open', 'under_review', 'action_required'];

export function toOrder(entity: JsonObject): GatewayOrder {
  return {
    id: textOf(entity, 'id'),
    receipt: textOf(entity, 'receipt'),
    amountMinor: wholeOf(entity, 'amount'),
    currency: textOf(entity, 'currency'),
  };
}

/** Reads a payment; the service uses Razorpay's names of the statuses. */
export function toPayment(entity: JsonObject): GatewayPayment {
  return {
    id: textOf(entity, 'id'),
    orderId: textOf(entity, 'order_id'),
    amountMinor: wholeOf(entity, 'amount'),
    refundedMinor: wholeOf({ amount_refunded: 0, ...entity }, 'amount_refunded'),
    currency: textOf(entity, 'currency'),
    status: statusOf(entity, PAYMENT_STATUSES),
    method: typeof entity.method === 'string' ? entity.method.slice(0, METHOD_LENGTH) : null,
  };
}

export function toRefund(entity: JsonObject): MadeRefund {
  return {
    id: textOf(entity, 'id'),
    paymentId: textOf(entity, 'payment_id'),
    amountMinor: wholeOf(entity, 'amount'),
    key: idOf(entity.receipt, KEY_LENGTH),
    status: statusOf(entity, ['pending', 'processed', 'failed']),
    createdAt: timeOf(entity, 'created_at'),
  };
}

export function toDispute(entity: JsonObject): GatewayDispute {
  const isOpen = OPEN_DISPUTES.includes(entity.status as string);
  const status = isOpen ? 'open' : statusOf(entity, ['won', 'lost', 'closed']);
  return {
    id: textOf(entity, 'id'),
    paymentId: textOf(entity, 'payment_id'),
    amountMinor: wholeOf(entity, 'amount'),
    // Razorpay may still report the deducted amount after it has returned it.
    deductedMinor: status === 'won' ? 0 : wholeOf(entity, 'amount_deducted'),
    currency: textOf(entity, 'currency'),
    phase: idOf(entity.phase, PHASE_LENGTH) ?? 'unknown',
    status,
    respondBy: entity.respond_by == null ? null : timeOf(entity, 'respond_by'),
    openedAt: timeOf(entity, 'created_at'),
  };
}

export function toSettlement(entity: JsonObject): GatewaySettlement {
  return {
    id: textOf(entity, 'id'),
    amountMinor: wholeOf(entity, 'amount'),
    feesMinor: wholeOf(entity, 'fees'),
    taxMinor: wholeOf(entity, 'tax'),
    status: statusOf(entity, SETTLEMENT_STATUSES),
    utr: idOf(entity.utr, ID_LENGTH),
    createdAt: timeOf(entity, 'created_at'),
  };
}

/** Reads a line of the report of settlements. Computes the fee from the settled amount, because `fee` may include `tax`. */
export function toSettlementLine(entity: JsonObject): SettlementLine {
  const netMinor = wholeOf(entity, 'credit') - wholeOf(entity, 'debit');
  const isPayment = entity.type === 'payment';
  if (!isPayment && entity.type !== 'refund') {
    const disputeId = idOf(entity.dispute_id, ID_LENGTH);
    const kind = disputeId === null ? 'other' : 'dispute';
    const id = disputeId ?? textOf(entity, 'entity_id');
    return { kind, id, amountMinor: netMinor, feeMinor: 0, taxMinor: 0 };
  }
  const amountMinor = wholeOf(entity, 'amount') * (isPayment ? 1 : -1);
  const taxMinor = wholeOf({ tax: 0, ...entity }, 'tax');
  const feeMinor = amountMinor - netMinor - taxMinor;
  if (feeMinor < 0) throw new GatewayUnknown('a settlement that adds more than a payment');
  const kind = isPayment ? 'payment' : 'refund';
  return { kind, id: textOf(entity, 'entity_id'), amountMinor, feeMinor, taxMinor };
}

function timeOf(entity: JsonObject, name: string): Date {
  return new Date(wholeOf(entity, name) * 1_000);
}
