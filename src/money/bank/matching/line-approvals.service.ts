import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ApprovalsService } from '../../../identity/approvals/approvals.service.js';
import { lineKey, lineRefused } from '../lines/bank-line.js';
import type { BankLine } from '../lines/bank-lines.repository.js';
import { referenceKeys } from '../lines/bank-reference.js';

/** What waits for a second person about the money of lines. Works in the caller's transaction, which has locked the line. */
@Injectable()
export class LineApprovals {
  constructor(private readonly approvals: ApprovalsService) {}

  /**
   * Refuses to book a locked debit if a payout of the same money waits for approval: approving it will match this line.
   *
   * @throws AppError bank_line_refused
   */
  async assertNoPayoutWaits(
    manager: EntityManager,
    { identifiers, amountMinor }: BankLine,
  ): Promise<void> {
    const waiting = await this.approvals.findWaiting(manager, 'payout', keysOf(identifiers));
    const same = waiting.find((approval) => approval.amountMinor === amountMinor);
    if (same === undefined) return;
    throw lineRefused(
      `Approval ${same.id} waits to pay out this money. Approve or reject it first.`,
    );
  }

  /** Ends a waiting booking of a line, which was decided in another way. */
  async endBooking(manager: EntityManager, { id }: BankLine): Promise<void> {
    const why = 'its line was decided otherwise';
    await this.approvals.endUnneeded(manager, { kind: 'bank_line', keys: [lineKey(id)], why });
  }

  /** Ends a waiting receipt of the money that a line has just recorded. @param taxDeductedMinor tax that the wallet got with it */
  async endReceipt(
    manager: EntityManager,
    { identifiers, amountMinor: lineMinor }: BankLine,
    taxDeductedMinor = 0,
  ): Promise<void> {
    const keys = keysOf(identifiers);
    const why = 'a line of the bank recorded the money';
    const amountMinor = lineMinor + taxDeductedMinor;
    await this.approvals.endUnneeded(manager, { kind: 'receipt', keys, why, amountMinor });
  }

  /** Ends a waiting reversal of a receipt whose money a line has just returned. */
  async endReversal(manager: EntityManager, receiptId: number): Promise<void> {
    const why = 'a line of the bank returned the money';
    await this.approvals.endUnneeded(manager, { kind: 'reversal', keys: [String(receiptId)], why });
  }
}

function keysOf(identifiers: readonly string[]): string[] {
  return identifiers.flatMap((reference) => referenceKeys({ source: 'bank', reference }));
}
