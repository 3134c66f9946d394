import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service.js';
import { AppError } from '../../platform/http/errors.js';
import { toMajorUnits } from '../../platform/money.js';
import { negated, type ClientBalances } from './account-lines.js';
import { CreditItemsRepository } from './credit/credit-items.repository.js';
import { NO_CREDIT } from './credit/credit-terms.js';
import type { OwedAccountKind } from './ledger-account.entity.js';
import {
  LedgerRepository,
  type NewJournal,
  type PostedJournal,
  type WrittenJournal,
} from './ledger.repository.js';
import type { PostedReceipt, ReceiptData } from './receipt.entity.js';

/** A journal of a wallet, without the accounts. `amountMinor` is positive in either direction. */
export type WalletChange = Pick<NewJournal, 'kind' | 'key' | 'clientId' | 'amountMinor' | 'lines'> &
  Partial<
    Pick<NewJournal, 'orderId' | 'receiptId' | 'reversesId' | 'note' | 'keepMinor' | 'refundTerms'>
  >;

/** The effect of a change on the wallet and on what the client owes; in minor units. */
export interface WalletEffect extends PostedJournal {
  /** Change of the balance: the amount, less what it paid of the client's debt and orders, or plus what became debt or credit. */
  changeMinor: number;
  /** Amount paid off the client's debt; negative: amount that became debt. */
  debtPaidMinor: number;
  /** Amount paid for orders bought on account; negative: amount bought on account. */
  creditPaidMinor: number;
  /** Amount of orders bought on account that is still unpaid after the change. */
  creditLeftMinor: number;
}

const NOTHING_OWED = { debtPaidMinor: 0, creditPaidMinor: 0, creditLeftMinor: 0 };

/** The unpaid orders bought on account that a credit to the wallet pays. */
export type PaidItems = 'all' | 'overdue';

export function reversalOf(
  { journalId, kind, clientId, amountMinor, lines }: WrittenJournal,
  note: string,
): WalletChange {
  return {
    kind,
    key: `reversal:${journalId}`,
    reversesId: journalId,
    note,
    clientId,
    amountMinor: Math.abs(amountMinor),
    lines: negated(lines),
  };
}

/**
 * Writes the journals of wallets. A credit first pays the client's debt, then orders bought on account, each in a journal of
 * its own.
 * - a client who owes therefore has an empty wallet
 * - if more is taken back than the wallet holds, the rest becomes debt
 */
@Injectable()
export class WalletJournals {
  constructor(
    private readonly audit: AuditService,
    private readonly repository: LedgerRepository,
    private readonly items: CreditItemsRepository,
  ) {}

  /** Adds to a wallet, and pays what the client owes from it. Opens the wallet if the client has none. */
  async credit(
    manager: EntityManager,
    change: WalletChange,
    paidItems: PaidItems = 'all',
  ): Promise<WalletEffect> {
    const journal = this.journalOf(change, change.amountMinor);
    const posted = await this.opening(manager, change, () =>
      this.repository.post(manager, journal),
    );
    return this.payOwed(manager, change, posted, paidItems);
  }

  /** Records a receipt and adds its money as {@link credit}. The receipt's id completes the key of the change. */
  async receive(
    manager: EntityManager,
    receipt: ReceiptData,
    change: WalletChange,
    paidItems: PaidItems,
  ): Promise<WalletEffect & PostedReceipt> {
    const journal = { ...this.journalOf(change, change.amountMinor), receiptId: null };
    const posted = await this.opening(manager, change, () =>
      this.repository.postReceipt(manager, journal, receipt),
    );
    const received = { ...change, receiptId: posted.receiptId };
    return { ...posted, ...(await this.payOwed(manager, received, posted, paidItems)) };
  }

  /** Pays what the client of a wallet owes with an amount that was just added. */
  private async payOwed(
    manager: EntityManager,
    change: WalletChange,
    posted: PostedJournal | PostedReceipt,
    paidItems: PaidItems,
  ): Promise<WalletEffect> {
    const { clientId, amountMinor } = change;
    const effect = { ...posted, ...NOTHING_OWED, changeMinor: amountMinor };
    // Only a client whose wallet was empty before can owe.
    if (posted.balanceMinor !== amountMinor) return effect;
    const { debtMinor, creditUsedMinor } =
      'debtMinor' in posted
        ? posted
        : (await this.repository.listBalances(manager, [clientId]))[0]!;
    const debtPaidMinor = Math.min(debtMinor, amountMinor);
    if (debtPaidMinor > 0) {
      const key = `debt-paid:${posted.journalId}`;
      await this.moveDebt(manager, change, { key, amountMinor: -debtPaidMinor });
      await this.auditOwed(manager, 'debt', clientId, [debtMinor, debtMinor - debtPaidMinor]);
    }
    const budgetMinor = amountMinor - debtPaidMinor;
    const source = { ...change, causeId: posted.journalId, budgetMinor };
    const creditPaidMinor =
      creditUsedMinor > 0 ? await this.payItems(manager, source, paidItems) : 0;
    const changeMinor = budgetMinor - creditPaidMinor;
    const creditLeftMinor = creditUsedMinor - creditPaidMinor;
    const paid = { debtPaidMinor, creditPaidMinor, creditLeftMinor };
    return { ...posted, balanceMinor: changeMinor, changeMinor, ...paid };
  }

