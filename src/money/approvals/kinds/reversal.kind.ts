import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ApprovalKind } from '../../../identity/approvals/approval-kinds.js';
import { ApprovalLimitsService } from '../../../identity/approvals/approval-limits.service.js';
import type { Approval } from '../../../identity/approvals/approval.entity.js';
import {
  ApprovalsService,
  type DoneOrWaiting,
} from '../../../identity/approvals/approvals.service.js';
import {
  idempotentTransaction,
  type Idempotency,
} from '../../../platform/idempotency/idempotency-context.js';
import { AppError } from '../../../platform/http/errors.js';
import { LineCreditsService } from '../../bank/lines/line-credits.service.js';
import { ReceiptReversalsService } from '../../receipts/receipt-reversals.service.js';
import type { ReceiptRow } from '../../receipts/receipts.repository.js';
import { ReceiptsService, type ReceiptOutcome } from '../../receipts/receipts.service.js';
import { ReceiptProofs } from '../receipt-proofs.js';

@Injectable()
export class ReversalKind extends ApprovalKind {
  readonly name = 'reversal';

  constructor(
    private readonly dataSource: DataSource,
    private readonly approvals: ApprovalsService,
    private readonly credits: LineCreditsService,
    private readonly limits: ApprovalLimitsService,
    private readonly proofs: ReceiptProofs,
    private readonly receipts: ReceiptsService,
    private readonly reversals: ReceiptReversalsService,
  ) {
    super();
  }

  /** Reverses a receipt, or proposes to. @throws AppError as ReceiptReversalsService.reverse */
  async reverse(
    receiptId: number,
    note: string,
    key: Idempotency,
  ): Promise<DoneOrWaiting<ReceiptOutcome<ReceiptRow>>> {
    return idempotentTransaction(this.dataSource, key, async (manager) => {
      const receipt = await this.receipts.get(manager, receiptId);
      const { clientId, reference } = receipt;
      const proposal = {
        ...({ kind: 'reversal', key: String(receiptId), clientId, reference, note } as const),
        amountMinor: receipt.amountMinor + receipt.taxDeductedMinor,
        details: { receiptId },
      };
      // Until the proposal is stored, no line of the bank returns the same money.
      await this.reversals.lock(manager, receiptId);
      return this.approvals.doOrPropose(manager, proposal, async (nested) => {
        const outcome = await this.reversals.reverse(receiptId, note, { manager: nested });
        const isSettled = async (): Promise<boolean> =>
          outcome.isReplay || this.limits.take(nested, proposal);
        return { outcome, isSettled };
      });
    });
  }

  override async lockFirst(manager: EntityManager, { details }: Approval): Promise<void> {
    const { receiptId = 0, lineId } = details;
    if (lineId === undefined) await this.reversals.lock(manager, receiptId);
    else await this.credits.lock(manager, lineId);
  }

  async carryOut(manager: EntityManager, { details, note }: Approval): Promise<number> {
    const { receiptId = 0, lineId } = details;
    if (lineId !== undefined) {
      await this.credits.returnApproved(manager, lineId, receiptId);
      return this.proofs.getReversal(manager, receiptId);
    }
    const { isReplay } = await this.reversals.reverse(receiptId, note ?? '', { manager });
    if (isReplay) {
      const message = `Receipt ${receiptId} was reversed meanwhile; reject this.`;
      throw new AppError('approval_outdated', { message });
    }
    return this.proofs.getReversal(manager, receiptId);
  }
}
