import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { inTransaction } from '../../../platform/database/transaction.js';
import { ApprovalKind } from '../approval-kinds.js';
import { limitsOf, toLimits, type ApprovalLimitsDto } from '../approval-limits.dto.js';
import type { ApprovalLimits } from '../approval-limits.js';
import { ApprovalLimitsService } from '../approval-limits.service.js';
import type { Approval, SettingFacts } from '../approval.entity.js';
import { ApprovalsService, type DoneOrWaiting } from '../approvals.service.js';
import { changeOf } from './setting-change.js';

/** Limits that are raised: a person who raises them could record above the former ones alone. */
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
      const change = { before: factsOf(await this.limits.lock(manager)), after: factsOf(limits) };
      const isRaised = Object.entries(change.after).some(
        ([field, amount]) => Number(amount) > Number(change.before[field]),
      );
      if (!isRaised) return { outcome: await this.limits.replace(manager, limits), approval: null };
      const proposal = { kind: this.name, clientId: null, details: { change } } as const;
      return this.approvals.changeOrPropose(manager, proposal, (nested) =>
        this.limits.replace(nested, limits),
      );
    });
  }

  async carryOut(manager: EntityManager, approval: Approval): Promise<null> {
    const { after } = changeOf(approval, factsOf(await this.limits.lock(manager)));
    await this.limits.replace(manager, limitsOf(after as unknown as ApprovalLimitsDto));
    return null;
  }
}

function factsOf(limits: ApprovalLimits): SettingFacts {
  return { ...toLimits(limits) } as object as SettingFacts;
}
