import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ApprovalKind } from '../../../identity/approvals/approval-kinds.js';
import { ApprovalLimitsService } from '../../../identity/approvals/approval-limits.service.js';
import type { Approval, ApprovalStatus } from '../../../identity/approvals/approval.entity.js';
import { ApprovalsService } from '../../../identity/approvals/approvals.service.js';
import { personIdOf } from '../../../platform/audit/actor.js';
import { ClientsService } from '../../../clients/clients.service.js';
import { currentOrigin } from '../../../platform/http/request-context.js';
import {
  idempotentTransaction,
  type Idempotency,
} from '../../../platform/idempotency/idempotency-context.js';
import { AppError } from '../../../platform/http/errors.js';
import { toPage, type NewestFirst, type Page } from '../../../platform/http/paging/page.js';
import { normalForm } from '../../../platform/reference-form.js';
import { LedgerService } from '../../ledger/ledger.service.js';

/** A correction of a wallet that is to be proposed, in minor units. */
export interface NewAdjustment {
  clientId: number;
  /** Positive: added to the wallet. Negative: taken from it. */
  amountMinor: number;
  reason: string;
  /** The caller's own reference for the adjustment, in any spelling; null: none. */
  reference: string | null;
}

export interface AdjustmentFilter {
  status?: ApprovalStatus | undefined;
  clientId?: number | undefined;
}

/** Corrections of wallets. They are approvals; proposals by the admin token wait, too. */
@Injectable()
export class AdjustmentsService extends ApprovalKind {
  readonly name = 'adjustment';
  override readonly auditedAs = 'adjustment';

  constructor(
    private readonly dataSource: DataSource,
    private readonly approvals: ApprovalsService,
    private readonly clients: ClientsService,
    private readonly ledger: LedgerService,
    private readonly limits: ApprovalLimitsService,
  ) {
    super();
  }

  /**
   * Proposes to change a wallet. Nothing moves yet, unless the amount is within the limit.
   * - the same reference again returns the first proposal
   *
   * @throws AppError client_not_found, reference_used (the reference is of another amount), insufficient_balance
   */
  async propose(
    { clientId, amountMinor, reason: note, reference }: NewAdjustment,
    key: Idempotency,
  ): Promise<Approval & { isReplay: boolean }> {
    const proposal = {
      kind: 'adjustment' as const,
      clientId,
      amountMinor,
      reference,
      note,
      details: {},
    };
    return idempotentTransaction(this.dataSource, key, async (manager) => {
      await this.clients.getClient(manager, clientId);
      const adjustment = { ...proposal, key: await this.keyOf(manager, clientId, reference) };
      return this.approvals.proposeOnce(manager, adjustment, async (nested) => {
        if (personIdOf(currentOrigin().actor) === null) return false;
        const entry = { kind: 'adjustment', clientId, amountMinor: Math.abs(amountMinor) } as const;
        await this.ledger.lockWallet(nested, clientId);
        return this.limits.take(nested, entry);
      });
    });
  }

  /** Changes the wallet. Returns the journal. @throws AppError insufficient_balance */
  async carryOut(
    manager: EntityManager,
    { id: adjustmentId, clientId, amountMinor, note }: Approval,
  ): Promise<number> {
    const money = { clientId: clientId!, amountMinor: amountMinor!, note: note ?? '' };
    const { journalId } = await this.ledger.adjust(manager, { adjustmentId, ...money });
    return journalId;
  }

  /**
   * Approves an adjustment and applies it. An adjustment that was approved before is returned unchanged.
   *
   * @throws AppError adjustment_not_found, adjustment_decided (rejected), and as ApprovalsService.approve
   */
  async approve(id: number, key: Idempotency): Promise<Approval> {
    return this.decide(id, key, 'approved', (open) => this.approvals.approve(id, () => true, open));
  }

  /** Rejects an adjustment. One that was rejected before stays as it is. @throws AppError adjustment_not_found, adjustment_decided (approved) */
  async reject(id: number, key: Idempotency): Promise<Approval> {
    return this.decide(id, key, 'rejected', (open) =>
      this.approvals.reject(id, null, () => true, open),
    );
  }

  /** Lists the latest adjustments first. */
  async list(filter: AdjustmentFilter, page: NewestFirst): Promise<Page<Approval>> {
    return toPage(await this.approvals.list({ ...filter, kinds: [this.name] }, page), page.limit);
  }

  /** Makes the key of an adjustment: that of an earlier one with this reference, in any spelling, or a new one. */
  private async keyOf(
    manager: EntityManager,
    clientId: number,
    reference: string | null,
  ): Promise<string> {
    if (reference === null) return `${clientId}:#${randomUUID()}`;
    const form = normalForm(reference);
    const earlier = await this.approvals.listReferred(manager, this.name, clientId);
    const same = earlier.find((one) => normalForm(one.reference) === form);
    return same?.key ?? `${clientId}:${form}`;
  }

  private async decide(
    id: number,
    key: Idempotency,
    status: ApprovalStatus,
    decision: (key: Idempotency) => Promise<Approval>,
  ): Promise<Approval> {
    return idempotentTransaction(this.dataSource, key, async (manager) => {
      const adjustment = await this.approvals.lockOfKind(manager, this.name, id);
      if (adjustment === null) throw new AppError('adjustment_not_found');
      if (adjustment.status === status) return adjustment;
      if (adjustment.status !== 'waiting') throw new AppError('adjustment_decided');
      return decision({ manager });
    });
  }
}
