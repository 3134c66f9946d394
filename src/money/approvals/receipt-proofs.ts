import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { NewApproval } from '../../identity/approvals/approval.entity.js';
import {
  ApprovalsService,
  type DoneOrWaiting,
} from '../../identity/approvals/approvals.service.js';
import { AppError } from '../../platform/http/errors.js';
import { BankLedgerRepository } from '../ledger/bank/bank-ledger.repository.js';
import { LineLinksService } from '../bank/lines/line-links.service.js';
import { LineProofs } from '../bank/matching/line-proofs.service.js';

type Proposal = NewApproval & { amountMinor: number };

/** Money that came in. Above the limit it needs another person, unless a line of the bank proves it. */
@Injectable()
export class ReceiptProofs {
  constructor(
    private readonly approvals: ApprovalsService,
    private readonly ledger: BankLedgerRepository,
    private readonly lines: LineLinksService,
    private readonly proofs: LineProofs,
  ) {}

  /**
   * Records money that came in, or proposes it.
   *
   * @param creditedBy reads the receipt that the work recorded; null: none, or an earlier call did
   */
  async record<T>(
    manager: EntityManager,
    proposal: Proposal,
    work: (manager: EntityManager) => Promise<T>,
    creditedBy: (outcome: T) => number | null,
  ): Promise<DoneOrWaiting<T>> {
    return this.approvals.doOrPropose(manager, proposal, async (nested) => {
      const outcome = await work(nested);
      const receiptId = creditedBy(outcome);
      return {
        outcome,
        isRecorded: receiptId !== null,
        isSettled: async () => receiptId === null || this.takeUnproven(nested, receiptId, proposal),
      };
    });
  }

  /** Locks the reference of money, and the lines of bank statements with it. */
  async lockMoney(
    manager: EntityManager,
    money: Parameters<LineLinksService['lockLines']>[2],
  ): Promise<void> {
    await this.lines.lockLines(manager, 'in', money);
  }

  /** Reads the journal of money that an approval recorded. @throws AppError payment_recorded: it was recorded meanwhile */
  async getApproved(
    manager: EntityManager,
    { receiptId, isReplay }: { receiptId: number; isReplay: boolean },
  ): Promise<number> {
    if (!isReplay) return this.getJournal(manager, receiptId);
    throw new AppError('payment_recorded', {
      message: `The money was recorded meanwhile, as receipt ${receiptId}; reject this.`,
      details: { receipt_id: receiptId },
    });
  }

  /** Counts what no line proves of a receipt. @returns false: it is above a limit, so that the receipt needs an approval */
  private async takeUnproven(
    manager: EntityManager,
    receiptId: number,
    { clientId, amountMinor, details }: Proposal,
  ): Promise<boolean> {
    const line = await this.lines.lockLineOf(manager, receiptId);
    const journalId = await this.getJournal(manager, receiptId);
    const entry = { clientId: clientId!, amountMinor, journalId };
    return this.proofs.take(manager, line, entry, details);
  }

  async getJournal(manager: EntityManager, receiptId: number): Promise<number> {
    const receipt = await this.ledger.findReceipt(manager, receiptId);
    if (receipt === null) throw new Error(`receipt ${receiptId} has no journal`);
    return receipt.journalId;
  }

  async getReversal(manager: EntityManager, receiptId: number): Promise<number> {
    const receipt = await this.ledger.findReceipt(manager, receiptId);
    if (receipt?.reversalId == null) throw new Error(`receipt ${receiptId} is not reversed`);
    return receipt.reversalId;
  }
}