  /**
   * Pays a client's orders bought on account from its wallet, in the order of their due dates.
   *
   * @param source the money: its journal, and what is left of it
   * @returns the amount that was paid, in minor units
   */
  async payItems(
    manager: EntityManager,
    {
      clientId,
      causeId,
      budgetMinor,
      receiptId,
      note,
    }: Pick<WalletChange, 'clientId' | 'receiptId' | 'note'> & {
      causeId: number;
      budgetMinor: number;
    },
    paidItems: PaidItems = 'all',
  ): Promise<number> {
    if (budgetMinor === 0) return 0;
    const cause = { causeId, receiptId: receiptId ?? null, note: note ?? null };
    const payment = { clientId, budgetMinor, isOverdueOnly: paidItems === 'overdue', ...cause };
    const paidMinor = await this.items.pay(manager, payment, this.audit.origin());
    if (paidMinor > 0) {
      const leftMinor = await this.repository.getOwed(manager, 'client_credit', clientId);
      await this.auditOwed(manager, 'credit', clientId, [leftMinor + paidMinor, leftMinor]);
    }
    return paidMinor;
  }

  /** Takes an amount from a wallet. @throws AppError insufficient_balance */
  async debit(manager: EntityManager, change: WalletChange): Promise<WalletEffect> {
    const { clientId, amountMinor, keepMinor = 0 } = change;
    const posted = await this.repository.post(manager, this.journalOf(change, -amountMinor));
    if (posted !== null) {
      return { ...posted, ...NOTHING_OWED, changeMinor: -amountMinor };
    }
    const [balances] = await this.repository.listBalances(manager, [clientId]);
    throw insufficientBalance(amountMinor + keepMinor, balances!);
  }

  /**
   * Takes the payment of an order from a wallet. The client's credit pays what the wallet lacks.
   *
   * @throws AppError credit_exceeded (the limit, an overdue item or a debt forbids it)
   */
  async debitOnAccount(
    manager: EntityManager,
    change: WalletChange & { orderId: number },
  ): Promise<WalletEffect> {
    const { clientId, orderId } = change;
    const missingMinor = await this.lockAndGetMissing(manager, change);
    if (missingMinor > 0) {
      const item = { clientId, orderId, amountMinor: missingMinor };
      if (!(await this.items.draw(manager, item))) throw await this.refusedCredit(manager, item);
      const key = `credit:${orderId}`;
      await this.post(manager, 'client_credit', change, { key, amountMinor: missingMinor });
      const usedMinor = await this.repository.getOwed(manager, 'client_credit', clientId);
      await this.auditOwed(manager, 'credit', clientId, [usedMinor - missingMinor, usedMinor]);
    }
    const effect = await this.debit(manager, change);
    const changeMinor = effect.changeMinor + missingMinor;
    return { ...effect, changeMinor, creditPaidMinor: -missingMinor };
  }

  /** Takes back an amount to which the client is no longer entitled. What the wallet lacks becomes the client's debt. */
  async takeBack(manager: EntityManager, change: WalletChange): Promise<WalletEffect> {
    const { clientId, amountMinor } = change;
    const missingMinor = await this.lockAndGetMissing(manager, change);
    if (missingMinor > 0) {
      const key = `debt:${change.key}`;
      await this.moveDebt(manager, change, { key, amountMinor: missingMinor });
      const owedMinor = await this.repository.getOwed(manager, 'client_debt', clientId);
      await this.auditOwed(manager, 'debt', clientId, [owedMinor - missingMinor, owedMinor]);
    }
    const effect = await this.debit(manager, change);
    return { ...effect, changeMinor: missingMinor - amountMinor, debtPaidMinor: -missingMinor };
  }

  /** Locks a wallet, opening it if the client has none. Returns how much of an amount the wallet lacks. */
  private async lockAndGetMissing(
    manager: EntityManager,
    { clientId, amountMinor }: WalletChange,
  ): Promise<number> {
    await this.repository.openWallet(manager, clientId);
    const heldMinor = (await this.repository.lockWallet(manager, clientId)) ?? 0;
    return Math.max(0, amountMinor - heldMinor);
  }

