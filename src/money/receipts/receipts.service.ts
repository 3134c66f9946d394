import { Injectable } from '@nestjs/common';
import { settleOrder } from '../order-payments/settle-order.js';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService, type Change } from '../../platform/audit/audit.service.js';
import { ClientsService } from '../../clients/clients.service.js';
import { LedgerService, type NewReceipt } from '../ledger/ledger.service.js';
import {
  idempotentTransaction,
  type Idempotency,
} from '../../platform/idempotency/idempotency-context.js';
import { RECEIPT_REFERENCE_UNIQUE } from '../ledger/receipt.entity.js';
import { OrderLifecycleService } from '../../orders/lifecycle/order-lifecycle.service.js';
import type { Order } from '../../orders/order.entity.js';
import { ChangedMeanwhile } from '../../platform/database/transaction.js';
import { AppError, type FieldError, invalidField } from '../../platform/http/errors.js';
import {
  everyPageFromLatest,
  type NewestFirst,
  type Page,
  readPage,
} from '../../platform/http/paging/page.js';
import { toDecimalText } from '../../platform/money.js';
import type { BankLine } from '../bank/lines/bank-lines.repository.js';
import { recordedReference } from '../bank/lines/bank-reference.js';
import { intoOf, openLine } from '../bank/lines/bank-line.js';
import { LineLinksService, type SameMoney } from '../bank/lines/line-links.service.js';
import type { MoneyAnswer, SimilarMoney } from '../bank/lines/similar-money.js';
import type { ReceiptFilter, ReceiptRow, SpentReceipt } from './receipts.repository.js';
import { ReceiptsRepository } from './receipts.repository.js';

/** Money that came in: from a client, and for what. */
export interface IncomingMoney
  extends Pick<NewReceipt, 'source' | 'amountMinor' | 'receivedAt'>, MoneyAnswer {
  clientId: number;
  /** The reference in any form; null: it has none, so a repetition cannot be recognized. */
  reference: string | null;
  /** The orders that it pays. */
  orderNumbers: readonly string[];
  /** Tax that the client deducted, in minor units; the wallet gets it with the amount. Default: none. */
  taxDeductedMinor?: number;
  /** `cheque`: it is in hand until a line of the bank clears it. Default: the source. */
  method?: string;
  /** The word for the method, which is only stored. Default: the method. */
  word?: string;
  /** True if a client claims it. */
  isClaimed?: boolean;
  /** The order that it was recorded for, its only one. */
  paymentOf?: { id: number; orderNumber: string };
}

/** Money that an operator records, which has a reference. */
export type RecordedReceipt = IncomingMoney & { reference: string };

export interface NamedReceipt extends ReceiptRow {
  clientName: string;
}

/** A receipt; `isReplay` if an earlier call recorded or reversed it. */
export type ReceiptOutcome<Shown = SpentReceipt> = Shown & { isReplay: boolean };

const NOT_SIMILAR = { same: null, others: [] };

