import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ApprovalLimitsService } from '../../../identity/approvals/approval-limits.service.js';
import type { Approval } from '../../../identity/approvals/approval.entity.js';
import {
  ApprovalsService,
  type DoneOrWaiting,
} from '../../../identity/approvals/approvals.service.js';
import type { NewPayout } from '../../ledger/ledger.service.js';
import {
  idempotentTransaction,
  type Idempotency,
} from '../../../platform/idempotency/idempotency-context.js';
import { LineMatchingService } from '../../bank/matching/line-matching.service.js';
import type { BankLine } from '../../bank/lines/bank-lines.repository.js';
import { recordedReference, referenceKeys } from '../../bank/lines/bank-reference.js';
import { WalletsService, type RecordedPayout } from '../../wallets/wallets.service.js';
import { WaitingPayoutsService } from '../../ledger/waiting-payouts.service.js';
import { amountOf, clientOf } from '../approved-money.js';
import { heldJournalOf, SetAsideKind } from './set-aside.kind.js';

/** Payouts of wallets to their clients. */
@Injectable()
export class PayoutKind extends SetAsideKind {
  readonly name = 'payout';

  constructor(
    private readonly dataSource: DataSource,
    private readonly approvals: ApprovalsService,
    private readonly limits: ApprovalLimitsService,
    private readonly matching: LineMatchingService,
    protected readonly waiting: WaitingPayoutsService,
    private readonly wallets: WalletsService,
  ) {
    super();
  }

  /** Records a payout, or proposes it. @throws AppError as WalletsService.payOut, reference_used */
  async payOut(payout: NewPayout, key: Idempotency): Promise<DoneOrWaiting<RecordedPayout>> {
    return idempotentTransaction(this.dataSource, key, async (manager) => {
      const { clientId, amountMinor, note } = payout;
      const reference = recordedReference({ source: 'bank', reference: payout.reference });
      const keys = referenceKeys({ source: 'bank', reference });
      const proposal = {
        ...({
          kind: 'payout',
          key: await this.approvals.keyInUse(manager, 'payout', keys),
        } as const),
        clientId,
        amountMinor,
        reference,
        note,
        details: {},
      };
      // Until the proposal is stored, no other call books its line of a bank statement.
      const returns = await this.lock(manager, payout);
      const approved = await this.findApproved(manager, payout);
      if (approved !== null) return { outcome: approved, approval: null };
      return this.approvals.doOrPropose(manager, proposal, async (nested) => {
        const outcome = await this.wallets.payOut(payout, { manager: nested });
        await this.matching.suggestAgain(nested, returns);
        const isSettled = async (): Promise<boolean> =>
          outcome.isReplay || this.limits.take(nested, proposal);
        return { outcome, isSettled };
      });
    });
  }

  override async lockFirst(manager: EntityManager, approval: Approval): Promise<void> {
    await this.lock(manager, payoutOf(approval));
  }

  async carryOut(manager: EntityManager, approval: Approval): Promise<number> {
    const payout = payoutOf(approval);
    const returns = await this.lock(manager, payout);
    const journalId = await this.wallets.payOutWaiting(payout, { manager });
    await this.matching.suggestAgain(manager, returns);
    return journalId;
  }

  /** Locks a payout’s reference and its bank lines. Returns the lines with which the bank may have sent the payout back. */
  private async lock(manager: EntityManager, payout: NewPayout): Promise<BankLine[]> {
    await this.wallets.lockReference(manager, payout);
    return this.matching.lockReturnsOfPayout(manager, payout);
  }

  /** Finds the same payout, if it waited and was approved. */
  private async findApproved(
    manager: EntityManager,
    payout: NewPayout,
  ): Promise<RecordedPayout | null> {
    const { clientId, amountMinor, reference } = payout;
    const [key, former] = referenceKeys({ source: 'bank', reference });
    const find = async (one: string): Promise<Approval | null> =>
      this.approvals.findApproved(manager, { kind: 'payout', key: one });
    const approved = (await find(key)) ?? (former === key ? null : await find(former));
    // WalletsService.payOut refuses another payout with its reference.
    if (approved?.clientId !== clientId || approved.amountMinor !== amountMinor) return null;
    const balanceMinor = await this.waiting.getBalanceAfter(manager, heldJournalOf(approved));
    return { ...payout, id: approved.journalId!, balanceMinor, isReplay: true };
  }
}

function payoutOf(approval: Approval): NewPayout {
  const { reference, note } = approval;
  const money = { clientId: clientOf(approval), amountMinor: amountOf(approval) };
  return { ...money, reference: reference!, note };
}
