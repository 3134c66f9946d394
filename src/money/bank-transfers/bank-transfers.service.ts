import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ApprovalsService } from '../../identity/approvals/approvals.service.js';
import { AuditService } from '../../platform/audit/audit.service.js';
import {
  idempotentTransaction,
  type Idempotency,
} from '../../platform/idempotency/idempotency-context.js';
import { RECEIPT_REFERENCE_UNIQUE } from '../ledger/receipt.entity.js';
import { OrderLifecycleService } from '../../orders/lifecycle/order-lifecycle.service.js';
import { isIn } from '../../orders/lifecycle/order-lifecycle.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError, type FieldError } from '../../platform/http/errors.js';
import { type NewestFirst, type Page, readPage } from '../../platform/http/paging/page.js';
import { startOfDay } from '../../platform/time-zone.js';
import type { BankLine } from '../bank/lines/bank-lines.repository.js';
import { LineLinksService } from '../bank/lines/line-links.service.js';
import {
  MoneyIsSimilar,
  type MoneyAnswer,
  type SimilarMoney,
} from '../bank/lines/similar-money.js';
import type { ReceiptRow } from '../receipts/receipts.repository.js';
import { ReceiptsService } from '../receipts/receipts.service.js';
import {
  TRANSFER_UTR_UNIQUE,
  type BankTransfer,
  type TransferOrderOutcome,
} from './bank-transfer.entity.js';
import {
  BankTransfersRepository,
  type TransferClaim,
  type TransferFilter,
} from './bank-transfers.repository.js';

export const CONFIRMATION_OUTCOMES = {
  confirmed: 'by this or an earlier call',
  rejected: 'by an earlier call',
  utr_taken: 'a receipt of another client or amount has the UTR already',
  not_found: 'there is no such transfer',
  waiting: 'it is above the limit, and another person has to approve it',
  receipt_similar: 'other money of the client and amount may be the same: see `similar`',
} as const;

/** The outcome of confirming one transfer; `transfer` is null for `not_found`, `utr_taken` and `receipt_similar`. */
export interface Confirmation {
  id: number;
  outcome: keyof typeof CONFIRMATION_OUTCOMES;
  transfer: BankTransfer | null;
  approvalId: number | null;
  /** True if this call credited the money, and no earlier one. */
  isCredited: boolean;
  /** Money that may be the same; empty unless the outcome is `receipt_similar`. */
  similar: readonly SimilarMoney[];
}

/** A transfer, and the approval that it waits for. */
export type ShownTransfer = BankTransfer & { approvalId?: number | null };

export const NOT_CREDITED = { approvalId: null, isCredited: false, similar: [] };

/** The money of a transfer, as a bank statement shows it. */
export interface LineMoney extends MoneyAnswer {
  line: BankLine | null;
  /** Tax that the client deducted, in minor units; default: none. */
  taxDeductedMinor?: number;
  /** Orders that it pays before those of the claim; default: none. */
  orders?: readonly string[];
}