  /** Moves an amount from a client's debt to its wallet; negative: from the wallet to the debt. */
  private async moveDebt(
    manager: EntityManager,
    cause: WalletChange,
    move: Pick<WalletChange, 'key' | 'amountMinor'>,
  ): Promise<void> {
    await this.repository.addDebt(manager, cause.clientId, move.amountMinor);
    await this.post(manager, 'client_debt', cause, move);
  }

  /** Writes the journal between a wallet and the client's debt or credit account, whose balance has already changed. */
  private async post(
    manager: EntityManager,
    account: OwedAccountKind,
    { clientId, orderId, receiptId, note }: WalletChange,
    { key, amountMinor }: Pick<WalletChange, 'key' | 'amountMinor'>,
  ): Promise<void> {
    const kind = account === 'client_debt' ? 'debt' : 'credit';
    const lines = [{ account: { kind: account, ownerId: clientId }, amountMinor: -amountMinor }];
    const cause = { orderId: orderId ?? null, receiptId: receiptId ?? null, note: note ?? null };
    const change = { kind, key, clientId, lines, amountMinor, ...cause } as const;
    const posted = await this.repository.post(manager, this.journalOf(change, amountMinor));
    if (posted === null) throw new Error('a wallet that was locked lacks what it was just given');
  }

  private async refusedCredit(
    manager: EntityManager,
    { clientId, amountMinor }: { clientId: number; amountMinor: number },
  ): Promise<AppError> {
    const terms = await this.items.findTerms(manager, clientId, { isLocked: false });
    const [balances] = await this.repository.listBalances(manager, [clientId]);
    const { limitMinor } = terms ?? NO_CREDIT;
    const { debtMinor, creditUsedMinor } = balances!;
    return creditExceeded(amountMinor, {
      debtMinor,
      availableMinor: Math.max(0, limitMinor - creditUsedMinor),
      overdueMinor: await this.items.sumOverdue(manager, clientId),
    });
  }

  /** Adds to a wallet with `post`. Opens the wallet if `post` returns null because it does not exist. */
  private async opening<Posted extends PostedJournal>(
    manager: EntityManager,
    { clientId }: WalletChange,
    post: () => Promise<Posted | null>,
  ): Promise<Posted> {
    const first = await post();
    if (first !== null) return first;
    await this.repository.openWallet(manager, clientId);
    const posted = await post();
    if (posted === null) throw new Error('a wallet was neither opened nor credited');
    return posted;
  }

  private async auditOwed(
    manager: EntityManager,
    kind: 'debt' | 'credit',
    clientId: number,
    [beforeMinor, afterMinor]: [number, number],
  ): Promise<void> {
    const drawn = kind === 'debt' ? 'debt.incurred' : 'credit.used';
    const field = kind === 'debt' ? 'debt_minor' : 'credit_used_minor';
    await this.audit.record(manager, {
      action: afterMinor > beforeMinor ? drawn : `${kind}.paid`,
      subject: `client ${clientId}`,
      before: { [field]: beforeMinor },
      after: { [field]: afterMinor },
    });
  }

  private journalOf(change: WalletChange, amountMinor: number): NewJournal {
    return {
      ...this.audit.origin(),
      orderId: null,
      receiptId: null,
      reversesId: null,
      note: null,
      keepMinor: 0,
      ...change,
      amountMinor,
    };
  }
}

function insufficientBalance(
  requiredMinor: number,
  { walletMinor, debtMinor }: ClientBalances,
): AppError {
  const [required, available] = [toMajorUnits(requiredMinor), toMajorUnits(walletMinor)];
  const debt = toMajorUnits(debtMinor);
  const owed = debt > 0 ? ` The client owes ${debt.toFixed(2)}, which is paid first.` : '';
  return new AppError('insufficient_balance', {
    message: `The wallet holds ${available.toFixed(2)}; ${required.toFixed(2)} is required.${owed}`,
    details: { required, available, ...(debt > 0 && { debt }) },
  });
}

function creditExceeded(
  requiredMinor: number,
  amounts: { availableMinor: number; overdueMinor: number; debtMinor: number },
): AppError {
  const [required, available] = [toMajorUnits(requiredMinor), toMajorUnits(amounts.availableMinor)];
  const [overdue, debt] = [toMajorUnits(amounts.overdueMinor), toMajorUnits(amounts.debtMinor)];
  const owed = [
    ...(overdue > 0 ? [` Orders for ${overdue.toFixed(2)} are overdue.`] : []),
    ...(debt > 0 ? [` The client owes ${debt.toFixed(2)}, which is paid first.`] : []),
  ];
  return new AppError('credit_exceeded', {
    message: `The remaining credit is ${available.toFixed(2)}; ${required.toFixed(2)} is required.${owed.join('')}`,
    details: { required, available, ...(overdue > 0 && { overdue }), ...(debt > 0 && { debt }) },
  });
}
