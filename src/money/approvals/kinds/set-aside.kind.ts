import type { EntityManager } from 'typeorm';
import { ApprovalKind } from '../../../identity/approvals/approval-kinds.js';
import type { Approval } from '../../../identity/approvals/approval.entity.js';
import type { WaitingPayoutsService } from '../../ledger/waiting-payouts.service.js';
import { amountOf, clientOf } from '../approved-money.js';

/** Payouts and refunds to source. Their money is set aside while they wait. */
export abstract class SetAsideKind extends ApprovalKind {
  protected abstract readonly waiting: WaitingPayoutsService;

  /** Writes a journal and returns its id. @throws AppError insufficient_balance */
  override async setAside(manager: EntityManager, approval: Approval): Promise<number> {
    const { id: approvalId, reference, note } = approval;
    const money = { approvalId, clientId: clientOf(approval), reference: reference ?? '', note };
    return this.waiting.setAside(manager, { ...money, amountMinor: amountOf(approval) });
  }

  override async giveBack(manager: EntityManager, approval: Approval): Promise<void> {
    const { rejectionReason } = approval;
    await this.waiting.release(manager, heldJournalOf(approval), rejectionReason ?? '');
  }
}

/** Reads the journal that set the money of an approval aside. */
export function heldJournalOf({ id, heldJournalId }: Approval): number {
  if (heldJournalId === null) throw new Error(`approval ${id} has set nothing aside`);
  return heldJournalId;
}