/** Receipts: money that came from clients. */
@Injectable()
export class ReceiptsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly clients: ClientsService,
    private readonly ledger: LedgerService,
    private readonly lines: LineLinksService,
    private readonly orders: OrderLifecycleService,
    private readonly repository: ReceiptsRepository,
  ) {}

  /**
   * Records incoming money; repeating the source and reference returns the first receipt. The money pays, in this order:
   * 1. the client's debt
   * 2. orders bought on account that are overdue
   * 3. the given orders in full, in the given order, until one costs more than is left; orders that cannot be paid are skipped
   * 4. other orders bought on account, by their due dates
   *
   * The rest stays in the wallet.
   *
   * @throws AppError validation_failed (unknown client or order), payment_recorded (the reference is of another client or
   *   amount), receipt_similar (it may be money that was recorded with another reference)
   */
  async record(receipt: RecordedReceipt, key: Idempotency): Promise<ReceiptOutcome> {
    return idempotentTransaction(
      this.dataSource,
      key,
      (manager) => this.recordWithin(manager, receipt),
      { retryOnUnique: RECEIPT_REFERENCE_UNIQUE },
    );
  }

  /** Records incoming money as {@link record}, in a transaction that is repeated after a violation of RECEIPT_REFERENCE_UNIQUE. */
  async recordWithin(manager: EntityManager, receipt: RecordedReceipt): Promise<ReceiptOutcome> {
    const { receiptId, isReplay, recorded } = await this.recordMoney(manager, receipt);
    return { ...(recorded ?? (await this.get(manager, receiptId))), isReplay };
  }

  /**
   * Records incoming money in the caller's transaction. All routes end here, so that the same money is recorded once.
   * - the caller has locked no wallet yet, and no order or stock if the money has a reference of the bank
   *
   * @param proof the locked line of a bank statement that shows the money; null: the line with its reference, if there is one
   * @throws as record; QueryFailedError of RECEIPT_REFERENCE_UNIQUE when another transaction records the same reference
   */
  async recordMoney(
    manager: EntityManager,
    money: IncomingMoney,
    proof: BankLine | null = null,
  ): Promise<{ receiptId: number; isReplay: boolean; recorded: SpentReceipt | null }> {
    const lines = proof === null ? await this.lines.lockLines(manager, 'in', money) : [proof];
    const line = openLine(lines, money.amountMinor);
    const { reference, sameAs = null } = money;
    const known =
      reference === null
        ? null
        : await this.lines.findReceipt(manager, { ...money, reference }, lines, proof);
    // Locked before the client's money of this amount, as where a line is credited.
    const named =
      sameAs?.kind === 'bank_line' ? await this.lines.lockLine(manager, sameAs.id) : null;
    const { same, others } =
      known === null ? await this.lines.settleSimilar(manager, money, line) : NOT_SIMILAR;
    if (same?.kind === 'bank_line') {
      return this.recordMoney(manager, { ...money, sameAs: null }, named);
    }
    const earlier =
      same === null ? known : { ...(await this.get(manager, same.id)), receiptId: same.id };
    const recorded = earlier === null ? await this.receive(manager, money, line, others) : null;
    const receiptId = recorded?.id ?? sameReceipt(earlier!, money);
    const isMatched =
      line !== null &&
      (await this.lines.matchReceipt(manager, line, receiptId, { isLinked: same !== null }));
    if (proof !== null && !isMatched) {
      throw new AppError('payment_recorded', { details: { receipt_id: receiptId } });
    }
    return { receiptId, isReplay: recorded === null, recorded };
  }

  /** @throws AppError receipt_not_found */
  async get(manager: EntityManager, id: number): Promise<ReceiptRow> {
    const receipt = await this.repository.find(manager, id);
    if (receipt === null) throw new AppError('receipt_not_found');
    return receipt;
  }

  /** Lists the latest receipts first. */
  async list(filter: Omit<ReceiptFilter, 'id'>, page: NewestFirst): Promise<Page<ReceiptRow>> {
    return readPage(page, (range) => this.repository.list(this.dataSource.manager, filter, range));
  }

  /** Yields all pages of the list, with the names of the clients. */
  async *everyPage(filter: Omit<ReceiptFilter, 'id'>): AsyncGenerator<NamedReceipt[], void> {
    for await (const page of everyPageFromLatest((range) => this.list(filter, range))) {
      const names = await this.clients.findNames(
        this.dataSource.manager,
        page.map(({ clientId }) => clientId),
      );
      yield page.map((receipt) => ({ ...receipt, clientName: names.get(receipt.clientId) ?? '' }));
    }
  }

  private async receive(
    manager: EntityManager,
    incoming: IncomingMoney,
    line: BankLine | null,
    others: readonly SimilarMoney[],
  ): Promise<SpentReceipt> {
    const { clientId, amountMinor, source, receivedAt, orderNumbers, paymentOf } = incoming;
    const { method = source, word = method, taxDeductedMinor = 0 } = incoming;
    const typed = incoming.reference;
    const reference = typed === null ? null : recordedReference({ source, reference: typed });
    if (orderNumbers.length === 0) await this.assertClient(manager, clientId);
    const walletMinor = amountMinor + taxDeductedMinor;
    // Orders are locked before wallets and debts, so the part of the money that pays debts is certain only afterwards.
    const owedMinor =
      orderNumbers.length > 0 ? await this.ledger.getOwedFirst(manager, clientId) : 0;
    const payable = await this.reserveOrders(manager, incoming, walletMinor - owedMinor);
    const paidItems = payable.length > 0 ? 'overdue' : 'all';
    const money = {
      clientId,
      amountMinor,
      taxDeductedMinor,
      source,
      method: word,
      reference,
      receivedAt,
      into: intoOf(line, { method, amountMinor }),
      orderId: paymentOf?.id ?? null,
    };
    const received = await this.ledger.receive(manager, money, paidItems);
    const { receiptId, debtPaidMinor, creditLeftMinor } = received;
    let { balanceMinor, creditPaidMinor } = received;
    const paidFirstMinor = debtPaidMinor + creditPaidMinor;
    const isLess = paidFirstMinor < Math.min(owedMinor, walletMinor);
    // Without an order it pays also what is not due yet.
    const isMore = payable.length > 0 && paidFirstMinor > owedMinor;
    if (isLess || isMore) throw new ChangedMeanwhile('what the client owes');
    for (const order of payable) {
      ({ balanceMinor } = await settleOrder(
        manager,
        { orders: this.orders, ledger: this.ledger },
        order,
        { receiptId },
      ));
    }
    if (payable.length > 0 && creditLeftMinor > 0) {
      const left = { ...received, balanceMinor };
      const laterMinor = await this.ledger.payItems(manager, { clientId, receiptId }, left);
      creditPaidMinor += laterMinor;
      balanceMinor -= laterMinor;
    }
    const paidMinor = payable.reduce((sum, { totalMinor }) => sum + totalMinor, 0);
    const creditedMinor = walletMinor - debtPaidMinor - creditPaidMinor - paidMinor;
    const paid = payable.map(({ orderNumber }) => orderNumber);
    const spent = { reference, paid, debtPaidMinor, creditPaidMinor };
    const lineIds = others.flatMap(({ kind, id }) => (kind === 'bank_line' ? id : []));
    await this.lines.distinguish(manager, receiptId, lineIds);
    await this.audit.record(manager, entryOf(incoming, { receiptId, ...spent }, others));
    if (creditedMinor > 0) {
      const cause = paymentOf === undefined ? 'receipt' : 'late_payment';
      await this.ledger.auditWallet(manager, clientId, creditedMinor, { balanceMinor }, cause);
    }
    return { id: receiptId, ...spent, amountMinor, taxDeductedMinor, paidMinor, balanceMinor };
  }

  private async assertClient(manager: EntityManager, clientId: number): Promise<void> {
    try {
      await this.clients.getClient(manager, clientId);
    } catch (error) {
      throw error instanceof AppError ? unknownClient() : error;
    }
  }

  /**
   * Locks the orders that the money pays, reserves their stock, and returns them.
   *
   * @param budgetMinor the maximum sum of their totals
   */
  private async reserveOrders(
    manager: EntityManager,
    { clientId, orderNumbers }: IncomingMoney,
    budgetMinor: number,
  ): Promise<Order[]> {
    if (orderNumbers.length === 0) return [];
    const { orders, unknown } = await this.orders.lockOwnForPayment(
      manager,
      clientId,
      orderNumbers,
    );
    if (unknown.length > 0) {
      await this.assertClient(manager, clientId);
      throw new AppError('validation_failed', { fields: unknown.map(unknownOrder) });
    }
    const payable: Order[] = [];
    let leftMinor = budgetMinor;
    for (const order of orderNumbers.map((number) => orders.get(number))) {
      if (order === undefined || !(await this.orders.isPayable(manager, order))) continue;
      if (order.totalMinor > leftMinor) break;
      if (!(await this.orders.reserveForPayment(manager, order))) continue;
      payable.push(order);
      leftMinor -= order.totalMinor;
    }
    return payable;
  }
}

