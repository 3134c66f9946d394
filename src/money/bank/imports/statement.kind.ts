import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, Repository, type EntityManager } from 'typeorm';
import { ApprovalKind } from '../../../identity/approvals/approval-kinds.js';
import { ApprovalLimitsService } from '../../../identity/approvals/approval-limits.service.js';
import { STATEMENT } from '../../../identity/approvals/approval-limits.js';
import type {
  Approval,
  NewApproval,
  StatementSummary,
} from '../../../identity/approvals/approval.entity.js';
import {
  ApprovalsService,
  type DoneOrWaiting,
} from '../../../identity/approvals/approvals.service.js';
import { LIMITS } from '../../../platform/config/limits.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { AppError } from '../../../platform/http/errors.js';
import type { BankAccount } from '../accounts/bank-account.entity.js';
import { BankAccountsService } from '../accounts/bank-accounts.service.js';
import { LineMatchingService } from '../matching/line-matching.service.js';
import { StatementStore, sumOf, type ReadFile, type StoredFile } from './statement-store.js';
import { WaitingStatement } from './waiting-statement.entity.js';

/** Number of lines that the person who approves a statement sees. */
const SHOWN_LINES = 5;

/** Statements of banks that move more than one person's may on a day. */
@Injectable()
export class StatementKind extends ApprovalKind {
  readonly name = STATEMENT;
  override readonly readPermission = 'bank:read';

  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: BankAccountsService,
    private readonly approvals: ApprovalsService,
    private readonly limits: ApprovalLimitsService,
    private readonly matching: LineMatchingService,
    private readonly stores: StatementStore,
    @InjectRepository(WaitingStatement) private readonly waiting: Repository<WaitingStatement>,
  ) {
    super();
  }

  /** Stores a file, or proposes it. @throws AppError as StatementStore.store */
  async import(account: BankAccount, file: ReadFile): Promise<DoneOrWaiting<StoredFile>> {
    return inTransaction(this.dataSource, async (manager) => {
      const proposal = proposalOf(account, file);
      const done = await this.approvals.doOrPropose(manager, proposal, async (nested) => {
        const outcome = await this.stores.store(nested, account, file);
        const money = { kind: STATEMENT, clientId: null, amountMinor: outcome.newMinor } as const;
        return { outcome, isSettled: () => this.limits.take(nested, money) };
      });
      if (done.approval !== null) await this.keep(manager, done.approval, file);
      return done;
    });
  }

  /** @throws AppError approval_outdated: the file does not continue the statements of the account any more */
  async carryOut(manager: EntityManager, approval: Approval): Promise<null> {
    const { id, details, proposedBy } = approval;
    const waiting = manager.withRepository(this.waiting);
    const kept = await waiting.findOneBy({ approvalId: id });
    if (kept === null) throw new AppError('approval_outdated');
    const { file } = kept;
    const account = await this.accounts.get(manager, details.statement!.bankAccountId);
    try {
      await this.stores.store(manager, account, file, proposedBy);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'import_refused') throw error;
      throw new AppError('approval_outdated', { message: error.message });
    }
    await this.forget(manager, id);
    return null;
  }

  /** Matches each open line in a transaction of its own, so that orders and wallets are locked for a moment only. */
  override async afterApproval({ details }: Approval): Promise<void> {
    const { manager } = this.dataSource;
    const account = await this.accounts.get(manager, details.statement!.bankAccountId);
    await this.matching.matchAll(await this.stores.listOpen(manager, account));
  }

  override async giveBack(manager: EntityManager, { id }: Approval): Promise<void> {
    await this.forget(manager, id);
  }

  private async keep(
    manager: EntityManager,
    { id: approvalId }: Approval,
    file: ReadFile,
  ): Promise<void> {
    await manager
      .createQueryBuilder()
      .insert()
      .into(WaitingStatement)
      .values({ approvalId, file })
      .orIgnore()
      .execute();
  }

  private async forget(manager: EntityManager, approvalId: number): Promise<void> {
    await manager.withRepository(this.waiting).delete({ approvalId });
  }
}

function proposalOf({ id, name }: BankAccount, { statement, ...file }: ReadFile): NewApproval {
  const { lines, openingMinor, closingMinor } = statement;
  const largest = lines
    .toSorted((one, other) => other.amountMinor - one.amountMinor)
    .slice(0, SHOWN_LINES)
    .map(({ valueDate: date, direction, amountMinor, reference, description }) => ({
      date,
      reference: reference ?? '',
      description,
      amountMinor: direction === 'in' ? amountMinor : -amountMinor,
    }));
  const summary: StatementSummary = {
    bankAccountId: id,
    rows: lines.length,
    inMinor: sumOf(lines, 'in'),
    outMinor: sumOf(lines, 'out'),
    openingMinor,
    closingMinor,
    largest,
  };
  const note = file.fileName === null ? name : `${name}: ${file.fileName}`;
  return {
    ...({ kind: STATEMENT, key: `${id} ${file.sha256}`, clientId: null } as const),
    amountMinor: null,
    reference: null,
    note: note.slice(0, LIMITS.reasonLength),
    details: { statement: summary },
  };
}