/** Bank transfers: clients claim them, finance confirms them, and each confirmed one is a receipt. */
@Injectable()
export class BankTransfersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly approvals: ApprovalsService,
    private readonly audit: AuditService,
    private readonly lines: LineLinksService,
    private readonly orders: OrderLifecycleService,
    private readonly receipts: ReceiptsService,
    private readonly repository: BankTransfersRepository,
  ) {}

  /**
   * Records a transfer that a client says it has made; nothing is credited yet. The same UTR and amount return the first claim,
   * if it names all of the orders.
   *
   * @throws AppError validation_failed (an order is not the client's), transfer_claimed (with another amount or further orders)
   */
  async claim(
    claim: Omit<TransferClaim, 'claimedBy'>,
    key: Idempotency,
  ): Promise<BankTransfer & { isReplay: boolean }> {
    const { clientId, utr, amountMinor, orderNumbers } = claim;
    return idempotentTransaction(
      this.dataSource,
      key,
      async (manager) => {
        await this.lines.lockLines(manager, 'in', { source: 'bank', reference: utr });
        const known = await this.repository.findClaim(manager, clientId, utr);
        if (known !== null) {
          const isNamed = orderNumbers.every((one) => known.orderNumbers.includes(one));
          if (known.amountMinor !== amountMinor || !isNamed) throw new AppError('transfer_claimed');
          return { ...known, isReplay: true };
        }
        await this.assertOwnOrders(manager, clientId, orderNumbers);
        const { actor: claimedBy } = this.audit.origin();
        const transfer = await this.repository.insert(manager, { ...claim, claimedBy });
        await this.record(manager, 'transfer.claimed', transfer, { orders: orderNumbers });
        return { ...transfer, isReplay: false };
      },
      { retryOnUnique: TRANSFER_UTR_UNIQUE },
    );
  }

  async find(manager: EntityManager, id: number): Promise<BankTransfer | null> {
    return this.repository.find(manager, id);
  }

  async lock(manager: EntityManager, id: number): Promise<BankTransfer | null> {
    return this.repository.lock(manager, id);
  }

  /**
   * Rejects a transfer whose money did not arrive. The client can claim the UTR again.
   * - a transfer that was rejected before is returned unchanged
   *
   * @throws AppError transfer_not_found, transfer_decided (it was confirmed)
   */
  async reject(id: number, reason: string, key: Idempotency): Promise<BankTransfer> {
    return idempotentTransaction(this.dataSource, key, async (manager) => {
      const transfer = await this.lockClaim(manager, id);
      if (transfer === null) throw new AppError('transfer_not_found');
      if (transfer.status === 'rejected') return transfer;
      if (transfer.status === 'confirmed') throw new AppError('transfer_decided');
      await this.record(manager, 'transfer.rejected', transfer, { reason });
      await this.endWaiting(manager, id, 'the transfer was rejected');
      const { actor: decidedBy } = this.audit.origin();
      return this.repository.decide(manager, id, { status: 'rejected', decidedBy, reason });
    });
  }

  /** Lists the latest transfers first. */
  async list(filter: TransferFilter, page: NewestFirst): Promise<Page<BankTransfer>> {
    return readPage(page, (range) => this.repository.list(this.dataSource.manager, filter, range));
  }

  /** Lists the latest transfers first, each with the approval that it waits for. */
  async listShown(filter: TransferFilter, page: NewestFirst): Promise<Page<ShownTransfer>> {
    const { rows, nextCursor } = await this.list(filter, page);
    const keys = rows.map(({ id }) => String(id));
    const { manager } = this.dataSource;
    const approvals = await this.approvals.findWaitingIds(manager, 'transfer', keys);
    return {
      rows: rows.map((transfer) => ({
        ...transfer,
        approvalId: approvals.get(String(transfer.id)),
      })),
      nextCursor,
    };
  }

  /** Finds the undecided transfers of all clients with the given UTRs. */
  async findOpenByUtrs(manager: EntityManager, utrs: readonly string[]): Promise<BankTransfer[]> {
    return this.repository.findOpenByUtrs(manager, utrs);
  }

  /**
   * Confirms a transfer that a line of a bank statement shows. Runs in the caller's transaction, which has locked the line.
   *
   * @throws AppError transfer_not_found, transfer_decided, payment_recorded (another receipt has recorded the money)
   */
  async confirmWithLine(
    manager: EntityManager,
    id: number,
    money: LineMoney,
  ): Promise<BankTransfer> {
    const transfer = await this.repository.lock(manager, id);
    if (transfer === null) throw new AppError('transfer_not_found');
    if (transfer.status !== 'claimed') throw new AppError('transfer_decided');
    const confirmed = await this.confirmLocked(manager, transfer, money);
    await this.endWaiting(manager, id, 'a line of the bank confirmed the transfer');
    return confirmed.transfer;
  }

  /** Confirms that the money of a transfer arrived. A refusal is an outcome, so that it does not stop other transfers. */
  async confirm(within: EntityManager, id: number, answer: MoneyAnswer): Promise<Confirmation> {
    try {
      return await inTransaction(
        within,
        async (manager) => {
          const transfer = await this.lockClaim(manager, id, answer);
          if (transfer === null) return { ...NOT_CREDITED, id, outcome: 'not_found', transfer };
          const { status } = transfer;
          if (status !== 'claimed') return { ...NOT_CREDITED, id, outcome: status, transfer };
          const { isCredited, ...confirmed } = await this.confirmLocked(manager, transfer, answer);
          return { ...NOT_CREDITED, id, outcome: 'confirmed', isCredited, ...confirmed };
        },
        { retryOnUnique: RECEIPT_REFERENCE_UNIQUE },
      );
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const refused = { ...NOT_CREDITED, id, transfer: null };
      if (error.code === 'payment_recorded') return { ...refused, outcome: 'utr_taken' };
      if (!(error instanceof MoneyIsSimilar)) throw error;
      return { ...refused, outcome: 'receipt_similar', similar: error.similar };
    }
  }

  /** Locks a transfer, and first its money: its reference, and the line that a person says is the same. */
  async lockClaim(
    manager: EntityManager,
    id: number,
    { sameAs = null }: MoneyAnswer = {},
  ): Promise<BankTransfer | null> {
    const claim = await this.repository.find(manager, id);
    if (claim !== null) await this.lockMoney(manager, claim);
    if (sameAs?.kind === 'bank_line') await this.lines.lockLine(manager, sameAs.id);
    return this.repository.lock(manager, id);
  }

  /** Locks the reference of a transfer, so that no line of the bank confirms it until the transaction ends. */
  async lockMoney(manager: EntityManager, { utr: reference }: BankTransfer): Promise<void> {
    await this.lines.lockLines(manager, 'in', { source: 'bank', reference });
  }

  private async endWaiting(manager: EntityManager, id: number, why: string): Promise<void> {
    await this.approvals.endUnneeded(manager, { kind: 'transfer', keys: [String(id)], why });
  }

  private async confirmLocked(
    manager: EntityManager,
    transfer: BankTransfer,
    { line = null, taxDeductedMinor = 0, orders = [], ...answer }: Partial<LineMoney>,
  ): Promise<Pick<Confirmation, 'isCredited'> & { transfer: BankTransfer }> {
    const { clientId, utr: reference, orderNumbers } = transfer;
    const amountMinor = line?.amountMinor ?? transfer.amountMinor;
    const receivedAt = startOfDay(line?.valueDate ?? transfer.sentOn);
    const money = {
      ...({ clientId, source: 'bank', method: 'bank_transfer', reference, amountMinor } as const),
      taxDeductedMinor,
      receivedAt,
      orderNumbers: [...new Set([...orders, ...orderNumbers])],
      isClaimed: true,
      ...answer,
    };
    const { receiptId, isReplay } = await this.receipts.recordMoney(manager, money, line);
    if (isReplay) await this.assertUnclaimed(manager, receiptId);
    const receipt = await this.receipts.get(manager, receiptId);
    const { actor: decidedBy } = this.audit.origin();
    const outcomes = await this.outcomesOf(manager, orderNumbers, receipt);
    const { sameAs = null } = answer;
    const facts = { receiptId, ...(sameAs !== null && { sameAs }) };
    await this.record(manager, 'transfer.confirmed', transfer, facts);
    const confirmed = await this.repository.decide(manager, transfer.id, {
      status: 'confirmed',
      decidedBy,
      receiptId,
      outcomes,
    });
    return { transfer: confirmed, isCredited: !isReplay };
  }

  /** @throws AppError payment_recorded when the receipt is the money of another transfer */
  private async assertUnclaimed(manager: EntityManager, receiptId: number): Promise<void> {
    const other = await this.repository.findByReceipt(manager, receiptId);
    if (other === null) return;
    throw new AppError('payment_recorded', { details: { receipt_id: receiptId } });
  }

  private async outcomesOf(
    manager: EntityManager,
    orderNumbers: readonly string[],
    { paid }: ReceiptRow,
  ): Promise<TransferOrderOutcome[]> {
    // recordMoney has locked them already.
    const orders = await this.orders.lockForPayment(manager, orderNumbers);
    return orderNumbers.map((orderNumber) => {
      if (paid.includes(orderNumber)) return { orderNumber, outcome: 'paid' };
      const order = orders.get(orderNumber);
      const isWaiting = order !== undefined && isIn('awaitingPayment', order.status);
      return { orderNumber, outcome: isWaiting ? 'amount_used_up' : 'not_payable' };
    });
  }

  private async assertOwnOrders(
    manager: EntityManager,
    clientId: number,
    orderNumbers: readonly string[],
  ): Promise<void> {
    const { unknown } = await this.orders.lockOwnForPayment(manager, clientId, orderNumbers);
    if (unknown.length > 0) {
      throw new AppError('validation_failed', { fields: unknown.map(unknownOrder) });
    }
  }

  private async record(
    manager: EntityManager,
    action: string,
    { id, clientId, utr, amountMinor }: BankTransfer,
    details: object,
  ): Promise<void> {
    await this.audit.record(manager, {
      action,
      subject: `client ${clientId}`,
      after: { transferId: id, utr, amountMinor, ...details },
    });
  }
}

function unknownOrder(index: number): FieldError {
  const field = `order_numbers.${index}`;
  return { field, code: 'unknown_order', message: `${field} is not an order of your company` };
}
