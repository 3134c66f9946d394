import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditService } from '../../../platform/audit/audit.service.js';
import { dateInShop } from '../../../platform/time-zone.js';
import {
  BankLedgerRepository,
  type JournalFacts,
} from '../../ledger/bank/bank-ledger.repository.js';
import { ClosedMonthsService } from '../../ledger/closings/closed-months.service.js';
import { LedgerService } from '../../ledger/ledger.service.js';
import { LineMatchingService } from '../matching/line-matching.service.js';
import type { BankLine } from './bank-lines.repository.js';
import { lineRefused } from './bank-line.js';
import { LineLinksService } from './line-links.service.js';
import { LineMoneyService } from './line-money.service.js';

/** Undoes decisions about lines by reversing entries, in the caller's transaction, which has locked the line. */
@Injectable()
export class LineUndoService {
  constructor(
    private readonly audit: AuditService,
    private readonly bankLedger: BankLedgerRepository,
    private readonly ledger: LedgerService,
    private readonly links: LineLinksService,
    private readonly matching: LineMatchingService,
    private readonly money: LineMoneyService,
    private readonly months: ClosedMonthsService,
  ) {}

  /**
   * Undoes the decision about a line, unless it recorded a receipt.
   *
   * @returns the receipt to reverse, which then undoes the decision; null: it is undone
   * @throws AppError bank_line_refused (the month of the entry is closed, nothing was decided, or the entry was not made for
   *   the line)
   */
  async undo(manager: EntityManager, line: BankLine, reason: string): Promise<number | null> {
    const journalId = line.journalId ?? line.suspenseJournalId;
    const [journal] = await this.bankLedger.describe(
      manager,
      journalId === null ? [] : [journalId],
    );
    if (journal !== undefined) await this.assertOpenMonth(manager, journal);
    // A cheque that the line cleared is in hand again: its receipt stays. So does one that the line was only linked with.
    const isLinked = journalId !== null && line.linkedJournalId === journalId;
    const isReceipt = journal?.isReversal === false && journal.kind !== 'clearing' && !isLinked;
    if (isReceipt && journal.receiptId !== null) return journal.receiptId;
    const returns = await this.matching.lockReturns(manager, line);
    if (line.suspenseJournalId !== null) await this.links.leaveSuspense(manager, line);
    else if (journal !== undefined) await this.undoMatch(manager, line, journal, reason);
    else if (line.state !== 'ignored') throw lineRefused('Nothing was decided about this line.');
    await this.matching.reopen(manager, line);
    await this.matching.suggestAgain(manager, returns);
    await this.audit.record(manager, {
      action: 'bank_line.undone',
      subject: `bank line ${line.id}`,
      before: { state: line.state, journalId },
      after: { reason },
    });
    return null;
  }

  private async undoMatch(
    manager: EntityManager,
    line: BankLine,
    { journalId, kind, isReversal, receiptId }: JournalFacts,
    reason: string,
  ): Promise<void> {
    if (line.linkedJournalId === journalId && receiptId !== null) {
      await this.money.unlink(manager, line, receiptId);
    } else if (kind === 'bank_charge' || kind === 'other') {
      await this.ledger.reverseEntry(manager, { journalId, kind }, reason);
    } else if (kind === 'clearing' && !isReversal && receiptId !== null) {
      const { clientId } = await this.ledger.lockReceipt(manager, receiptId);
      await this.ledger.undoClearing(manager, receiptId);
      await this.money.forgetPayer(manager, line, clientId);
    } else if (isReversal && receiptId !== null) {
      await this.creditAgain(manager, line, receiptId);
    } else {
      throw lineRefused(
        `The ${kind} was recorded apart from this line, which shows only that the money moved.`,
      );
    }
  }

  /** Credits the money of a returned receipt again, with the line that first brought it. */
  private async creditAgain(
    manager: EntityManager,
    line: BankLine,
    receiptId: number,
  ): Promise<void> {
    const came = await this.links.lockLineOf(manager, receiptId);
    const { clientId, taxDeductedMinor } = await this.ledger.lockReceipt(manager, receiptId);
    if (came === null) {
      throw lineRefused(
        `Receipt ${receiptId} has no line on which its money came: record the receipt again instead.`,
      );
    }
    // The returned receipt has no line any more: the new one takes the place of both its entries.
    await this.matching.reopen(manager, line);
    const opened = await this.matching.reopen(manager, came);
    await this.money.credit(manager, opened, { clientId, taxDeductedMinor, isOtherMoney: true });
  }

  private async assertOpenMonth(manager: EntityManager, journal: JournalFacts): Promise<void> {
    const month = dateInShop(journal.at).slice(0, 7);
    if (!(await this.months.isClosed(manager, month))) return;
    throw lineRefused(
      `The month ${month} of this entry is closed, so it stays. ${correctionOf(journal)}`,
    );
  }
}

/** Says how an entry of a closed month is corrected by one of today. */
function correctionOf({ kind, isReversal, receiptId }: JournalFacts): string {
  if (kind === 'suspense')
    return 'Credit the line to its client, or wait until the client is known.';
  if (receiptId === null) return 'Tell your accountant, who corrects it by an entry of this month.';
  return isReversal
    ? `Record the money of receipt ${receiptId} again, as received today.`
    : `Reverse receipt ${receiptId} instead: that is an entry of today, and the line is open again.`;
}
