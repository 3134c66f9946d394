import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ApprovalKind } from '../../../identity/approvals/approval-kinds.js';
import type { Approval } from '../../../identity/approvals/approval.entity.js';
import {
  ApprovalsService,
  type DoneOrWaiting,
} from '../../../identity/approvals/approvals.service.js';
import {
  idempotentTransaction,
  type Idempotency,
} from '../../../platform/idempotency/idempotency-context.js';
import {
  OrderPaymentsService,
  type NewPayment,
  type RecordedPayment,
} from '../../order-payments/order-payments.service.js';
import { PaymentMethodsService } from '../../order-payments/payment-methods.service.js';
import {
  isOwnMethod,
  methodNamed,
  normalizeMethod,
  PAYMENT_METHODS,
  sourceOf,
} from '../../payment-methods.js';
import { referenceKeys } from '../../bank/lines/bank-reference.js';
import { amountOf } from '../approved-money.js';
import { ReceiptProofs } from '../receipt-proofs.js';

/** Money for one order that operators record. */
@Injectable()
export class OrderPaymentKind extends ApprovalKind {
  readonly name = 'order_payment';

  constructor(
    private readonly dataSource: DataSource,
    private readonly approvals: ApprovalsService,
    private readonly methods: PaymentMethodsService,
    private readonly proofs: ReceiptProofs,
    private readonly payments: OrderPaymentsService,
  ) {
    super();
  }

  /**
   * Records the payment of an order, or proposes it.
   *
   * @throws AppError as PaymentMethodsService.methodOf and OrderPaymentsService.pay, reference_used
   */
  async pay(
    orderNumber: string,
    sent: Omit<NewPayment, 'method'>,
    key: Idempotency,
  ): Promise<DoneOrWaiting<RecordedPayment>> {
    return idempotentTransaction(this.dataSource, key, async (manager) => {
      const order = await this.payments.getOrder(manager, orderNumber);
      const method = await this.methods.methodOf(manager, order.id, sent);
      const payment = { ...sent, method };
      const pay = (nested: EntityManager): Promise<RecordedPayment> =>
        this.payments.pay(orderNumber, payment, { manager: nested });
      if (isOwnMethod(method)) return { outcome: await pay(manager), approval: null };
      const { clientId, totalMinor: amountMinor } = order;
      const { word, reference } = payment;
      const source = sourceOf(method);
      const [paid, former] =
        reference === null ? [source, source] : referenceKeys({ source, method, reference });
      const keys = [`${orderNumber}:${paid}`, `${orderNumber}:${former}`] as const;
      const key = await this.approvals.keyInUse(manager, this.name, keys);
      const proposal = {
        ...({ kind: 'order_payment', key, clientId } as const),
        amountMinor,
        reference,
        note: null,
        details: { method: word, paidBy: method, orders: [orderNumber] },
      };
      return this.proofs.record(manager, proposal, pay, ({ receiptId, isReplay }) =>
        isReplay ? null : receiptId,
      );
    });
  }

  async carryOut(manager: EntityManager, approval: Approval): Promise<number> {
    const { reference, details } = approval;
    const { method: word = '', orders: [orderNumber = ''] = [] } = details;
    // What was proposed with 1.2.0 or before has only a word; one that names no method was the source `other`.
    const method =
      PAYMENT_METHODS.find((each) => each === details.paidBy) ??
      methodNamed(normalizeMethod(word)) ??
      'other';
    const payment = { method, word, reference, amountMinor: amountOf(approval) };
    const { receiptId, isReplay } = await this.payments.pay(orderNumber, payment, { manager });
    if (receiptId === null) throw new Error(`payment of order ${orderNumber} without a receipt`);
    return this.proofs.getApproved(manager, { receiptId, isReplay });
  }
}
