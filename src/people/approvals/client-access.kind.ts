import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { inTransaction } from '../../platform/database/transaction.js';
import { ClientNoticesService } from '../client-notices/client-notices.service.js';
import type { Invited } from '../invitations/invitation-mails.js';
import { InvitationsService } from '../invitations/invitations.service.js';
import type { MemberRole } from '../roles.js';
import { UsersService, type Position } from '../users/users.service.js';
import { ApprovalKind } from './approval-kinds.js';
import type { Approval } from './approval.entity.js';
import { ApprovalsService, type DoneOrWaiting } from './approvals.service.js';

/** Invitations by the wholesaler into a client that has an owner, who is asked. */
@Injectable()
export abstract class ClientAccessKind extends ApprovalKind {
  abstract override readonly name: 'client_member' | 'client_owner';
  protected abstract readonly role: MemberRole;
  override readonly permission = 'members:write';
  override readonly readPermission = 'clients:read';
  override readonly isForClient = true;

  constructor(
    private readonly dataSource: DataSource,
    private readonly approvals: ApprovalsService,
    private readonly users: UsersService,
    private readonly invitations: InvitationsService,
    private readonly notices: ClientNoticesService,
  ) {
    super();
  }

  /**
   * Invites a person of a client, or proposes it if the client has an owner.
   *
   * @throws AppError client_not_found, email_taken, rate_limited
   */
  async invite(address: string, clientId: number): Promise<DoneOrWaiting<Invited>> {
    const email = address.toLowerCase();
    await this.invitations.takeTurn(email);
    const position = this.positionIn(clientId);
    const done = await inTransaction(this.dataSource, async (manager) => {
      if (!(await this.users.hasOwner(manager, clientId))) {
        const outcome = await this.invitations.addNew(manager, email, position);
        return { outcome, approval: null };
      }
      this.assertMayAsk?.();
      const proposal = {
        ...({ kind: this.name, key: `${clientId} ${email}`, clientId } as const),
        ...{ amountMinor: null, reference: null, note: null, details: { email } },
      };
      return this.approvals.doOrPropose(manager, proposal, async (nested) => {
        const outcome = await this.invitations.addNew(nested, email, position);
        return { outcome, isSettled: () => false };
      });
    });
    if (done.outcome === null) return done;
    return { outcome: await this.invitations.deliver(done.outcome), approval: null };
  }

  override async announce(manager: EntityManager, approval: Approval): Promise<void> {
    const { clientId, details } = approval;
    await this.notices.tellOwners(manager, clientId!, 'access_requested', details.email!);
  }

  /** Sends the link by mail only: the approver must not get it. */
  async carryOut(manager: EntityManager, { clientId, details }: Approval): Promise<null> {
    await this.invitations.addByMail(manager, details.email!, this.positionIn(clientId!));
    return null;
  }

  /** Refuses a caller who may not propose it. */
  protected assertMayAsk?(): void;

  private positionIn(clientId: number): Position {
    return { kind: 'client', clientId, role: this.role };
  }
}
