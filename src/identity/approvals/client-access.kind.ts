import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isTokenActor } from '../../platform/audit/actor.js';
import { isFuture } from '../../platform/clock/is-future.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError, invalidField } from '../../platform/http/errors.js';
import { currentOrigin } from '../../platform/http/request-context.js';
import { ClientNoticesService } from '../client-notices/client-notices.service.js';
import type { Invited } from '../invitations/invitation-mails.js';
import { InvitationsService } from '../invitations/invitations.service.js';
import type { MemberRole } from '../roles.js';
import { UsersService, type Position } from '../users/users.service.js';
import { ApprovalKind } from './approval-kinds.js';
import type { Approval } from './approval.entity.js';
import { ApprovalsService, type DoneOrWaiting } from './approvals.service.js';

/** Time for which only an owner of the client can approve. */
const OWNER_DECIDES_MS = 72 * 60 * 60 * 1000;

/** Invitations by the wholesaler into a client that has an owner. The owner decides. */
@Injectable()
abstract class ClientAccessKind extends ApprovalKind {
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
      assertNoToken();
      const proposal = {
        ...({ kind: this.name, key: `${clientId} ${email}`, clientId } as const),
        amountMinor: null,
        reference: null,
        note: null,
        details: { email },
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

  override async assertApprovable(
    manager: EntityManager,
    { proposedAt }: Approval,
    reason: string | null,
  ): Promise<void> {
    const until = new Date(proposedAt.getTime() + OWNER_DECIDES_MS);
    if (await isFuture(manager, until)) {
      const message = `An owner of the client decides. Another operator can approve it from ${until.toISOString()} on, with a reason.`;
      throw new AppError('client_decides', { message });
    }
    if (reason === null) {
      const message = 'reason is required: say why an operator decides in place of the owner';
      throw invalidField('reason', 'required', message);
    }
  }

  /** Sends the link only by mail, because the approver must not get it. */
  async carryOut(manager: EntityManager, { clientId, details }: Approval): Promise<null> {
    await this.invitations.addByMail(manager, details.email!, this.positionIn(clientId!));
    return null;
  }

  private positionIn(clientId: number): Position {
    return { kind: 'client', clientId, role: this.role };
  }
}

/** Invitations of members of a client. A member reads and spends the wallet, and makes API tokens. */
@Injectable()
export class ClientMemberKind extends ClientAccessKind {
  readonly name = 'client_member';
  protected readonly role = 'member';
}

/** Invitations of further owners of a client. An owner may spend the wallet and remove the other owners. */
@Injectable()
export class ClientOwnerKind extends ClientAccessKind {
  readonly name = 'client_owner';
  protected readonly role = 'owner';
}

/** @throws AppError password_required: the wholesaler's tokens may not ask an owner */
function assertNoToken(): void {
  if (!isTokenActor(currentOrigin().actor)) return;
  const message = 'The client has an owner: a person has to ask for this invitation, not a token.';
  throw new AppError('password_required', { message });
}
