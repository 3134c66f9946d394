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
  STATEMENT,
  type ApprovalLimits,
  type CountedKind,
  type Limit,
  type LimitKind,
} from './approval-limits.js';
import type { CountedEntry } from './counting/counted-entry.entity.js';
import {
  CountedEntriesRepository,
  type CountedSum,
} from './counting/counted-entries.repository.js';

/** Money that the current caller records. */
export interface NewEntry {
  kind: CountedKind;
  /** null: the money is of no client. */
  clientId: number | null;
  amountMinor: number;
  /** The journal that a line of a bank statement may prove later; default: none can. */
  journalId?: number | null;
}

/** The limits above which a person's entries wait for another person. */
@Injectable()
export class ApprovalLimitsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly entries: CountedEntriesRepository,
    @InjectRepository(ApprovalLimit) private readonly limits: Repository<ApprovalLimit>,
  ) {}

  /** Reads the limits, and makes a second change wait, so that the audit log records each change with the limits before it. */
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
    const rows: ApprovalLimit[] = LIMIT_KINDS.map((kind) => ({ kind, ...limits[kind] }));
    const { statementMinor: limitMinor } = limits;
    const repository = manager.withRepository(this.limits);
    if (limitMinor === null) await repository.delete({ kind: STATEMENT });
    else rows.push({ kind: STATEMENT, limitMinor, dayLimitMinor: null });
    await repository.upsert(rows, ['kind']);
    await this.audit.record(manager, {
      action: 'approval_limits.changed',
      subject: 'approval limits',
      before: minorOf(before),
      after: minorOf(limits),
    });
    return limits;
  }

  /**
   * Counts money that the current caller records without proof, if today's sums stay within both limits: that for one client,
   * and that for all clients. Call it after the locks of orders and wallets are taken.
   * - the sums are those of the caller's entries of this kind
   * - entries of the admin token are always accepted and not counted: it belongs to software
   * - so are entries of jobs: a job only records what a bank or the gateway proves
   * - other entries of the person wait here until the transaction ends
   *
   * @returns false: nothing is counted, and the entry has to wait for another person
   */
  async take(manager: EntityManager, entry: NewEntry): Promise<boolean> {
    const userId = personIdOf(this.audit.origin().actor);
    if (userId === null || entry.amountMinor === 0) return true;
    const limit = limitOf(await this.get(manager), entry.kind);
    if (limit === null) return true;
    await this.entries.lock(manager, userId);
    return this.entries.insertWithin(manager, { journalId: null, ...entry, userId }, limit);
  }

  /** Lists the counted entries of a journal. */
  async listCounted(
    manager: EntityManager,
    journalId: number,
  ): Promise<Pick<CountedEntry, 'clientId' | 'userId' | 'amountMinor'>[]> {
    return this.entries.listOfJournal(manager, journalId);
  }

  /** Returns true if at least an amount of a journal is counted for the current caller today. */
  async isCounted(
    manager: EntityManager,
    journalId: number,
    amountMinor: number,
  ): Promise<boolean> {
    const userId = personIdOf(this.audit.origin().actor);
    const counted = await this.listCounted(manager, journalId);
    return counted.some((one) => one.userId === userId && one.amountMinor >= amountMinor);
  }

  /** Subtracts the amount that a bank line proves from what is counted of a person and a journal. */
  async release(
    manager: EntityManager,
    entry: { journalId: number; userId: number },
    amountMinor: number,
  ): Promise<void> {
    await this.entries.release(manager, entry, amountMinor);
  }

  /** Sums what the caller recorded today and counts to the limits; nothing of the admin token counts. */
  async listToday(): Promise<CountedSum[]> {
    const userId = personIdOf(this.audit.origin().actor);
    return userId === null ? [] : this.entries.listToday(this.dataSource.manager, userId);
  }

  async get(manager: EntityManager = this.dataSource.manager): Promise<ApprovalLimits> {
    const own = await manager.withRepository(this.limits).find();
    const limits = LIMIT_KINDS.map((kind) => {
      const changed = own.find((one) => one.kind === kind);
      const { limitMinor = DEFAULT_LIMITS[kind], dayLimitMinor = null } = changed ?? {};
      return [kind, { limitMinor, dayLimitMinor }];
    });
    const statement = own.find((one) => one.kind === STATEMENT);
    return {
      ...(Object.fromEntries(limits) as Record<LimitKind, Limit>),
      statementMinor: statement?.limitMinor ?? null,
    };
  }
}

/** Finds the limit of a kind; null: there is no limit. */
function limitOf({ statementMinor, ...limits }: ApprovalLimits, kind: CountedKind): Limit | null {
  if (kind !== STATEMENT) return limits[kind];
  return statementMinor === null
    ? null
    : { limitMinor: statementMinor, dayLimitMinor: statementMinor };
}

function minorOf(limits: ApprovalLimits): object {
  const entries = LIMIT_KINDS.flatMap((kind) => [
    [`${kind}_minor`, limits[kind].limitMinor],
    [`${kind}_per_day_minor`, dayLimitOf(limits[kind])],
  ]);
  return { ...(Object.fromEntries(entries) as object), statement_minor: limits.statementMinor };
}
