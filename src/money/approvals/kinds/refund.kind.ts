import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
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
import {
  GatewayRefundsService,
  type RequestedRefund,
  type WantedRefund,
} from '../../gateway/refunds/gateway-refunds.service.js';
import { normalForm, normalizeReference } from '../../../platform/reference-form.js';
import { ReceiptsService } from '../../receipts/receipts.service.js';
import { WaitingPayoutsService } from '../../ledger/waiting-payouts.service.js';
import { amountOf } from '../approved-money.js';
import { heldJournalOf, SetAsideKind } from './set-aside.kind.js';

/** Refunds of gateway payments to their source. */
@Injectable()
export class RefundKind extends SetAsideKind {
  readonly name = 'refund';

  constructor(
    private readonly dataSource: DataSource,
    private readonly approvals: ApprovalsService,
    private readonly limits: ApprovalLimitsService,
    protected readonly waiting: WaitingPayoutsService,
    private readonly receipts: ReceiptsService,
    private readonly refunds: GatewayRefundsService,
  ) {
    super();
  }

  /** Requests a refund, or proposes it. @throws AppError as GatewayRefundsService.request, reference_used */
  async request(wanted: WantedRefund, key: Idempotency): Promise<DoneOrWaiting<RequestedRefund>> {
    return idempotentTransaction(this.dataSource, key, async (manager) => {
      const { receiptId, amountMinor, reference, reason: note } = wanted;
      const { clientId } = await this.receipts.get(manager, receiptId);
      const keys = [
        `${receiptId}:${normalForm(reference)}`,
        `${receiptId}:${normalizeReference(reference)}`,
      ] as const;
      const proposal = {
        kind: 'refund' as const,
        key: await this.approvals.keyInUse(manager, 'refund', keys),
        clientId,
        amountMinor,
        reference,
        note,
        details: { receiptId },
      };
      return this.approvals.doOrPropose(manager, proposal, async (nested) => {
        const outcome = await this.refunds.request(wanted, { manager: nested });
        const isSettled = async (): Promise<boolean> =>
          outcome.isReplay || this.limits.take(nested, proposal);
        return { outcome, isSettled };
      });
    });
  }

  async carryOut(manager: EntityManager, approval: Approval): Promise<number> {
    const { reference, note, details } = approval;
    const { journalId, isReplay } = await this.refunds.requestWaiting(manager, {
      receiptId: details.receiptId ?? 0,
      amountMinor: amountOf(approval),
      reference: reference!,
      reason: note ?? '',
      heldJournalId: heldJournalOf(approval),
    });
    if (isReplay) throw new AppError('payout_recorded');
    return journalId;
  }
}
