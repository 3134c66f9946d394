import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ApprovalKind } from '../../../identity/approvals/approval-kinds.js';
import { ApprovalLimitsService } from '../../../identity/approvals/approval-limits.service.js';
import type { Approval } from '../../../identity/approvals/approval.entity.js';
import {
  ApprovalsService,
  type DoneOrWaiting,
} from '../../../identity/approvals/approvals.service.js';
import { LIMITS } from '../../../platform/config/limits.js';
import { AppError } from '../../../platform/http/errors.js';
import {
  idempotentTransaction,
  type Idempotency,
} from '../../../platform/idempotency/idempotency-context.js';
import type { BankLine } from '../../bank/lines/bank-lines.repository.js';
import { BankLinesService, type ShownLine } from '../../bank/lines/bank-lines.service.js';
import { LineBookingsService } from '../../bank/lines/line-bookings.service.js';
import { lineKey, lineRefused } from '../../bank/lines/bank-line.js';
import type { OtherAccount } from '../../bank/other-accounts/other-account.entity.js';
import { OtherAccountsService } from '../../bank/other-accounts/other-accounts.service.js';

/** Lines of bank statements that are booked to other accounts than those of clients, within the limits of payouts. */
@Injectable()
export class BankLineKind extends ApprovalKind {
  readonly name = 'bank_line';

  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: OtherAccountsService,
    private readonly approvals: ApprovalsService,
    private readonly bookings: LineBookingsService,
    private readonly limits: ApprovalLimitsService,
    private readonly lines: BankLinesService,
  ) {
    super();
  }

  /**
   * Books a line to another account, or proposes to. A line that was booked to it before stays as it is.
   *
   * @throws AppError bank_line_not_found, validation_failed (unknown account), bank_line_matched, bank_line_refused (money of a
   *   payout that waits, or the line waits to be booked to another account)
   */
  async book(id: number, accountId: number, key: Idempotency): Promise<DoneOrWaiting<ShownLine>> {
    return idempotentTransaction(this.dataSource, key, async (manager) => {
      const line = await this.lines.lock(manager, id, null);
      return this.bookTo(manager, line, await this.accounts.getOffered(manager, accountId));
    });
  }

  /**
   * Books a debit that is suggested as a charge of the bank, or proposes to. One that was booked before stays as it is.
   *
   * @throws AppError as book; bank_line_refused (a credit, or not suggested as a charge)
   */
  async charge(id: number, key: Idempotency): Promise<DoneOrWaiting<ShownLine>> {
    return idempotentTransaction(this.dataSource, key, async (manager) => {
      const line = await this.lines.lock(manager, id, 'out');
      if (line.journalId === null) await this.bookings.assertCharge(manager, line);
      return this.bookTo(manager, line, await this.accounts.getCharges(manager));
    });
  }

  override async lockFirst(manager: EntityManager, { details }: Approval): Promise<void> {
    await this.lines.lock(manager, details.lineId ?? 0, null);
  }

  async carryOut(manager: EntityManager, { details }: Approval): Promise<number> {
    const { lineId = 0, otherAccountId = 0 } = details;
    const line = await this.lines.lock(manager, lineId, null);
    const account = await this.accounts.getOffered(manager, otherAccountId);
    if (line.journalId !== null) {
      const message = `Bank line ${lineId} was matched meanwhile; reject this.`;
      throw new AppError('approval_outdated', { message });
    }
    return this.bookings.book(manager, line, account);
  }

  private async bookTo(
    manager: EntityManager,
    line: BankLine,
    account: OtherAccount,
  ): Promise<DoneOrWaiting<ShownLine>> {
    const { id, amountMinor, direction, valueDate } = line;
    await this.assertNotForAnother(manager, id, account);
    const money = { clientId: null, amountMinor };
    const proposal = {
      ...({ kind: 'bank_line', key: lineKey(id), ...money } as const),
      reference: line.reference === '' ? null : line.reference,
      note: `${account.name}: ${line.description}`.slice(0, LIMITS.reasonLength),
      details: { lineId: id, otherAccountId: account.id, direction, valueDate },
    };
    return this.approvals.doOrPropose(manager, proposal, async (nested) => {
      const isBooked = await this.bookings.isBookedTo(nested, line, account);
      if (!isBooked) await this.bookings.book(nested, line, account);
      const outcome = await this.lines.get(nested, id);
      const isSettled = async (): Promise<boolean> =>
        isBooked || this.limits.take(nested, { kind: 'payout', ...money });
      return { outcome, isSettled };
    });
  }

  /** @throws AppError bank_line_refused */
  private async assertNotForAnother(
    manager: EntityManager,
    id: number,
    { id: accountId }: OtherAccount,
  ): Promise<void> {
    const [waiting] = await this.approvals.findWaiting(manager, 'bank_line', [lineKey(id)]);
    if (waiting === undefined || waiting.details.otherAccountId === accountId) return;
    throw lineRefused(
      `Approval ${waiting.id} waits to book this line to another account. Approve or reject it first.`,
    );
  }
}
