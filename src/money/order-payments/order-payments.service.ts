import { Injectable } from '@nestjs/common';
import { settleOrder } from './settle-order.js';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service.js';
import { LedgerService } from '../ledger/ledger.service.js';
import { moneyTransaction, type MoneyKey } from '../../platform/keyed-calls/money-key.js';
import type { OrderPayment } from '../ledger/order-money.js';
import { RECEIPT_REFERENCE_UNIQUE, type ReceiptSource } from '../ledger/receipt.entity.js';
import { OrderLifecycleService } from '../../orders/lifecycle/order-lifecycle.service.js';
import { isIn } from '../../orders/lifecycle/order-lifecycle.js';
import type { Order } from '../../orders/order.entity.js';
import { ChangedMeanwhile, inTransaction } from '../../platform/database/transaction.js';
import { AppError, invalidField } from '../../platform/http/errors.js';
import { toDecimalText } from '../../platform/money.js';
import type { BankLine } from '../bank/lines/bank-lines.repository.js';
import {
  intoOf,
  LineLinksService,
  openLine,
  type SameMoney,
} from '../bank/lines/line-links.service.js';
import {
  isOwnMethod,
  ON_ACCOUNT,
  sourceOf,
  WALLET,
  type OwnMethod,
  type PaymentMethod,
} from '../payment-methods.js';

/** applied: it paid the order. credited: the order did not need it, and it is in the client's wallet. */
export type PaymentOutcome = OrderPayment['outcome'];

/** A payment of one order, always of its total. */
export interface NewPayment {
  method: PaymentMethod;
  /** The word for the method, as it was sent. */
  word: string;
  /** The payment's id at its source; null if it has none. */
  reference: string | null;
  /** The paid amount in minor units; null: the order's total. */
  amountMinor?: number | null;
}

/** A payment that was recorded; `isReplay`: its receipt was recorded by an earlier call. */
export interface RecordedPayment {
  outcome: PaymentOutcome;
  /** null: it was paid without new money. */
  receiptId: number | null;
  isReplay: boolean;
}

export type BulkOutcome = 'paid' | 'insufficient_balance' | 'credit_exceeded' | 'not_payable';

const REFUSALS: Readonly<Partial<Record<AppError['code'], BulkOutcome>>> = {
  insufficient_balance: 'insufficient_balance',
  credit_exceeded: 'credit_exceeded',
  payment_recorded: 'not_payable',
  transition_refused: 'not_payable',
  order_not_found: 'not_payable',
};

