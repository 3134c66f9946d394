import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { inTransaction } from '../../platform/database/transaction.js';
import type { Invited } from '../invitations/invitation-mails.js';
import { InvitationsService } from '../invitations/invitations.service.js';
import { UsersService } from '../users/users.service.js';
import { ApprovalKind } from './approval-kinds.js';
import type { Approval } from './approval.entity.js';
import { ApprovalsService, type DoneOrWaiting } from './approvals.service.js';

/** Invitations of further owners of a client that has one: an owner may spend its wallet and remove the others. */
@Injectable()
export class ClientOwnerKind extends ApprovalKind {
  readonly name = 'client_owner';
  override readonly permission = 'members:write';
  override readonly readPermission = 'clients:read';

  constructor(
    private readonly dataSource: DataSource,
    private readonly approvals: ApprovalsService,
    private readonly users: UsersService,
    private readonly invitations: InvitationsService,
  ) {
    super();
  }

  /**
   * Invites an owner of a client, or proposes it if the client has an owner.
   *
   * @throws AppError client_not_found, email_taken, rate_limited
   */
  async invite(address: string, clientId: number): Promise<DoneOrWaiting<Invited>> {
    const email = address.toLowerCase();
    await this.invitations.takeTurn(email);
    const position = ownerOf(clientId);
    const done = await inTransaction(this.dataSource, async (manager) => {
      if (!(await this.users.hasOwner(manager, clientId))) {
        const outcome = await this.invitations.addNew(manager, email, position);
        return { outcome, approval: null };
      }
      const proposal = {
        ...({ kind: 'client_owner', key: `${clientId} ${email}`, clientId } as const),
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

  /** Sends the link by mail only: the approver must not get it. */
  async carryOut(manager: EntityManager, { clientId, details }: Approval): Promise<null> {
    await this.invitations.addByMail(manager, details.email!, ownerOf(clientId!));
    return null;
  }
}

function ownerOf(clientId: number): { kind: 'client'; clientId: number; role: 'owner' } {
  return { kind: 'client', clientId, role: 'owner' };
}
