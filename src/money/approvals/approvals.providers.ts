import { ApprovalsDesk } from './approvals-desk.service.js';
import { OrderPaymentKind } from './kinds/order-payment.kind.js';
import { PayoutKind } from './kinds/payout.kind.js';
import { ReceiptKind } from './kinds/receipt.kind.js';
import { RefundKind } from './kinds/refund.kind.js';
import { ReversalKind } from './kinds/reversal.kind.js';
import { TransferKind } from './kinds/transfer.kind.js';
import { MoneyAside } from './money-aside.js';
import { ReceiptProofs } from './receipt-proofs.js';

/** Kinds of money that wait for another person, and what they share. */
export const APPROVAL_PROVIDERS = [
  ...[ApprovalsDesk, MoneyAside, ReceiptProofs],
  ...[OrderPaymentKind, PayoutKind, ReceiptKind, RefundKind, ReversalKind, TransferKind],
];
