import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { toDecimalText } from '../../../platform/money.js';
import { BankLedgerRepository } from '../../ledger/bank/bank-ledger.repository.js';
import { LedgerService } from '../../ledger/ledger.service.js';
import { LineApprovals } from '../matching/line-approvals.service.js';
import { LineMatchingService } from '../matching/line-matching.service.js';
import type { OtherAccount } from '../other-accounts/other-account.entity.js';
import { ledgerAccountOfOther } from '../other-accounts/other-accounts.service.js';
import type { BankLine } from './bank-lines.repository.js';
import { assertOpen } from './bank-lines.service.js';
import { accountOf, lineRefused } from './bank-line.js';
import { LineLinksService } from './line-links.service.js';

/** Books money of lines that belongs to no client. Works in the caller's transaction, which has locked the line. */
@Injectable()
export class LineBookingsService {
  constructor(
    private readonly approvals: LineApprovals,
    private readonly bankLedger: BankLedgerRepository,
    private readonly ledger: LedgerService,
    private readonly links: LineLinksService,
    private readonly matching: LineMatchingService,
  ) {}

  /** Refuses a line that is not suggested as a charge. @throws AppError bank_line_refused */
  async assertCharge(manager: EntityManager, line: BankLine): Promise<void> {
    const suggestion = await this.matching.suggestionFor(manager, line);
    if (suggestion?.reason === 'bank_charge') return;
    throw lineRefused(
      'A charge has words such as CHG, CHARGES or SMS, names no client, and is at most ' +
        `${toDecimalText(line.chargeLimitMinor)} on this bank account. Book this line to another account instead.`,
    );
  }

  /**
   * Books a line to an account, and returns the journal. Open credits that return a debit are suggested for the account.
   *
   * @throws AppError bank_line_matched, bank_line_refused (money of a payout that waits, or is of another bank account)
   */
  async book(manager: EntityManager, line: BankLine, account: OtherAccount): Promise<number> {
    assertOpen(line);
    await this.approvals.assertNoPayoutWaits(manager, line);
    if (line.direction === 'out') await this.assertOfAccount(manager, line);
    const returns = await this.matching.lockReturns(manager, line);
    const { id, description, direction } = line;
    const amountMinor = direction === 'out' ? line.amountMinor : -line.amountMinor;
    const kind = account.type === 'charges' ? 'bank_charge' : 'other';
    const journalId = await this.ledger.record(manager, {
      kind,
      // A random key suffices: the lock of the line prevents a repetition.
      key: `${kind}:line:${id}:${randomUUID()}`,
      lines: [
        { account: accountOf(line), amountMinor },
        { account: ledgerAccountOfOther(account), amountMinor: -amountMinor },
      ],
      note: description === '' ? null : description,
    });
    await this.links.match(manager, line, journalId);
    await this.matching.suggestAgain(manager, returns);
    return journalId;
  }

  /** @throws AppError bank_line_refused: a payout or a receipt of another bank account has the debit's reference */
  private async assertOfAccount(manager: EntityManager, line: BankLine): Promise<void> {
    const suggestion = await this.matching.suggestionFor(manager, line);
    if (suggestion?.reason !== 'account_differs') return;
    throw lineRefused(
      'A payout or a receipt of another bank account has the reference of this line.',
    );
  }

  /** Returns true if a line is already booked to an account. */
  async isBookedTo(
    manager: EntityManager,
    { journalId }: BankLine,
    { id, type }: OtherAccount,
  ): Promise<boolean> {
    if (journalId === null) return false;
    const [journal] = await this.bankLedger.describe(manager, [journalId]);
    return type === 'charges' ? journal?.kind === 'bank_charge' : journal?.otherAccount?.id === id;
  }
}
