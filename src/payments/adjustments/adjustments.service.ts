import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { UsersService } from '../../accounts/users/users.service.js';
import { ADMIN_TOKEN_ACTOR, AuditService } from '../../audit/audit.service.js';
import { ClientsService } from '../../clients/clients.service.js';
import { LedgerService } from '../../ledger/ledger.service.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/http/errors.js';
import { toPage, type NewestFirst, type Page } from '../../platform/http/paging/page.js';
import { AdjustmentsRepository, type AdjustmentFilter } from './adjustments.repository.js';
import type { WalletAdjustment } from './wallet-adjustment.entity.js';

/** Corrections of wallets, which one person proposes and another one approves. */
@Injectable()
export class AdjustmentsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly clients: ClientsService,
    private readonly ledger: LedgerService,
    private readonly users: UsersService,
    private readonly repository: AdjustmentsRepository,
  ) {}

  /** Proposes to change a wallet; nothing moves yet. @throws AppError client_not_found */
  async propose(
    adjustment: Pick<WalletAdjustment, 'clientId' | 'amountMinor' | 'reason'>,
  ): Promise<WalletAdjustment> {
    return inTransaction(this.dataSource, async (manager) => {
      const { clientId, amountMinor, reason } = adjustment;
      await this.clients.getClient(manager, clientId);
      const { actor: proposedBy } = this.audit.origin();
      const proposed = await this.repository.insert(manager, { ...adjustment, proposedBy });
      await this.audit.record(manager, {
        action: 'adjustment.proposed',
        subject: `client ${clientId}`,
        after: { adjustmentId: proposed.id, amountMinor, reason },
      });
      return proposed;
    });
  }

  /**
   * Approves an adjustment and applies it. An adjustment that was approved before is returned unchanged.
   *
   * @throws AppError adjustment_not_found, adjustment_decided (rejected), self_approval, insufficient_balance
   */
  async approve(id: number): Promise<WalletAdjustment> {
    return inTransaction(this.dataSource, async (manager) => {
      const adjustment = await this.lock(manager, id);
      const { clientId, amountMinor, reason: note, status, proposedBy } = adjustment;
      if (status === 'approved') return adjustment;
      if (status === 'rejected') throw new AppError('adjustment_decided');
      const { actor: decidedBy } = this.audit.origin();
      const isOwn = decidedBy === proposedBy;
      if (isOwn && !(await this.mayApproveItsOwn(manager, decidedBy))) {
        throw new AppError('self_approval');
      }
      await this.audit.record(manager, {
        action: 'adjustment.approved',
        subject: `client ${clientId}`,
        after: { adjustmentId: id, amountMinor, proposedBy, isOwnProposal: isOwn },
      });
      await this.ledger.adjust(manager, { adjustmentId: id, clientId, amountMinor, note });
      return this.repository.decide(manager, id, { status: 'approved', decidedBy });
    });
  }

  /**
   * Rejects an adjustment. One that was rejected before stays as it is.
   *
   * @throws AppError adjustment_not_found, adjustment_decided (approved)
   */
  async reject(id: number): Promise<WalletAdjustment> {
    return inTransaction(this.dataSource, async (manager) => {
      const adjustment = await this.lock(manager, id);
      const { clientId, amountMinor, status, proposedBy } = adjustment;
      if (status === 'rejected') return adjustment;
      if (status === 'approved') throw new AppError('adjustment_decided');
      await this.audit.record(manager, {
        action: 'adjustment.rejected',
        subject: `client ${clientId}`,
        after: { adjustmentId: id, amountMinor, proposedBy },
      });
      const { actor: decidedBy } = this.audit.origin();
      return this.repository.decide(manager, id, { status: 'rejected', decidedBy });
    });
  }

  /** Returns the latest adjustments first. */
  async list(
    filter: AdjustmentFilter,
    { beforeId, limit }: NewestFirst,
  ): Promise<Page<WalletAdjustment>> {
    const range = { beforeId, limit: limit + 1 };
    return toPage(await this.repository.list(this.dataSource.manager, filter, range), limit);
  }

  private async lock(manager: EntityManager, id: number): Promise<WalletAdjustment> {
    const adjustment = await this.repository.lock(manager, id);
    if (adjustment === null) throw new AppError('adjustment_not_found');
    return adjustment;
  }

  /** Returns the admin token may, as long as no operator can sign in: no other caller could approve. */
  private async mayApproveItsOwn(manager: EntityManager, actor: string): Promise<boolean> {
    return actor === ADMIN_TOKEN_ACTOR && !(await this.users.hasOperators(manager));
  }
}
