import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../audit/audit.service.js';
import { LedgerService } from '../../ledger/ledger.service.js';
import type { OrderPayment } from '../../ledger/order-money.js';
import { RECEIPT_REFERENCE_UNIQUE, type Receipt } from '../../ledger/receipt.entity.js';
import { OrderLifecycleService } from '../../orders/fulfillment/order-lifecycle.service.js';
import { isIn } from '../../orders/order-lifecycle.js';
import type { Order } from '../../orders/order.entity.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/http/errors.js';
import { toDecimalText } from '../../platform/money.js';
import { normalizeMethod, sourceOf, WALLET } from '../payment-methods.js';

/** applied: it paid the order. credited: the order did not need it, and it is in the client's wallet. */
export type PaymentOutcome = OrderPayment['outcome'];

/** A payment of one order, always of its total. */
export interface NewPayment {
  method: string;
  /** The payment's id at its source; null if it has none. */
  reference: string | null;
  /** The paid amount in minor units; null: the order's total. */
  amountMinor?: number | null;
}

/** The outcome for one order of a bulk payment. */
export type BulkOutcome = 'paid' | 'insufficient_balance' | 'not_payable';

const WALLET_REFUSALS: Readonly<Partial<Record<AppError['code'], BulkOutcome>>> = {
  insufficient_balance: 'insufficient_balance',
  payment_recorded: 'not_payable',
  transition_refused: 'not_payable',
  order_not_found: 'not_payable',
};