/** Payments of single orders, with incoming money, from the wallet, or on account. */
@Injectable()
export class OrderPaymentsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly ledger: LedgerService,
    private readonly lines: LineLinksService,
    private readonly orders: OrderLifecycleService,
  ) {}

  /**
   * Records that an order was paid in full. Repeating the order, source and reference changes nothing. Money for an expired
   * order reserves its stock again. If the order cannot be paid (it is paid or canceled, its stock is gone, or its client
   * owes money that is paid first), money with a reference is credited to the wallet.
   *
   * @throws AppError order_not_found, validation_failed (another amount than the total), payment_recorded (the reference
   *   belongs to another payment, or a second payment has none), transition_refused, insufficient_balance, credit_exceeded
   */
  async pay(orderNumber: string, payment: NewPayment, key: MoneyKey): Promise<RecordedPayment> {
    return moneyTransaction(
      this.dataSource,
      key,
      async (manager) => {
        const { method, word, reference } = payment;
        if (isOwnMethod(method)) {
          const order = await this.lockToPay(manager, orderNumber, payment);
          const outcome = await this.payFromWallet(manager, order, { method, reference });
          return { outcome, receiptId: null, isReplay: false };
        }
        const money = { method, word, reference, source: sourceOf(method) };
        const lines = await this.lines.lockLines(manager, 'in', money);
        const order = await this.lockToPay(manager, orderNumber, payment);
        return this.payWithMoney(manager, order, money, lines);
      },
      { retryOnUnique: RECEIPT_REFERENCE_UNIQUE },
    );
  }

  /**
   * Pays orders of a client from its wallet or on account until the wallet or the credit is used up. The order that expires
   * first is paid first, those that have expired last. Orders that the client paid before count as paid, so a repeated call
   * is safe.
   *
   * @returns an outcome for each order, in the given order
   */
  async payAllFromWallet(
    clientId: number,
    orderNumbers: readonly string[],
    { method, key }: { method: OwnMethod; key: MoneyKey },
  ): Promise<{ orderNumber: string; outcome: BulkOutcome }[]> {
    return moneyTransaction(this.dataSource, key, async (manager) => {
      // Locked before the wallet: all changes lock orders, then stock, then wallets.
      const orders = await this.orders.lockForPayment(manager, orderNumbers);
      const outcomes = new Map<string, BulkOutcome>();
      for (const orderNumber of byExpiry(orderNumbers, orders)) {
        const outcome = await this.payOneFromWallet(manager, clientId, orderNumber, method);
        outcomes.set(orderNumber, outcome);
      }
      return orderNumbers.map((orderNumber) => ({
        orderNumber,
        outcome: outcomes.get(orderNumber)!,
      }));
    });
  }

  /**
   * Pays an order from the wallet unless it no longer awaits payment.
   *
   * @param keepMinor the minimum balance that stays in the wallet
   *
   * @throws AppError order_not_found, insufficient_balance
   */
  async payFromBalance(
    { orderNumber, keepMinor }: { orderNumber: string; keepMinor: number },
    key: MoneyKey,
  ): Promise<boolean> {
    return moneyTransaction(this.dataSource, key, async (manager) => {
      const order = await this.orders.lock(manager, orderNumber);
      if (!isIn('awaitingPayment', order.status)) return false;
      await settleOrder(manager, { orders: this.orders, ledger: this.ledger }, order, {
        receiptId: null,
        keepMinor,
      });
      await this.record(manager, order, { method: WALLET, reference: null }, 'applied');
      return true;
    });
  }

  /** @throws AppError order_not_found, validation_failed (another amount than the total) */
  private async lockToPay(
    manager: EntityManager,
    orderNumber: string,
    { amountMinor = null }: NewPayment,
  ): Promise<Order> {
    const order = await this.orders.lock(manager, orderNumber);
    if (amountMinor !== null && amountMinor !== order.totalMinor) throw otherAmount(order);
    return order;
  }

  private async payOneFromWallet(
    call: EntityManager,
    clientId: number,
    orderNumber: string,
    method: OwnMethod,
  ): Promise<BulkOutcome> {
    try {
      return await inTransaction(call, async (manager) => {
        const order = await this.orders.lock(manager, orderNumber);
        if (order.clientId !== clientId) return 'not_payable';
        if (order.paymentStatus === 'paid') return 'paid';
        await this.payFromWallet(manager, order, { method, reference: null });
        return 'paid';
      });
    } catch (error) {
      const outcome = error instanceof AppError ? REFUSALS[error.code] : undefined;
      if (outcome === undefined) throw error;
      return outcome;
    }
  }

  private async payFromWallet(
    manager: EntityManager,
    order: Order,
    { method, reference }: { method: OwnMethod; reference: string | null },
  ): Promise<PaymentOutcome> {
    const payments = await this.ledger.listOrderPayments(manager, order.id);
    if (reference !== null) {
      const known = payments.find(
        (payment) => payment.receiptId === null && payment.reference === reference,
      );
      if (known !== undefined) return known.outcome;
    }
    if (payments.some(({ outcome }) => outcome === 'applied')) throw paidBefore(order);
    if (!(await this.orders.reserveForPayment(manager, order))) {
      throw await this.notPayable(manager, order);
    }
    const isOnAccount = method === ON_ACCOUNT;
    await settleOrder(manager, { orders: this.orders, ledger: this.ledger }, order, {
      receiptId: null,
      note: reference,
      isOnAccount,
    });
    await this.record(manager, order, { method, reference }, 'applied');
    return 'applied';
  }

  private async payWithMoney(
    manager: EntityManager,
    order: Order,
    { method, word, reference, source }: NewPayment & { source: ReceiptSource },
    lines: readonly BankLine[],
  ): Promise<RecordedPayment> {
    const { clientId, id: orderId, totalMinor: amountMinor } = order;
    const payments = await this.ledger.listOrderPayments(manager, order.id);
    const receipt =
      reference &&
      (await this.lines.findReceipt(
        manager,
        { source, method, clientId, reference, amountMinor },
        lines,
      ));
    if (receipt) {
      const known = payments.find(({ receiptId }) => receiptId === receipt.receiptId);
      if (known === undefined) throw referenceTaken(receipt);
      return { outcome: known.outcome, receiptId: known.receiptId, isReplay: true };
    }
    if (reference === null && payments.length > 0) throw paidBefore(order);
    const owedMinor = await this.ledger.getOwedFirst(manager, clientId);
    const isPayable = owedMinor === 0 && (await this.orders.reserveForPayment(manager, order));
    if (!isPayable && owedMinor === 0 && reference === null) {
      throw await this.notPayable(manager, order);
    }
    const line = openLine(lines, amountMinor);
    const money = {
      clientId,
      orderId,
      amountMinor,
      source,
      method: word,
      reference,
      receivedAt: null,
      into: intoOf(line, { method, amountMinor }),
    };
    const received = await this.ledger.receive(manager, money, isPayable ? 'overdue' : 'all');
    const { receiptId, changeMinor } = received;
    if (line !== null) await this.lines.matchReceipt(manager, line, receiptId);
    if (isPayable && changeMinor < amountMinor) throw new ChangedMeanwhile('what the client owes');
    const outcome = isPayable ? 'applied' : 'credited';
    if (isPayable)
      await settleOrder(manager, { orders: this.orders, ledger: this.ledger }, order, {
        receiptId,
      });
    else await this.ledger.auditWallet(manager, clientId, changeMinor, received, 'late_payment');
    await this.record(manager, order, { method: word, source, reference }, outcome);
    return { outcome, receiptId, isReplay: false };
  }

  private async notPayable(manager: EntityManager, order: Order): Promise<AppError> {
    const why = await this.orders.whyNotPayable(manager, order);
    return new AppError('transition_refused', {
      message:
        `Order ${order.orderNumber} ${why} and cannot become pending. Money for it is credited to the ` +
        'wallet when it is recorded with its reference.',
    });
  }

  private async record(
    manager: EntityManager,
    { orderNumber, totalMinor: amountMinor }: Order,
    {
      method,
      source,
      reference,
    }: { method: string; source?: ReceiptSource; reference: string | null },
    outcome: PaymentOutcome,
  ): Promise<void> {
    await this.audit.record(manager, {
      action: 'payment.recorded',
      subject: `order ${orderNumber}`,
      after: { method, source, reference, amountMinor, outcome },
    });
  }
}

