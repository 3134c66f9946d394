import { Injectable } from '@nestjs/common';
import { settleOrder } from './settle-order.js';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service.js';
import { LedgerService } from '../ledger/ledger.service.js';
import {
  idempotentTransaction,
  type Idempotency,
} from '../../platform/idempotency/idempotency-context.js';
import type { OrderPayment } from '../ledger/order-money.js';
import { RECEIPT_REFERENCE_UNIQUE } from '../ledger/receipt.entity.js';
import { ArchivedOrdersService } from '../../orders/archive/archived-orders.service.js';
import { OrderLifecycleService } from '../../orders/lifecycle/order-lifecycle.service.js';
import { isIn } from '../../orders/lifecycle/order-lifecycle.js';
import type { Order } from '../../orders/order.entity.js';
import { inSnapshot, inTransaction } from '../../platform/database/transaction.js';
import { AppError, invalidField } from '../../platform/http/errors.js';
import { toDecimalText } from '../../platform/money.js';
import { ReceiptsService } from '../receipts/receipts.service.js';
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

/** The facts of an order that its payment needs. */
export type PaidOrder = Pick<Order, 'id' | 'orderNumber' | 'clientId' | 'totalMinor'>;

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

export type BulkOutcome =
  | 'paid'
  | 'paid_before'
  | 'insufficient_balance'
  | 'credit_exceeded'
  | 'not_payable';

