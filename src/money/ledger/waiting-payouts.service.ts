import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AppError } from '../../platform/http/errors.js';
import { lineOf, type AccountRef } from './account-lines.js';
import type { LedgerJournal } from './ledger-journal.entity.js';
import { LedgerRepository, type PostedJournal } from './ledger.repository.js';
import { LedgerService } from './ledger.service.js';
import { reversalOf, WalletJournals } from './wallet-journals.js';

/** Money of a wallet that is set aside until another person approves the payout; in minor units. */
export interface MoneySetAside extends Pick<LedgerJournal, 'note'> {
  approvalId: number;
  clientId: number;
  amountMinor: number;
  /** The id of the payment at the bank, or of the refund. */
  reference: string;
}

/** Money that was set aside and is paid out now; in minor units. */
export interface ApprovedPayout extends Pick<LedgerJournal, 'key' | 'note'> {
  amountMinor: number;
  /** The account that pays it out. */
  from: AccountRef;
}

/** Records money that leaves a wallet through the account `payouts_waiting`, in the caller's transaction. */
@Injectable()
export class WaitingPayoutsService {
  constructor(
    private readonly ledger: LedgerService,
    private readonly repository: LedgerRepository,
    private readonly wallets: WalletJournals,
  ) {}

  /** Takes money from a wallet and keeps it aside. Returns the journal. @throws AppError insufficient_balance */
  async setAside(
    manager: EntityManager,
    { approvalId, clientId, amountMinor, reference, note }: MoneySetAside,
  ): Promise<number> {
    const lines = [lineOf('payouts_waiting', amountMinor)];
    const key = `waiting:${approvalId}:${reference}`;
    const change = { kind: 'payout', key, clientId, amountMinor, lines, note } as const;
    const effect = await this.wallets.debit(manager, change);
    await this.ledger.auditWallet(manager, clientId, effect.changeMinor, effect, 'payout_waiting');
    return effect.journalId;
  }

  /** Reads the wallet's balance after money was set aside by a journal. */
  async getBalanceAfter(manager: EntityManager, journalId: number): Promise<number> {
    const { balanceMinor }: PostedJournal = await this.repository.getJournal(manager, journalId);
    return balanceMinor;
  }

  /** Pays out money that was set aside. Returns the journal. @throws AppError payout_recorded (the key was used) */
  async payOut(
    manager: EntityManager,
    { key, note, amountMinor, from }: ApprovedPayout,
  ): Promise<number> {
    if (await this.repository.hasJournal(manager, key)) throw new AppError('payout_recorded');
    const lines = [lineOf('payouts_waiting', -amountMinor), { account: from, amountMinor }];
    return this.ledger.record(manager, { kind: 'payout', key, lines, note });
  }

  /** Returns money that was set aside to the wallet, where it first pays what the client owes. */
  async release(manager: EntityManager, journalId: number, note: string): Promise<void> {
    const reversed = await this.repository.getJournal(manager, journalId);
    const effect = await this.wallets.credit(manager, reversalOf(reversed, note));
    await this.ledger.auditWallet(
      manager,
      reversed.clientId,
      effect.changeMinor,
      effect,
      'reversal',
    );
  }
}
