import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ApprovalLimitsService } from '../../../people/approvals/approval-limits.service.js';
import { personIdOf, personOf } from '../../../platform/audit/actor.js';
import { UsersService } from '../../../people/users/users.service.js';
import { ADMIN_TOKEN_ACTOR, AuditService } from '../../../platform/audit/audit.service.js';
import { ClientsService } from '../../../clients/clients.service.js';
import { LedgerService } from '../../ledger/ledger.service.js';
import { moneyTransaction, type MoneyKey } from '../../../platform/keyed-calls/money-key.js';
import { AppError } from '../../../platform/http/errors.js';
import { type NewestFirst, type Page, readPage } from '../../../platform/http/paging/page.js';
import { AdjustmentsRepository, type AdjustmentFilter } from './adjustments.repository.js';
import { ADJUSTMENT_REFERENCE_UNIQUE, type WalletAdjustment } from './wallet-adjustment.entity.js';

/** A correction of a wallet that is to be proposed. */
export type NewAdjustment = Pick<
  WalletAdjustment,
  'clientId' | 'amountMinor' | 'reason' | 'reference'
>;

/** Corrections of wallets, which one person proposes and another one approves. */
@Injectable()
export class AdjustmentsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly clients: ClientsService,
    private readonly ledger: LedgerService,
    private readonly limits: ApprovalLimitsService,
    private readonly users: UsersService,
    private readonly repository: AdjustmentsRepository,
  ) {}

  /**
   * Proposes to change a wallet. Nothing moves yet, unless the amount is within the limit. The same reference again returns
   * the first proposal.
   *
   * @throws AppError client_not_found, reference_used (the reference is of another amount), insufficient_balance
   */
  async propose(
    adjustment: NewAdjustment,
    key: MoneyKey,
  ): Promise<WalletAdjustment & { isReplay: boolean }> {
    return moneyTransaction(
      this.dataSource,
      key,
      async (manager) => {
        await this.clients.getClient(manager, adjustment.clientId);
        const known = await this.findProposed(manager, adjustment);
        if (known !== null) return { ...known, isReplay: true };
        return { ...(await this.insert(manager, adjustment)), isReplay: false };
      },
      { retryOnUnique: ADJUSTMENT_REFERENCE_UNIQUE },
    );
  }

  /**
   * Approves an adjustment and applies it. An adjustment that was approved before is returned unchanged.
   *
   * @throws AppError adjustment_not_found, adjustment_decided (rejected), self_approval, insufficient_balance,
   *   permission_denied (the admin token, once an owner exists)
   */
  async approve(id: number, key: MoneyKey): Promise<WalletAdjustment> {
    return moneyTransaction(this.dataSource, key, async (manager) => {
      const adjustment = await this.lock(manager, id);
      const { status, proposedBy } = adjustment;
      if (status === 'approved') return adjustment;
      if (status === 'rejected') throw new AppError('adjustment_decided');
      const { actor: decidedBy } = this.audit.origin();
      await this.users.assertMayApprove(manager, decidedBy);
      const isOwn = personOf(decidedBy) === personOf(proposedBy);
      if (isOwn && !(await this.mayApproveItsOwn(manager, decidedBy))) {
        throw new AppError('self_approval');
      }
      return this.apply(manager, adjustment, isOwn);
    });
  }

  /**
   * Rejects an adjustment. One that was rejected before stays as it is.
   *
   * @throws AppError adjustment_not_found, adjustment_decided (approved)
   */
  async reject(
    id: number,
    key: MoneyKey,
    rejectionReason: string | null = null,
  ): Promise<WalletAdjustment> {
    return moneyTransaction(this.dataSource, key, async (manager) => {
      const adjustment = await this.lock(manager, id);
      const { clientId, amountMinor, status, proposedBy } = adjustment;
      if (status === 'rejected') return adjustment;
      if (status === 'approved') throw new AppError('adjustment_decided');
      await this.audit.record(manager, {
        action: 'adjustment.rejected',
        subject: `client ${clientId}`,
        after: { adjustmentId: id, amountMinor, proposedBy, rejectionReason },
      });
      const { actor: decidedBy } = this.audit.origin();
      const decision = { status: 'rejected', decidedBy, rejectionReason } as const;
      return this.repository.decide(manager, id, decision);
    });
  }

  async exists(manager: EntityManager, id: number): Promise<boolean> {
    return (await this.repository.find(manager, id)) !== null;
  }

  /** Lists the latest adjustments first. */
  async list(filter: AdjustmentFilter, page: NewestFirst): Promise<Page<WalletAdjustment>> {
    return readPage(page, (range) => this.repository.list(this.dataSource.manager, filter, range));
  }

  /** @throws AppError reference_used */
  private async findProposed(
    manager: EntityManager,
    { clientId, amountMinor, reference }: NewAdjustment,
  ): Promise<WalletAdjustment | null> {
    if (reference === null) return null;
    const known = await this.repository.findByReference(manager, { clientId, reference });
    if (known !== null && known.amountMinor !== amountMinor) throw new AppError('reference_used');
    return known;
  }

  private async insert(
    manager: EntityManager,
    adjustment: NewAdjustment,
  ): Promise<WalletAdjustment> {
    const { clientId, amountMinor, reason } = adjustment;
    const { actor: proposedBy } = this.audit.origin();
    const proposed = await this.repository.insert(manager, { ...adjustment, proposedBy });
    await this.audit.record(manager, {
      action: 'adjustment.proposed',
      subject: `client ${clientId}`,
      after: { adjustmentId: proposed.id, amountMinor, reason },
    });
    return (await this.isSmall(manager, proposed)) ? this.apply(manager, proposed, true) : proposed;
  }

  /** Tells whether the person who proposes it may apply it alone. The admin token's adjustments always wait. */
  private async isSmall(
    manager: EntityManager,
    { clientId, amountMinor }: WalletAdjustment,
  ): Promise<boolean> {
    if (personIdOf(this.audit.origin().actor) === null) return false;
    const entry = { kind: 'adjustment', clientId, amountMinor: Math.abs(amountMinor) } as const;
    return this.limits.take(manager, entry);
  }

  private async apply(
    manager: EntityManager,
    { id, clientId, amountMinor, reason: note, proposedBy }: WalletAdjustment,
    isOwnProposal: boolean,
  ): Promise<WalletAdjustment> {
    await this.audit.record(manager, {
      action: 'adjustment.approved',
      subject: `client ${clientId}`,
      after: { adjustmentId: id, amountMinor, proposedBy, isOwnProposal },
    });
    await this.ledger.adjust(manager, { adjustmentId: id, clientId, amountMinor, note });
    const { actor: decidedBy } = this.audit.origin();
    return this.repository.decide(manager, id, { status: 'approved', decidedBy });
  }

  private async lock(manager: EntityManager, id: number): Promise<WalletAdjustment> {
    const adjustment = await this.repository.lock(manager, id);
    if (adjustment === null) throw new AppError('adjustment_not_found');
    return adjustment;
  }

  /** Tells whether an actor may decide about its own proposal. The admin token may, as long as no operator can sign in: no other caller could approve. */
  private async mayApproveItsOwn(manager: EntityManager, actor: string): Promise<boolean> {
    return actor === ADMIN_TOKEN_ACTOR && !(await this.users.hasOperators(manager));
  }
}