/** The orders of a client that its wallet would pay now, and those that it would not. */
export interface WalletPreview {
  /** null: orders that are unknown or archived. */
  clientId: number | null;
  balanceMinor: number;
  paidCount: number;
  paidMinor: number;
  left: { orderNumber: string; outcome: BulkOutcome }[];
}

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
    private readonly archived: ArchivedOrdersService,
    private readonly orders: OrderLifecycleService,
    private readonly receipts: ReceiptsService,
  ) {}

  /** Finds a live or archived order that money came for. @throws AppError order_not_found */
  async getOrder(manager: EntityManager, orderNumber: string): Promise<PaidOrder> {
    const [order] = await this.orders.findAll(manager, [orderNumber]);
    return order ?? (await this.archived.get(manager, orderNumber));
  }

  /**
   * Records that an order was paid in full. If the order cannot be paid, money with a reference is credited to the wallet.
   * - it cannot be paid if it is paid, canceled or archived, its stock is gone, or its client owes money that is paid first
   * - repeating the order, source and reference changes nothing
   * - the payment of an expired order reserves its stock again
   *
   * @throws AppError order_not_found, validation_failed (another amount than the total), payment_recorded (the reference
   *   belongs to another payment, or a second payment has none), transition_refused, insufficient_balance, credit_exceeded
   */
  async pay(orderNumber: string, payment: NewPayment, key: Idempotency): Promise<RecordedPayment> {
    return idempotentTransaction(
      this.dataSource,
      key,
      async (manager) => {
        const { method, reference, amountMinor = null } = payment;
        const order = await this.getOrder(manager, orderNumber);
        if (amountMinor !== null && amountMinor !== order.totalMinor) throw otherAmount(order);
        if (!isOwnMethod(method)) return this.payWithMoney(manager, order, { ...payment, method });
        const locked = await this.orders.lock(manager, orderNumber);
        const outcome = await this.payFromWallet(manager, locked, { method, reference });
        return { outcome, receiptId: null, isReplay: false };
      },
      { retryOnUnique: RECEIPT_REFERENCE_UNIQUE },
    );
  }

  /**
   * Pays orders from the wallets of their clients or on account, until a wallet or the credit is used up. The order that
   * expires first is paid first, expired ones last.
   * - orders that were paid before stay as they are, so a repeated call is safe
   *
   * @param clientId the only client whose orders are paid; null: any client
   * @returns an outcome for each order, in the given order
   */
  async payAllFromWallet(
    clientId: number | null,
    orderNumbers: readonly string[],
    { method, key }: { method: OwnMethod; key: Idempotency },
  ): Promise<{ orderNumber: string; outcome: BulkOutcome }[]> {
    return idempotentTransaction(this.dataSource, key, async (manager) => {
      // Locked before the wallet: all changes lock orders, then stock, then wallets.
      const orders = await this.orders.lockForPayment(manager, orderNumbers);
      const outcomes = new Map<string, BulkOutcome>();
      for (const orderNumber of inTurn(orderNumbers, orders)) {
        const outcome = await this.payOneFromWallet(manager, clientId, orderNumber, method);
        outcomes.set(orderNumber, outcome);
      }
      return orderNumbers.map((orderNumber) => ({
        orderNumber,
        outcome: outcomes.get(orderNumber)!,
      }));
    });
  }

  /** Says what {@link payAllFromWallet} would do for any client now, provided that expired orders still have their stock. */
  async previewFromWallet(orderNumbers: readonly string[]): Promise<WalletPreview[]> {
    return inSnapshot(this.dataSource, async (manager) => {
      const found = await this.orders.findAll(manager, orderNumbers);
      const orders = new Map(found.map((order) => [order.orderNumber, order]));
      const clientIds = [...new Set(found.map(({ clientId }) => clientId))];
      const balances = await this.ledger.listBalances(manager, clientIds);
      const previews = new Map<number | null, WalletPreview>();
      for (const orderNumber of inTurn(orderNumbers, orders)) {
        const order = orders.get(orderNumber);
        const clientId = order?.clientId ?? null;
        const balanceMinor = clientId === null ? 0 : balances.get(clientId)!.walletMinor;
        const preview = previews.get(clientId) ?? {
          clientId,
          balanceMinor,
          paidCount: 0,
          paidMinor: 0,
          left: [],
        };
        previews.set(clientId, preview);
        const outcome = await this.previewOne(manager, order, balanceMinor - preview.paidMinor);
        if (outcome === 'paid') {
          preview.paidCount += 1;
          preview.paidMinor += order!.totalMinor;
        } else preview.left.push({ orderNumber, outcome });
      }
      return [...previews.values()];
    });
  }

  private async previewOne(
    manager: EntityManager,
    order: Order | undefined,
    availableMinor: number,
  ): Promise<BulkOutcome> {
    if (order === undefined) return 'not_payable';
    if (order.paymentStatus === 'paid') return 'paid_before';
    if (!(await this.orders.isPayable(manager, order))) return 'not_payable';
    return order.totalMinor > availableMinor ? 'insufficient_balance' : 'paid';
  }

  /**
   * Pays an order from the wallet unless it no longer awaits payment.
   *
   * @param keepOf finds the minimum balance that stays in the wallet, once the order is locked; null: it is not to be paid
   * @throws AppError order_not_found, insufficient_balance
   */
  async payFromBalance(
    orderNumber: string,
    keepOf: (manager: EntityManager, order: Order) => Promise<number | null>,
    key: Idempotency,
  ): Promise<boolean> {
    return idempotentTransaction(this.dataSource, key, async (manager) => {
      const order = await this.orders.lock(manager, orderNumber);
      if (!isIn('awaitingPayment', order.status)) return false;
      const keepMinor = await keepOf(manager, order);
      if (keepMinor === null) return false;
      await settleOrder(manager, { orders: this.orders, ledger: this.ledger }, order, {
        receiptId: null,
        keepMinor,
      });
      await this.record(manager, order, { method: WALLET, reference: null });
      return true;
    });
  }

  private async payOneFromWallet(
    call: EntityManager,
    clientId: number | null,
    orderNumber: string,
    method: OwnMethod,
  ): Promise<BulkOutcome> {
    try {
      return await inTransaction(call, async (manager) => {
        const order = await this.orders.lock(manager, orderNumber);
        if (clientId !== null && order.clientId !== clientId) return 'not_payable';
        if (order.paymentStatus === 'paid') return 'paid_before';
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
    await this.record(manager, order, { method, reference });
    return 'applied';
  }

  private async payWithMoney(
    manager: EntityManager,
    order: PaidOrder,
    { method, word, reference }: NewPayment & { method: Exclude<PaymentMethod, OwnMethod> },
  ): Promise<RecordedPayment> {
    const { clientId, orderNumber, totalMinor: amountMinor } = order;
    const unnamed = reference === null ? await this.lockUnpaid(manager, order) : null;
    const { receiptId, isReplay } = await this.receipts.recordMoney(manager, {
      clientId,
      source: sourceOf(method),
      method,
      word,
      reference,
      amountMinor,
      receivedAt: null,
      orderNumbers: [orderNumber],
      paymentOf: order,
    });
    const payments = await this.ledger.listOrderPayments(manager, order.id);
    const payment = payments.find((each) => each.receiptId === receiptId);
    if (payment === undefined) throw referenceTaken(receiptId);
    const { outcome } = payment;
    if (unnamed?.owedMinor === 0 && outcome === 'credited') {
      throw await this.notPayable(manager, unnamed.order);
    }
    return { outcome, receiptId, isReplay };
  }

  /** Locks an order that was paid without a reference. @throws AppError order_not_found, payment_recorded */
  private async lockUnpaid(
    manager: EntityManager,
    { id, clientId, orderNumber }: PaidOrder,
  ): Promise<{ order: Order; owedMinor: number }> {
    const order = await this.orders.lock(manager, orderNumber);
    const payments = await this.ledger.listOrderPayments(manager, id);
    if (payments.length > 0) throw paidBefore(order);
    return { order, owedMinor: await this.ledger.getOwedFirst(manager, clientId) };
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
    payment: { method: OwnMethod; reference: string | null },
  ): Promise<void> {
    await this.audit.record(manager, {
      action: 'payment.recorded',
      subject: `order ${orderNumber}`,
      after: { ...payment, amountMinor, outcome: 'applied' },
    });
  }
}

/**
 * Sorts the numbers of orders by client, and then by when they expire, which is the order of their placement; unknown orders last.
 * Wallets are thus locked by client, so that two calls do not deadlock.
 */
function inTurn(
  orderNumbers: readonly string[],
  orders: ReadonlyMap<string, Pick<Order, 'id' | 'clientId' | 'status' | 'createdAt'>>,
): string[] {
  const rank = (orderNumber: string): [client: number, hasNone: number, at: number, id: number] => {
    const order = orders.get(orderNumber);
    if (order === undefined) return [Number.MAX_SAFE_INTEGER, 0, 0, 0];
    const { clientId, status, createdAt, id } = order;
    return [clientId, isIn('awaitingPayment', status) ? 0 : 1, createdAt.getTime(), id];
  };
  return orderNumbers.toSorted((one, other) => {
    const [a, b] = [rank(one), rank(other)];
    return a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3];
  });
}

function otherAmount({ totalMinor }: PaidOrder): AppError {
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

function referenceTaken(receiptId: number): AppError {
  return new AppError('payment_recorded', {
    message: `Receipt ${receiptId} has this reference already, and it is not for this order.`,
    details: { receipt_id: receiptId },
  });
}
