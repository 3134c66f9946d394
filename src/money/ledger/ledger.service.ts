import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service.js';
import { normalForm } from '../../platform/reference-form.js';
import { AppError } from '../../platform/http/errors.js';
import {
  lineOf,
  negated,
  type AccountLine,
  type AccountRef,
  type ClientBalances,
} from './account-lines.js';
import { ClientHolds } from './credit/client-holds.js';
import { CreditItemsRepository } from './credit/credit-items.repository.js';
import {
  LedgerRepository,
  type DaySales,
  type NewSystemJournal,
  type PostedJournal,
  type WrittenJournal,
} from './ledger.repository.js';
import type { RefundTerms } from './ledger-journal.entity.js';
import type { OrderPayment, OrderRefund } from './order-money.js';
import type { PostedReceipt, Receipt } from './receipt.entity.js';
import {
  reversalOf,
  WalletJournals,
  type PaidItems,
  type WalletEffect,
} from './wallet-journals.js';

/** Received money, in minor units. */
export interface NewReceipt extends Pick<
  Receipt,
  'clientId' | 'source' | 'method' | 'reference' | 'amountMinor'
> {
  /** Time of receipt; null means now. */
  receivedAt: Date | null;
  /** The order that the money was sent for, if known. */
  orderId: number | null;
  /** Tax that the client deducted, in minor units; the wallet gets it with the amount. Default: none. */
  taxDeductedMinor?: number;
  /** The accounts that the money came into. Default: one account, by the source. */
  into?: readonly AccountLine[];
}

/** A journal without a wallet. Its lines sum to 0; the same key is refused a second time. */
export type SystemEntry = Pick<NewSystemJournal, 'kind' | 'key' | 'lines' | 'note'> &
  Partial<Pick<NewSystemJournal, 'receiptId' | 'reversesId'>>;

/** Money of an order, in minor units. */
export interface OrderAmount {
  clientId: number;
  orderId: number;
  amountMinor: number;
}

export interface Settlement extends OrderAmount {
  /** The receipt that just added the money; null: an earlier balance. */
  receiptId: number | null;
  /** Minimum balance that must remain in the wallet. */
  keepMinor?: number;
  note?: string | null;
  /** True: what the wallet lacks is bought on account. */
  isOnAccount?: boolean;
}

/** Money that was paid out, in minor units. */
export interface NewPayout {
  clientId: number;
  amountMinor: number;
  /** Id of the payment at the wholesaler's bank. */
  reference: string;
  note: string | null;
  /** The bank account that it left. Default: the default one. */
  from?: AccountRef;
}

/** A correction of a wallet, in minor units. */
export interface ApprovedAdjustment {
  adjustmentId: number;
  clientId: number;
  amountMinor: number;
  note: string;
}

/** Records money in the caller's transaction, which has already locked the order and the stock: wallets are locked last. */
@Injectable()
export class LedgerService {
  constructor(
    private readonly audit: AuditService,
    private readonly repository: LedgerRepository,
    private readonly wallets: WalletJournals,
    private readonly holds: ClientHolds,
    private readonly items: CreditItemsRepository,
  ) {}

  /**
   * Records received money and adds it to the client's wallet. It pays the client's debt first, and then the orders bought on
   * account that `paidItems` selects.
   * - the caller pays the orders that the money was sent for afterwards
   *
   * @throws QueryFailedError of RECEIPT_REFERENCE_UNIQUE when another transaction records the same reference
   */
  async receive(
    manager: EntityManager,
    { orderId, into, taxDeductedMinor = 0, ...receipt }: NewReceipt,
    paidItems: PaidItems = 'all',
  ): Promise<WalletEffect & PostedReceipt> {
    const { clientId, amountMinor, source } = receipt;
    const money = into ?? [lineOf(accountOf(source), -amountMinor)];
    const tax = taxDeductedMinor > 0 ? [lineOf('tax_receivable', -taxDeductedMinor)] : [];
    const change = {
      ...({ kind: 'receipt', key: 'receipt:', clientId, orderId } as const),
      amountMinor: amountMinor + taxDeductedMinor,
      lines: [...money, ...tax],
    };
    return this.wallets.receive(manager, { ...receipt, taxDeductedMinor }, change, paidItems);
  }

