import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { inTransaction } from '../../../platform/database/transaction.js';
import { ApprovalKind } from '../approval-kinds.js';
import { limitsOf, toLimits, type ApprovalLimitsDto } from '../approval-limits.dto.js';
import type { ApprovalLimits } from '../approval-limits.js';
import { ApprovalLimitsService } from '../approval-limits.service.js';
import type { Approval, SettingFacts } from '../approval.entity.js';
import { ApprovalsService, type DoneOrWaiting } from '../approvals.service.js';
import { assertUnchanged, changeOf } from './setting-change.js';

/** Raised limits. A person who raises them could record alone above the former ones. */
@Injectable()
export class ApprovalLimitsKind extends ApprovalKind {
  readonly name = 'approval_limits';
  override readonly permission = 'limits:write';

  constructor(
    private readonly dataSource: DataSource,
    private readonly approvals: ApprovalsService,
    private readonly limits: ApprovalLimitsService,
  ) {
    super();
  }

  /** Replaces all limits, or proposes it if one is raised. */
  async replace(limits: ApprovalLimits): Promise<DoneOrWaiting<ApprovalLimits>> {
    return inTransaction(this.dataSource, async (manager) => {
      const before = await this.limits.lock(manager);
      const change = { before: factsOf(before), after: factsOf(limits) };
      const replace = async (within: EntityManager): Promise<ApprovalLimits> =>
        this.limits.replace(within, before, limits);
      const isRaised = Object.entries(change.after).some(
        ([field, amount]) => sizeOf(amount) > sizeOf(change.before[field]),
      );
      if (!isRaised) return { outcome: await replace(manager), approval: null };
      const proposal = { kind: this.name, clientId: null, details: { change } } as const;
      return this.approvals.changeOrPropose(manager, proposal, replace);
    });
  }

  async carryOut(manager: EntityManager, approval: Approval): Promise<null> {
    const { before, after } = changeOf(approval);
    const now = await this.limits.lock(manager);
    assertUnchanged(before, factsOf(now));
    await this.limits.replace(manager, now, limitsOf(after as unknown as ApprovalLimitsDto));
    return null;
  }
}

/** Reads the size of a limit. null: nothing waits. */
function sizeOf(amount: string | number | null | undefined): number {
  return amount == null ? Number.POSITIVE_INFINITY : Number(amount);
}

function factsOf(limits: ApprovalLimits): SettingFacts {
  return { ...toLimits(limits) } as object as SettingFacts;
}
