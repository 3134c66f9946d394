import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ApprovalKind } from '../../../people/approvals/approval-kinds.js';
import type { Approval } from '../../../people/approvals/approval.entity.js';
import {
  ApprovalsService,
  type DoneOrWaiting,
} from '../../../people/approvals/approvals.service.js';
import { moneyTransaction, type MoneyKey } from '../../../platform/keyed-calls/money-key.js';
import { OrderLifecycleService } from '../../../orders/lifecycle/order-lifecycle.service.js';
import { AppError } from '../../../platform/http/errors.js';
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
import { referenceKey } from '../../bank/lines/bank-reference.js';
import { amountOf, paymentRecorded } from '../approved-money.js';
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
    private readonly orders: OrderLifecycleService,
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
    key: MoneyKey,
  ): Promise<DoneOrWaiting<RecordedPayment>> {
    return moneyTransaction(this.dataSource, key, async (manager) => {
      const [order] = await this.orders.findAll(manager, [orderNumber]);
      if (order === undefined) throw new AppError('order_not_found');
      const method = await this.methods.methodOf(manager, order.id, sent);
      const payment = { ...sent, method };
      if (isOwnMethod(method)) {
        const outcome = await this.payments.pay(orderNumber, payment, { manager });
        return { outcome, approval: null };
      }
      const { clientId, totalMinor: amountMinor } = order;
      const { word, reference } = payment;
      const source = sourceOf(method);
      const paid = reference === null ? source : referenceKey(source, reference);
      const proposal = {
        ...({ kind: 'order_payment', key: `${orderNumber}:${paid}`, clientId } as const),
        amountMinor,
        reference,
        note: null,
        details: { method: word, paidBy: method, orders: [orderNumber] },
      };
      return this.approvals.doOrPropose(manager, proposal, async (nested) => {
        const outcome = await this.payments.pay(orderNumber, payment, { manager: nested });
        const { receiptId, isReplay } = outcome;
        return {
          outcome,
          isSettled: async () =>
            isReplay ||
            (receiptId !== null && this.proofs.takeUnproven(nested, receiptId, proposal)),
        };
      });
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
    if (isReplay) throw paymentRecorded(receiptId);
    return this.proofs.getJournal(manager, receiptId);
  }
}