  /**
   * Pays an order from the wallet. If it is bought on account, the client's credit pays what the wallet lacks.
   *
   * @throws AppError insufficient_balance; credit_exceeded if it is bought on account
   */
  async settle(
    manager: EntityManager,
    { isOnAccount = false, receiptId, keepMinor = 0, note = null, ...order }: Settlement,
  ): Promise<PostedJournal> {
    const { clientId, orderId, amountMinor } = order;
    const change = {
      ...({
        kind: 'settle',
        key: `settle:${orderId}`,
        orderId,
        receiptId,
        keepMinor,
        note,
      } as const),
      clientId,
      amountMinor,
      lines: [lineOf('sales', amountMinor)],
    };
    const effect = await (isOnAccount
      ? this.wallets.debitOnAccount(manager, change)
      : this.wallets.debit(manager, change));
    // The audit log shows the balance before the receipt that added this money.
    if (receiptId === null) {
      await this.auditWallet(manager, clientId, effect.changeMinor, effect, 'payment');
    }
    return effect;
  }

  /** Gives money of an order back to the wallet. @param key distinguishes the refunds of one order */
  async refund(
    manager: EntityManager,
    { clientId, orderId, amountMinor }: OrderAmount,
    { key, ...rest }: { key: string; note: string | null; refundTerms?: RefundTerms },
  ): Promise<PostedJournal> {
    const effect = await this.wallets.credit(manager, {
      kind: 'refund',
      key: refundKey(orderId, key),
      orderId,
      ...rest,
      clientId,
      amountMinor,
      lines: [lineOf('sales', -amountMinor)],
    });
    await this.auditWallet(manager, clientId, effect.changeMinor, effect, 'refund');
    return effect;
  }

  /** Finds the refund of an order by its reference, in any spelling. @param prefix of keys of refunds with a reference */
  async findRefund(
    manager: EntityManager,
    orderId: number,
    { prefix, reference }: { prefix: string; reference: string },
  ): Promise<WrittenJournal | null> {
    const known = { prefix: refundKey(orderId, prefix), form: normalForm(reference) };
    return this.repository.findRefund(manager, orderId, known);
  }

  /** Reads the key of a payout by its reference in any form, or a new key. The caller has locked the reference. */
  async getPayoutKey(manager: EntityManager, reference: string): Promise<string> {
    return this.repository.getPayoutKey(manager, reference);
  }

  /**
   * Records money that the bank paid out to the client. The same reference again, in any form, returns the first payout.
   *
   * @throws AppError insufficient_balance, payout_recorded (the reference is of another client or amount)
   * @throws QueryFailedError of JOURNAL_KEY_UNIQUE when another transaction records the same reference
   */
  async payOut(
    manager: EntityManager,
    { clientId, amountMinor, reference, note, from = { kind: 'bank' } }: NewPayout,
  ): Promise<PostedJournal & { isReplay: boolean }> {
    const key = await this.getPayoutKey(manager, reference);
    const known = await this.repository.findJournal(manager, key);
    if (known !== null) {
      const isSame = known.clientId === clientId && known.amountMinor === -amountMinor;
      if (!isSame) throw new AppError('payout_recorded');
      return { journalId: known.journalId, balanceMinor: known.balanceMinor, isReplay: true };
    }
    // A payout of money that was set aside moves no wallet.
    if (await this.repository.hasJournal(manager, key)) throw new AppError('payout_recorded');
    const lines = [{ account: from, amountMinor }];
    const change = { kind: 'payout', key, clientId, amountMinor, lines, note } as const;
    const posted = await this.wallets.debit(manager, change);
    await this.auditWallet(manager, clientId, -amountMinor, posted, 'payout');
    return { ...posted, isReplay: false };
  }

