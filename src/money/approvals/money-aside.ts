import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Approval } from '../../people/approvals/approval.entity.js';
import { WaitingPayoutsService } from '../ledger/waiting-payouts.service.js';
import { amountOf, clientOf } from './approved-money.js';

/** Money of wallets that is set aside while its payout or refund to source waits. */
@Injectable()
export class MoneyAside {
  constructor(private readonly payouts: WaitingPayoutsService) {}

  /** Writes a journal and returns its id. @throws AppError insufficient_balance */
  async setAside(manager: EntityManager, approval: Approval): Promise<number> {
    const { id: approvalId, reference, note } = approval;
    const money = { approvalId, clientId: clientOf(approval), reference: reference ?? '', note };
    return this.payouts.setAside(manager, { ...money, amountMinor: amountOf(approval) });
  }

  /** Gives the money of a rejected approval back to the wallet. */
  async giveBack(manager: EntityManager, approval: Approval): Promise<void> {
    const { rejectionReason } = approval;
    await this.payouts.release(manager, heldJournalOf(approval), rejectionReason ?? '');
  }

  /** Reads the wallet's balance after the money was set aside. */
  async getBalanceAfter(manager: EntityManager, approval: Approval): Promise<number> {
    return this.payouts.getBalanceAfter(manager, heldJournalOf(approval));
  }
}

/** Reads the journal that set the money of an approval aside. */
export function heldJournalOf({ id, heldJournalId }: Approval): number {
  if (heldJournalId === null) throw new Error(`approval ${id} has set nothing aside`);
  return heldJournalId;
}