/** Sorts the numbers of orders by the time at which they expire: the sooner placed, the sooner; unknown orders last. */
function byExpiry(
  orderNumbers: readonly string[],
  orders: ReadonlyMap<string, Pick<Order, 'id' | 'status' | 'createdAt'>>,
): string[] {
  const rank = (orderNumber: string): [hasNone: number, at: number, id: number] => {
    const order = orders.get(orderNumber);
    if (order === undefined) return [2, 0, 0];
    return [isIn('awaitingPayment', order.status) ? 0 : 1, order.createdAt.getTime(), order.id];
  };
  return orderNumbers.toSorted((one, other) => {
    const [a, b] = [rank(one), rank(other)];
    return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
  });
}

function otherAmount({ totalMinor }: Order): AppError {
  const total = toDecimalText(totalMinor);
  const message = `amount must be the order's total, ${total}, because orders are paid in full`;
  return invalidField('amount', 'amount_mismatch', message);
}

/** Refuses a second payment without a reference: it could be the first payment, recorded twice. */
function paidBefore({ orderNumber }: Order): AppError {
  return new AppError('payment_recorded', {
    message: `A payment for order ${orderNumber} was recorded already. Another payment needs a reference.`,
  });
}

function referenceTaken({ receiptId: id, source }: SameMoney): AppError {
  return new AppError('payment_recorded', {
    message: `Receipt ${id} of the source ${source} has this reference already, and it is not for this order.`,
    details: { receipt_id: id },
  });
}
