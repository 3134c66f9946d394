import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, Repository, type EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service.js';
import { personIdOf } from '../../platform/audit/actor.js';
import { ApprovalLimit } from './approval-limit.entity.js';
import {
  DEFAULT_LIMITS,
  LIMIT_KINDS,
  dayLimitOf,
  type ApprovalLimits,
  type Limit,
  type LimitKind,
} from './approval-limits.js';
import { CountedEntriesRepository } from './counting/counted-entries.repository.js';

/** Money that the current caller records. */
export interface NewEntry {
  kind: LimitKind;
  /** null: the money is of no client. */
  clientId: number | null;
  amountMinor: number;
  /** The journal that a line of a bank statement may prove later; default: none can. */
  journalId?: number | null;
}

/** The sums above which what a person records waits for another one. */
@Injectable()
export class ApprovalLimitsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly entries: CountedEntriesRepository,
    @InjectRepository(ApprovalLimit) private readonly limits: Repository<ApprovalLimit>,
  ) {}

  /** Reads the limits, and lets a second change wait, so that the audit log has each change from what it found. */
  async lock(manager: EntityManager): Promise<ApprovalLimits> {
    await manager.query('LOCK TABLE approval_limits IN SHARE ROW EXCLUSIVE MODE');
    return this.get(manager);
  }

  /** Replaces all limits. @param before the limits that {@link lock} returned */
  async replace(
    manager: EntityManager,
    before: ApprovalLimits,
    limits: ApprovalLimits,
  ): Promise<ApprovalLimits> {
    const rows = LIMIT_KINDS.map((kind) => ({ kind, ...limits[kind] }));
    await manager.withRepository(this.limits).upsert(rows, ['kind']);
    await this.audit.record(manager, {
      action: 'approval_limits.changed',
      subject: 'approval limits',
      before: minorOf(before),
      after: minorOf(limits),
    });
    return limits;
  }

  /**
   * Counts money that the current caller records without proof, if it is within the limits: with what the same person recorded
   * today, that of its kind for one client, and that for all clients together. What the admin token and jobs record always is, and
   * is not counted: the token belongs to software, and a job only records what a bank or the gateway proves.
   *
   * Call it after the locks of orders and wallets are taken: other entries of the person wait here until the transaction ends.
   *
   * @returns false: nothing is counted, and the entry has to wait for another person
   */
  async take(manager: EntityManager, entry: NewEntry): Promise<boolean> {
    const userId = personIdOf(this.audit.origin().actor);
    if (userId === null || entry.amountMinor === 0) return true;
    const { [entry.kind]: limit } = await this.get(manager);
    await this.entries.lock(manager, userId);
    return this.entries.insertWithin(manager, { journalId: null, ...entry, userId }, limit);
  }

  /**
   * Subtracts the amount that a bank line proves from the counted entries of its journal.
   *
   * @param importedUnbalancedBy to whom the line proves nothing; null: it proves it to all
   */
  async release(
    manager: EntityManager,
    journalId: number,
    line: { amountMinor: number; importedUnbalancedBy: string | null },
  ): Promise<void> {
    const { amountMinor, importedUnbalancedBy: importer } = line;
    const exceptUserId = importer === null ? null : personIdOf(importer);
    await this.entries.release(manager, journalId, { amountMinor, exceptUserId });
  }

  async get(manager: EntityManager = this.dataSource.manager): Promise<ApprovalLimits> {
    const own = await manager.withRepository(this.limits).find();
    const limits = LIMIT_KINDS.map((kind) => {
      const changed = own.find((one) => one.kind === kind);
      const { limitMinor = DEFAULT_LIMITS[kind], dayLimitMinor = null } = changed ?? {};
      return [kind, { limitMinor, dayLimitMinor }];
    });
    return Object.fromEntries(limits) as Record<LimitKind, Limit>;
  }
}

function minorOf(limits: ApprovalLimits): object {
  const entries = LIMIT_KINDS.flatMap((kind) => [
    [`${kind}_minor`, limits[kind].limitMinor],
    [`${kind}_per_day_minor`, dayLimitOf(limits[kind])],
  ]);
  return Object.fromEntries(entries) as object;
}