/** Makes the entry of the audit log about new money. */
function entryOf(
  { clientId, source, method, word, reference: typed, amountMinor, ...money }: IncomingMoney,
  recorded: { receiptId: number; reference: string | null; paid: readonly string[] },
  others: readonly SimilarMoney[],
): Change {
  const { orderNumbers: orders, paymentOf, receivedAt } = money;
  const otherMoney = others.map(({ kind, id }) => ({ kind, id }));
  const { reference, paid } = recorded;
  const after = { source, ...(typed !== reference && { typed }), amountMinor };
  if (paymentOf === undefined) {
    const subject = `client ${clientId}`;
    const facts = {
      method: word ?? method ?? source,
      ...(receivedAt !== null && { receivedAt: receivedAt.toISOString() }),
    };
    return {
      action: 'receipt.recorded',
      subject,
      after: {
        ...after,
        ...facts,
        ...recorded,
        orders,
        ...(otherMoney.length > 0 && { otherMoney }),
      },
    };
  }
  const outcome = paid.length > 0 ? 'applied' : 'credited';
  return {
    action: 'payment.recorded',
    subject: `order ${paymentOf.orderNumber}`,
    after: { ...after, method: word ?? method, reference, outcome },
  };
}

/** @throws AppError payment_recorded */
function sameReceipt(known: SameMoney, incoming: IncomingMoney): number {
  const { clientId, amountMinor, taxDeductedMinor = 0 } = incoming;
  const { receiptId } = known;
  const isSame = known.clientId === clientId && known.amountMinor === amountMinor;
  if (isSame && [0, known.taxDeductedMinor].includes(taxDeductedMinor)) return receiptId;
  const [amount, tax] = [known.amountMinor, known.taxDeductedMinor].map(toDecimalText);
  throw new AppError('payment_recorded', {
    message:
      `Receipt ${receiptId} of the source ${known.source} is this money already: ${amount} of client ` +
      `${known.clientId}, with ${tax} of deducted tax.`,
    details: { receipt_id: receiptId },
  });
}

function unknownClient(): AppError {
  const message = 'client_id is not the id of a client';
  return invalidField('client_id', 'unknown_client', message);
}

function unknownOrder(index: number): FieldError {
  const field = `orders.${index}`;
  return { field, code: 'unknown_order', message: `${field} is not an order of the client` };
}