  /** @throws AppError receipt_not_found */
  async lockReceipt(manager: EntityManager, receiptId: number): Promise<Receipt> {
    const receipt = await this.repository.lockReceipt(manager, receiptId);
    if (receipt === null) throw new AppError('receipt_not_found');
    return receipt;
  }

  /** Locks a client's wallet, before what is locked after wallets. */
  async lockWallet(manager: EntityManager, clientId: number): Promise<void> {
    await this.repository.lockWallet(manager, clientId);
  }

  /**
   * Corrects a wallet by an approved adjustment. A negative `amountMinor` takes money away.
   *
   * @throws AppError insufficient_balance
   */
  async adjust(
    manager: EntityManager,
    { adjustmentId, clientId, amountMinor, note }: ApprovedAdjustment,
  ): Promise<PostedJournal> {
    const change = {
      ...({ kind: 'adjustment', key: `adjustment:${adjustmentId}`, note } as const),
      clientId,
      amountMinor: Math.abs(amountMinor),
      lines: [lineOf('adjustments', -amountMinor)],
    };
    const effect = await (amountMinor > 0
      ? this.wallets.credit(manager, change)
      : this.wallets.debit(manager, change));
    await this.auditWallet(manager, clientId, effect.changeMinor, effect, 'adjustment');
    return effect;
  }

  /**
   * Reverses a receipt that was recorded by mistake or whose money did not arrive. What the wallet lacks becomes the client's
   * debt.
   * - a cheque that was cleared leaves the bank
   * - the receipt's reference can be recorded again
   * - a receipt that was already reversed does not change
   *
   * @throws AppError receipt_not_found
   */
  async reverseReceipt(manager: EntityManager, receiptId: number, reason: string): Promise<void> {
    const receipt = await this.lockReceipt(manager, receiptId);
    await this.undoClearing(manager, receiptId);
    if (receipt.reversedAt !== null) return;
    const reversed = await this.repository.getReceiptJournal(manager, receiptId);
    const change = { ...reversalOf(reversed, reason), receiptId };
    const effect = await this.wallets.takeBack(manager, change);
    await this.repository.markReversed(manager, receiptId);
    await this.auditWallet(manager, reversed.clientId, effect.changeMinor, effect, 'reversal');
  }

  /** Moves a cheque in hand, whose receipt is locked, to a bank account. Returns the journal. */
  async clearCheque(
    manager: EntityManager,
    { receiptId, amountMinor, account }: AccountLine & { receiptId: number },
  ): Promise<number> {
    return this.record(manager, {
      kind: 'clearing',
      receiptId,
      note: null,
      // A cheque that was taken out of the bank by mistake is cleared again.
      key: `clearing:${receiptId}:${randomUUID()}`,
      lines: [lineOf('cheques_in_hand', amountMinor), { account, amountMinor: -amountMinor }],
    });
  }

  /** Takes a cheque whose receipt is locked out of the bank, if it was cleared. */
  async undoClearing(manager: EntityManager, receiptId: number): Promise<void> {
    const journalId = await this.repository.findClearing(manager, receiptId);
    if (journalId === null) return;
    await this.reverseEntry(manager, { journalId, kind: 'clearing', receiptId }, null);
  }

  /** Writes a journal without a wallet and returns its id. @throws QueryFailedError of JOURNAL_KEY_UNIQUE */
  async record(manager: EntityManager, entry: SystemEntry): Promise<number> {
    return this.repository.postWithoutWallet(manager, {
      ...this.audit.origin(),
      orderId: null,
      receiptId: null,
      reversesId: null,
      ...entry,
    });
  }

