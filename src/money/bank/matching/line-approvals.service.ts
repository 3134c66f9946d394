import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ApprovalsService } from '../../../identity/approvals/approvals.service.js';
import { lineKey, lineRefused } from '../lines/bank-line.js';
import type { BankLine } from '../lines/bank-lines.repository.js';
import { referenceKeys } from '../lines/bank-reference.js';

/** Kinds of approvals whose key can be that of a line: it is booked to another account, credited to a client, or a return. */
const LINE_KINDS = ['bank_line', 'receipt', 'reversal'] as const;

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

  /** Ends the decision about a line that waits: its booking, credit or return. @param why the end of a sentence */
  async endDecision(manager: EntityManager, { id }: BankLine, why: string): Promise<void> {
    await this.approvals.endUnneeded(manager, { kind: LINE_KINDS, keys: [lineKey(id)], why });
  }

  /** Finds the ids of the approvals that lines wait for, by the ids of the lines. */
  async findWaitingIds(
    manager: EntityManager,
    lines: readonly Pick<BankLine, 'id'>[],
  ): Promise<ReadonlyMap<number, number>> {
    const keys = lines.map(({ id }) => lineKey(id));
    const waiting = await this.approvals.findWaiting(manager, LINE_KINDS, keys);
    return new Map(waiting.map(({ id, details }) => [details.lineId!, id]));
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