/** Payments of single orders, with incoming money or from the wallet. */
@Injectable()
export class OrderPaymentsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly ledger: LedgerService,
    private readonly orders: OrderLifecycleService,
  ) {}

  /**
   * Records that an order was paid in full. The same order, source and reference again changes nothing. Money for an
   * expired order reserves its stock again. If the order cannot be paid (it is paid or canceled, or its stock is gone), money
   * with a reference is credited to the wallet.
   *
   * @throws AppError order_not_found, validation_failed (another amount than the total), payment_recorded (the
   *   reference is of another payment, or a second payment has none), transition_refused, insufficient_balance
   */
  async pay(orderNumber: string, payment: NewPayment): Promise<PaymentOutcome> {
    return inTransaction(
      this.dataSource,
      async (manager) => {
        const order = await this.orders.lock(manager, orderNumber);
        const { amountMinor = null } = payment;
        if (amountMinor !== null && amountMinor !== order.totalMinor) throw otherAmount(order);
        return normalizeMethod(payment.method) === WALLET
          ? this.payFromWallet(manager, order, payment.reference)
          : this.payWithMoney(manager, order, payment);
      },
      { retryOnUnique: RECEIPT_REFERENCE_UNIQUE },
    );
  }

  /**
   * Pays orders of a client from its wallet in the given order, each in its own transaction. Orders that the client paid
   * before count as paid, so a repeated call is safe.
   */
  async payAllFromWallet(
    clientId: number,
    orderNumbers: readonly string[],
  ): Promise<{ orderNumber: string; outcome: BulkOutcome }[]> {
    const outcomes: { orderNumber: string; outcome: BulkOutcome }[] = [];
    for (const orderNumber of orderNumbers) {
      const outcome = await this.payOneFromWallet(clientId, orderNumber);
      outcomes.push({ orderNumber, outcome });
    }
    return outcomes;
  }

  /**
   * Pays an order from the wallet unless it no longer awaits payment.
   *
   * @param keepMinor the minimum balance that stays in the wallet
   *
   * @throws AppError order_not_found, insufficient_balance
   */
  async payFromBalance({
    orderNumber,
    keepMinor,
  }: {
    orderNumber: string;
    keepMinor: number;
  }): Promise<boolean> {
    return inTransaction(this.dataSource, async (manager) => {
      const order = await this.orders.lock(manager, orderNumber);
      if (!isIn('awaitingPayment', order.status)) return false;
      await this.orders.settle(manager, order, { receiptId: null, keepMinor });
      await this.record(manager, order, { method: WALLET, reference: null }, 'applied');
      return true;
    });
  }

  private async payOneFromWallet(clientId: number, orderNumber: string): Promise<BulkOutcome> {
    try {
      return await inTransaction(this.dataSource, async (manager) => {
        const order = await this.orders.lock(manager, orderNumber);
        if (order.clientId !== clientId) return 'not_payable';
        if (order.paymentStatus === 'paid') return 'paid';
        await this.payFromWallet(manager, order, null);
        return 'paid';
      });
    } catch (error) {
      const outcome = error instanceof AppError ? WALLET_REFUSALS[error.code] : undefined;
      if (outcome === undefined) throw error;
      return outcome;
    }
  }

  private async payFromWallet(
    manager: EntityManager,
    order: Order,
    reference: string | null,
  ): Promise<PaymentOutcome> {
    const payments = await this.ledger.listOrderPayments(manager, order.id);
    if (reference !== null) {
      const known = payments.find(
        (payment) => payment.receiptId === null && payment.reference === reference,
      );
      if (known !== undefined) return known.outcome;
    }
    if (payments.some(({ outcome }) => outcome === 'applied')) throw paidBefore(order);
    if (!(await this.orders.reserveForPayment(manager, order))) throw notPayable(order);
    await this.orders.settle(manager, order, { receiptId: null, note: reference });
    await this.record(manager, order, { method: WALLET, reference }, 'applied');
    return 'applied';
  }

  private async payWithMoney(
    manager: EntityManager,
    order: Order,
    payment: NewPayment,
  ): Promise<PaymentOutcome> {
    const { method, reference } = payment;
    const source = sourceOf(method);
    const payments = await this.ledger.listOrderPayments(manager, order.id);
    const receipt = reference && (await this.ledger.findReceipt(manager, { source, reference }));
    if (receipt) {
      const known = payments.find(({ receiptId }) => receiptId === receipt.id);
      if (known === undefined) throw referenceTaken(receipt);
      return known.outcome;
    }
    if (reference === null && payments.length > 0) throw paidBefore(order);
    const isPayable = await this.orders.reserveForPayment(manager, order);
    if (!isPayable && reference === null) throw notPayable(order);
    const { clientId, id: orderId, totalMinor: amountMinor } = order;
    const money = { clientId, orderId, amountMinor, source, method, reference, receivedAt: null };
    const received = await this.ledger.receive(manager, money);
    const outcome = isPayable ? 'applied' : 'credited';
    if (isPayable) await this.orders.settle(manager, order, { receiptId: received.receiptId });
    else await this.ledger.auditWallet(manager, clientId, amountMinor, received, 'late_payment');
    await this.record(manager, order, payment, outcome);
    return outcome;
  }

  private async record(
    manager: EntityManager,
    { orderNumber, totalMinor: amountMinor }: Order,
    { method, reference }: NewPayment,
    outcome: PaymentOutcome,
  ): Promise<void> {
    await this.audit.record(manager, {
      action: 'payment.recorded',
      subject: `order ${orderNumber}`,
      after: { method, reference, amountMinor, outcome },
    });
  }
}

function otherAmount({ totalMinor }: Order): AppError {
  const total = toDecimalText(totalMinor);
  const message = `amount must be the order's total, ${total}, because orders are paid in full`;
  return new AppError('validation_failed', {
    fields: [{ field: 'amount', code: 'amount_mismatch', message }],
  });
}

/** Refuses a second payment without a reference: it could be the first payment, recorded twice. */
function paidBefore({ orderNumber }: Order): AppError {
  return new AppError('payment_recorded', {
    message: `A payment for order ${orderNumber} was recorded already. Another payment needs a reference.`,
  });
}

function referenceTaken({ id, source }: Receipt): AppError {
  return new AppError('payment_recorded', {
    message: `This reference of the source ${source} is already that of receipt ${id}, which is not for this order.`,
    details: { receipt_id: id },
  });
}

function notPayable({ orderNumber, status, anonymizedAt }: Order): AppError {
  const gone = anonymizedAt === null ? 'stock is no longer available' : 'address was removed';
  const why = status === 'expired' ? `expired and its ${gone}` : status;
  return new AppError('transition_refused', {
    message:
      `Order ${orderNumber} is ${why} and cannot become pending. Money for it is credited to the ` +
      'wallet when it is recorded with its reference.',
  });
}
