import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { lineOf } from './account-lines.js';
import type { LedgerJournal } from './ledger-journal.entity.js';
import { LedgerRepository, type PostedJournal } from './ledger.repository.js';
import { LedgerService } from './ledger.service.js';
import { WaitingPayoutsService } from './waiting-payouts.service.js';
import { reversalOf, WalletJournals, type WalletChange } from './wallet-journals.js';

/** Money that goes from a wallet back to the source of a payment, in minor units. */
export interface ReturnedMoney extends Pick<LedgerJournal, 'key' | 'note'> {
  clientId: number;
  amountMinor: number;
}

/** Records money that the gateway returns to payers. Every method works in the caller's transaction, as LedgerService does. */
@Injectable()
export class GatewayLedgerService {
  constructor(
    private readonly ledger: LedgerService,
    private readonly repository: LedgerRepository,
    private readonly wallets: WalletJournals,
    private readonly waiting: WaitingPayoutsService,
  ) {}

  /** Debits the wallet with money that the gateway is to return to its source. @throws AppError insufficient_balance */
  async refundToSource(manager: EntityManager, money: ReturnedMoney): Promise<PostedJournal> {
    const effect = await this.wallets.debit(manager, changeOf('payout', money));
    const { clientId } = money;
    await this.ledger.auditWallet(
      manager,
      clientId,
      effect.changeMinor,
      effect,
      'refund_to_source',
    );
    return effect;
  }

  /** Debits the wallet with a refund (`payout`) or disputed amount taken by the gateway. The missing amount becomes a debt. */
  async takeBack(
    manager: EntityManager,
    kind: 'payout' | 'dispute',
    money: ReturnedMoney,
  ): Promise<PostedJournal> {
    const effect = await this.wallets.takeBack(manager, changeOf(kind, money));
    const { clientId } = money;
    const reason = kind === 'payout' ? 'refund_to_source' : 'dispute';
    await this.ledger.auditWallet(manager, clientId, effect.changeMinor, effect, reason);
    return effect;
  }

  /** Gives money back to the wallet after the gateway failed to return it to its source. */
  async giveBack(manager: EntityManager, journalId: number, note: string): Promise<void> {
    const reversed = await this.repository.getJournal(manager, journalId);
    const effect = await this.wallets.credit(manager, reversalOf(reversed, note));
    const { clientId } = reversed;
    await this.ledger.auditWallet(manager, clientId, effect.changeMinor, effect, 'reversal');
  }

  /** Takes money that was set aside, for the gateway to return it to its source. Returns the journal. */
  async refundWaiting(
    manager: EntityManager,
    money: Omit<ReturnedMoney, 'clientId'>,
  ): Promise<number> {
    return this.waiting.payOut(manager, { ...money, from: { kind: 'gateway' } });
  }

  /** Gives money that was set aside back to the wallet, because the gateway did not return it to its source. */
  async giveBackWaiting(
    manager: EntityManager,
    { journalId, heldJournalId, note }: { journalId: number; heldJournalId: number; note: string },
  ): Promise<void> {
    await this.ledger.reverseEntry(manager, { journalId, kind: 'payout' }, note);
    await this.waiting.release(manager, heldJournalId, note);
  }

  /** Reads the amount that the gateway holds according to the ledger, in minor units. */
  async getBalance(manager: EntityManager): Promise<number> {
    // In the ledger, assets of the wholesaler are negative, and liabilities such as wallets positive.
    return -(await this.repository.sumAccount(manager, 'gateway'));
  }
}

function changeOf(
  kind: WalletChange['kind'],
  { amountMinor, ...money }: ReturnedMoney,
): WalletChange {
  return { kind, amountMinor, lines: [lineOf('gateway', amountMinor)], ...money };
}