  /** Reverses a journal without a wallet. The caller has made sure that it is not reversed. */
  async reverseEntry(
    manager: EntityManager,
    { journalId, ...entry }: Pick<SystemEntry, 'kind' | 'receiptId'> & { journalId: number },
    note: string | null,
  ): Promise<void> {
    const lines = await this.repository.listLines(manager, journalId);
    await this.record(manager, {
      ...entry,
      key: `reversal:${journalId}`,
      reversesId: journalId,
      note,
      lines: negated(lines),
    });
  }

  /** Reads the amount that received money pays before the orders that it was sent for: the client's debt and overdue items. */
  async getOwedFirst(manager: EntityManager, clientId: number): Promise<number> {
    return this.items.getOwedFirst(manager, clientId);
  }

  /**
   * Pays orders bought on account with the rest of a receipt, after the orders that it was sent for.
   *
   * @returns the amount that was paid, in minor units
   */
  async payItems(
    manager: EntityManager,
    { clientId, receiptId }: { clientId: number; receiptId: number },
    { journalId: causeId, balanceMinor: budgetMinor }: PostedJournal,
  ): Promise<number> {
    return this.wallets.payItems(manager, { clientId, receiptId, causeId, budgetMinor });
  }

  /**
   * Refuses to ship for a client whose orders are on hold. Prevents a hold from beginning before the transaction ends.
   * - the caller has locked the order and the stock
   *
   * @throws AppError on_hold
   */
  async assertNotOnHold(manager: EntityManager, clientId: number): Promise<void> {
    await this.holds.assertNone(manager, clientId);
  }

  async listClientsOnHold(
    manager: EntityManager,
    clientIds: readonly number[],
  ): Promise<Set<number>> {
    return this.holds.list(manager, clientIds);
  }

  /** Writes the sum of the journals, `amountMinor`, to the audit log as a balance change, unless it is 0. */
  async auditWallet(
    manager: EntityManager,
    clientId: number,
    amountMinor: number,
    { balanceMinor }: Pick<PostedJournal, 'balanceMinor'>,
    reason: string,
  ): Promise<void> {
    if (amountMinor === 0) return;
    await this.audit.record(manager, {
      action: amountMinor > 0 ? 'wallet.credited' : 'wallet.debited',
      subject: `client ${clientId}`,
      before: { balance_minor: balanceMinor - amountMinor },
      after: { balance_minor: balanceMinor, reason },
    });
  }

  /** Lists the balances, debts and credit of clients, by client id. */
  async listBalances(
    manager: EntityManager,
    clientIds: readonly number[],
  ): Promise<Map<number, ClientBalances>> {
    const balances = await this.repository.listBalances(manager, clientIds);
    return new Map(balances.map(({ clientId, ...rest }) => [clientId, rest]));
  }

  /** Sums payments of orders less refunds by the shop's day of recording. Days without either are omitted. */
  async sumSalesByDay(manager: EntityManager, from: Date): Promise<DaySales[]> {
    return this.repository.sumSalesByDay(manager, from);
  }

  async findReceipt(
    manager: EntityManager,
    key: Pick<Receipt, 'source'> & { reference: string },
  ): Promise<Receipt | null> {
    return this.repository.findReceipt(manager, key);
  }

  /** Lists the payments of an order and the money for it that was credited to the wallet, oldest first. */
  async listOrderPayments(manager: EntityManager, orderId: number): Promise<OrderPayment[]> {
    return this.repository.listOrderPayments(manager, orderId);
  }

  /** Lists the refunds of an order to the wallet, oldest first. */
  async listOrderRefunds(manager: EntityManager, orderId: number): Promise<OrderRefund[]> {
    return this.repository.listOrderRefunds(manager, orderId);
  }
}

function refundKey(orderId: number, key: string): string {
  return `refund:${orderId}:${key}`;
}

/** Finds the account that receives the money of a source. */
function accountOf(source: Receipt['source']): 'gateway' | 'cash' | 'bank' {
  return source === 'gateway' || source === 'cash' ? source : 'bank';
}
