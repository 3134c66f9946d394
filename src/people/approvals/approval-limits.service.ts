import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { personIdOf } from '../users/actor.js';
import { ApprovalLimit } from './approval-limit.entity.js';
import {
  DEFAULT_LIMITS,
  LIMIT_KINDS,
  type ApprovalLimits,
  type LimitKind,
} from './approval-limits.js';

/** The amounts above which what a person records waits for another one. */
@Injectable()
export class ApprovalLimitsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
  ) {}

  async get(): Promise<ApprovalLimits> {
    return this.read(this.dataSource.manager);
  }

  /** Replaces all limits. */
  async replace(limits: ApprovalLimits): Promise<ApprovalLimits> {
    return inTransaction(this.dataSource, async (manager) => {
      // A second change waits, so that the audit log has each change from what it found.
      await manager.query('LOCK TABLE approval_limits IN SHARE ROW EXCLUSIVE MODE');
      const before = await this.read(manager);
      const rows = LIMIT_KINDS.map((kind) => ({ kind, limitMinor: limits[kind] }));
      await manager.getRepository(ApprovalLimit).upsert(rows, ['kind']);
      await this.audit.record(manager, {
        action: 'approval_limits.changed',
        subject: 'approval limits',
        before: minorOf(before),
        after: minorOf(limits),
      });
      return limits;
    });
  }

  /**
   * Returns whether an amount that the current caller records is above the limit of its kind. What the admin token and jobs
   * record never is: the token belongs to software, and a job only records what a bank or the gateway proves.
   */
  async isAbove(manager: EntityManager, kind: LimitKind, amountMinor: number): Promise<boolean> {
    if (personIdOf(this.audit.origin().actor) === null) return false;
    return amountMinor > (await this.read(manager))[kind];
  }

  private async read(manager: EntityManager): Promise<ApprovalLimits> {
    const own = await manager.getRepository(ApprovalLimit).find();
    const changed = Object.fromEntries(own.map(({ kind, limitMinor }) => [kind, limitMinor]));
    return { ...DEFAULT_LIMITS, ...changed };
  }
}

function minorOf(limits: ApprovalLimits): object {
  return Object.fromEntries(LIMIT_KINDS.map((kind) => [`${kind}_minor`, limits[kind]]));
}
