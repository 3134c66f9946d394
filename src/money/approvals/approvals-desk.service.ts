import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import {
  APPROVAL_KINDS,
  type Approval,
  type ApprovalStatus,
} from '../../people/approvals/approval.entity.js';
import { ApprovalsService } from '../../people/approvals/approvals.service.js';
import type { Permitted } from '../../people/signed-in-user.js';
import { ClientsService } from '../../clients/clients.service.js';
import { moneyTransaction, type MoneyKey } from '../../platform/keyed-calls/money-key.js';
import { AppError } from '../../platform/http/errors.js';
import { toPage, type NewestFirst, type Page } from '../../platform/http/paging/page.js';
import { AdjustmentsService } from '../wallets/adjustments/adjustments.service.js';
import type { WalletAdjustment } from '../wallets/adjustments/wallet-adjustment.entity.js';
import { adjustmentStatusOf, asApproval, type ShownApproval } from './shown-approval.js';

export interface DeskFilter {
  status?: ApprovalStatus | undefined;
  kind?: ShownApproval['kind'] | undefined;
}

export type NamedApproval = ShownApproval & { clientName: string | null };

/** The entries that wait for another person, adjustments included: those are stored apart, and have ids of the same sequence. */
@Injectable()
export class ApprovalsDesk {
  constructor(
    private readonly dataSource: DataSource,
    private readonly adjustments: AdjustmentsService,
    private readonly approvals: ApprovalsService,
    private readonly clients: ClientsService,
  ) {}

  /** Lists the approvals of the kinds that the caller may see, latest first. */
  async list(
    { status, kind }: DeskFilter,
    isPermitted: Permitted,
    page: NewestFirst,
  ): Promise<Page<NamedApproval>> {
    const kinds = this.approvals.listReadable(isPermitted);
    const wanted = APPROVAL_KINDS.filter((one) => kind === undefined || one === kind);
    const filter = { status, kinds: wanted.filter((one) => kinds.includes(one)) };
    const hasAdjustments = (kind ?? 'adjustment') === 'adjustment' && isPermitted('money:read');
    const adjustments = hasAdjustments ? await this.listAdjustments(status, page) : [];
    const found = [...(await this.approvals.list(filter, page)), ...adjustments];
    found.sort((one, other) => other.id - one.id);
    const { rows, nextCursor } = toPage(found, page.limit);
    return { rows: await this.named(this.dataSource.manager, rows), nextCursor };
  }

  /** @throws AppError as ApprovalsService.approve and AdjustmentsService.approve; own_proposal for one's own adjustment */
  async approve(
    id: number,
    reason: string | null,
    isPermitted: Permitted,
    key: MoneyKey,
  ): Promise<NamedApproval> {
    return this.decide(id, isPermitted, key, {
      adjustment: async (open) => this.approveAdjustment(id, open),
      approval: async (open) => this.approvals.approve(id, isPermitted, open, reason),
    });
  }

  /** @throws AppError as ApprovalsService.reject and AdjustmentsService.reject */
  async reject(
    id: number,
    reason: string,
    isPermitted: Permitted,
    key: MoneyKey,
  ): Promise<NamedApproval> {
    return this.decide(id, isPermitted, key, {
      adjustment: async (open) => this.adjustments.reject(id, open, reason),
      approval: async (open) => this.approvals.reject(id, reason, isPermitted, open),
    });
  }

  private async listAdjustments(
    status: ApprovalStatus | undefined,
    page: NewestFirst,
  ): Promise<ShownApproval[]> {
    const filter = { status: status && adjustmentStatusOf(status) };
    const { rows } = await this.adjustments.list(filter, { ...page, limit: page.limit + 1 });
    return rows.map(asApproval);
  }

  /** @throws AppError permission_denied, and what the decision throws */
  private async decide(
    id: number,
    isPermitted: Permitted,
    key: MoneyKey,
    decision: {
      adjustment: (key: MoneyKey) => Promise<WalletAdjustment>;
      approval: (key: MoneyKey) => Promise<Approval>;
    },
  ): Promise<NamedApproval> {
    return moneyTransaction(this.dataSource, key, async (manager) => {
      const isAdjustment = await this.adjustments.exists(manager, id);
      if (isAdjustment && !isPermitted('money:write')) throw new AppError('permission_denied');
      const decided = isAdjustment
        ? asApproval(await decision.adjustment({ manager }))
        : await decision.approval({ manager });
      const [named] = await this.named(manager, [decided]);
      return named!;
    });
  }

  private async approveAdjustment(id: number, key: MoneyKey): Promise<WalletAdjustment> {
    try {
      return await this.adjustments.approve(id, key);
    } catch (error) {
      const isOwn = error instanceof AppError && error.code === 'self_approval';
      throw isOwn ? new AppError('own_proposal') : error;
    }
  }

  private async named(
    manager: EntityManager,
    approvals: readonly ShownApproval[],
  ): Promise<NamedApproval[]> {
    const ids = approvals.flatMap(({ clientId }) => clientId ?? []);
    const names = await this.clients.findNames(manager, ids);
    return approvals.map((one) => ({ ...one, clientName: names.get(one.clientId ?? 0) ?? null }));
  }
}
