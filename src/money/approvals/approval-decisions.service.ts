import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type {
  Approval,
  ApprovalKindName,
  ApprovalStatus,
} from '../../identity/approvals/approval.entity.js';
import { ApprovalsService } from '../../identity/approvals/approvals.service.js';
import type { Permitted } from '../../identity/signed-in-user.js';
import { UsersService } from '../../identity/users/users.service.js';
import { personIdOf } from '../../platform/audit/actor.js';
import { ClientsService } from '../../clients/clients.service.js';
import {
  idempotentTransaction,
  type Idempotency,
} from '../../platform/idempotency/idempotency-context.js';
import { toPage, type NewestFirst, type Page } from '../../platform/http/paging/page.js';

export interface DeskFilter {
  status?: ApprovalStatus | undefined;
  kind?: ApprovalKindName | undefined;
}

/** An approval with the names of its client, and of the people who proposed and decided it. */
export type NamedApproval = Approval &
  Record<'clientName' | 'proposedByName' | 'decidedByName', string | null>;

/** The entries that wait for another person, with the names of their clients and people. */
@Injectable()
export class ApprovalDecisionsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly approvals: ApprovalsService,
    private readonly clients: ClientsService,
    private readonly users: UsersService,
  ) {}

  /** Lists the approvals of the kinds that the caller may see, latest first. */
  async list(
    { status, kind }: DeskFilter,
    isPermitted: Permitted,
    page: NewestFirst,
  ): Promise<Page<NamedApproval>> {
    const readable = this.approvals.listReadable(isPermitted);
    const kinds = readable.filter((one) => kind === undefined || one === kind);
    const { rows, nextCursor } = toPage(
      await this.approvals.list({ status, kinds }, page),
      page.limit,
    );
    return { rows: await this.named(this.dataSource.manager, rows), nextCursor };
  }

  /** Approves an entry in a transaction of its own, and then does what follows from it. @throws AppError as ApprovalsService.approve */
  async approve(id: number, reason: string | null, isPermitted: Permitted): Promise<NamedApproval> {
    const approved = await this.decide('unkeyed', (open) =>
      this.approvals.approve(id, isPermitted, open, reason),
    );
    await this.approvals.followUp(approved);
    return approved;
  }

  /** @throws AppError as ApprovalsService.reject */
  async reject(
    id: number,
    reason: string,
    isPermitted: Permitted,
    key: Idempotency,
  ): Promise<NamedApproval> {
    return this.decide(key, (open) => this.approvals.reject(id, reason, isPermitted, open));
  }

  private async decide(
    key: Idempotency,
    decision: (key: Idempotency) => Promise<Approval>,
  ): Promise<NamedApproval> {
    return idempotentTransaction(this.dataSource, key, async (manager) => {
      const [named] = await this.named(manager, [await decision({ manager })]);
      return named!;
    });
  }

  private async named(
    manager: EntityManager,
    approvals: readonly Approval[],
  ): Promise<NamedApproval[]> {
    const ids = approvals.flatMap(({ clientId }) => clientId ?? []);
    const names = await this.clients.findNames(manager, ids);
    const actors = approvals.flatMap(({ proposedBy, decidedBy }) => [proposedBy, decidedBy]);
    const people = await this.users.findNames(manager, actors);
    const nameOf = (actor: string | null): string | null =>
      people.get(personIdOf(actor ?? '')) ?? null;
    return approvals.map((one) => ({
      ...one,
      clientName: names.get(one.clientId ?? 0) ?? null,
      proposedByName: nameOf(one.proposedBy),
      decidedByName: nameOf(one.decidedBy),
    }));
  }
}
