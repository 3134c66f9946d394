import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { inTransaction } from '../../../platform/database/transaction.js';
import type { Invitation } from '../../invitations/invitation.entity.js';
import type { Invited } from '../../invitations/invitation-mails.js';
import { InvitationsService } from '../../invitations/invitations.service.js';
import { permissionsOfOperator, type OperatorRole } from '../../roles.js';
import type { SignedInUser } from '../../signed-in-user.js';
import { UsersService } from '../../users/users.service.js';
import { ApprovalKind, ApprovalKinds } from '../approval-kinds.js';
import { APPROVAL_KINDS, type Approval, type SettingChange } from '../approval.entity.js';
import { ApprovalsService, type DoneOrWaiting } from '../approvals.service.js';
import { assertUnchanged, changeOf } from './setting-change.js';

/** Roles that may approve. A person who gives one to a second account of their own could approve alone. */
@Injectable()
export class OperatorRolesKind extends ApprovalKind {
  readonly name = 'operator_roles';
  override readonly permission = 'users:write';
  override readonly readPermission = 'users:read';

  constructor(
    private readonly dataSource: DataSource,
    private readonly approvals: ApprovalsService,
    private readonly kinds: ApprovalKinds,
    private readonly users: UsersService,
    private readonly invitations: InvitationsService,
  ) {
    super();
  }

  /** Invites an operator, or proposes it if one of the roles may approve. @throws AppError email_taken, rate_limited */
  async invite(email: string, roles: readonly OperatorRole[]): Promise<DoneOrWaiting<Invited>> {
    await this.invitations.takeTurn(email);
    const add = async (manager: EntityManager): Promise<Invitation> =>
      this.invitations.addNew(manager, email, { kind: 'operator', roles });
    const done = await inTransaction(this.dataSource, async (manager) => {
      const change = changeOfRoles([], roles);
      if (!this.givesApproval([], roles)) return { outcome: await add(manager), approval: null };
      const details = { email: email.toLowerCase(), roles, change };
      const proposal = { kind: this.name, clientId: null, details } as const;
      return this.approvals.changeOrPropose(manager, proposal, add);
    });
    if (done.outcome === null) return done;
    return { outcome: await this.invitations.deliver(done.outcome), approval: null };
  }

  /**
   * Changes the roles of an operator, or proposes it if the operator may then approve more.
   *
   * @throws AppError as UsersService.changeOperatorRoles
   */
  async changeRoles(
    userId: number,
    roles: readonly OperatorRole[],
    by: SignedInUser | undefined,
  ): Promise<DoneOrWaiting<{ sessionId: string | null }>> {
    const work = async (manager: EntityManager): Promise<{ sessionId: string | null }> => ({
      sessionId: await this.users.changeOperatorRoles(userId, roles, by, manager),
    });
    return inTransaction(this.dataSource, async (manager) => {
      const { email, roles: before } = await this.users.lockOperator(manager, userId);
      if (!this.givesApproval(before, roles)) {
        return { outcome: await work(manager), approval: null };
      }
      const details = { email, userId, roles, change: changeOfRoles(before, roles) };
      const proposal = { kind: this.name, clientId: null, details } as const;
      return this.approvals.changeOrPropose(manager, proposal, work);
    });
  }

  /** Sends the link of an invitation only by mail, because the approver must not get it. */
  async carryOut(manager: EntityManager, approval: Approval): Promise<null> {
    const { userId, email = '' } = approval.details;
    const roles = (approval.details.roles ?? []) as OperatorRole[];
    if (userId === undefined) {
      await this.invitations.addByMail(manager, email, { kind: 'operator', roles });
      return null;
    }
    const { roles: before } = await this.users.lockOperator(manager, userId);
    assertUnchanged(changeOf(approval).before, changeOfRoles(before, roles).before);
    await this.users.changeOperatorRoles(userId, roles, undefined, manager);
    return null;
  }

  private givesApproval(before: readonly OperatorRole[], after: readonly OperatorRole[]): boolean {
    const [had, has] = [permissionsOfOperator(before), permissionsOfOperator(after)];
    const approving = APPROVAL_KINDS.map((name) => this.kinds.get(name).permission);
    return approving.some((permission) => has.has(permission) && !had.has(permission));
  }
}

function changeOfRoles(before: readonly string[], after: readonly string[]): SettingChange {
  const [had, has] = [before, after].map((roles) => [...roles].sort().join(', ') || null);
  return { before: { roles: had ?? null }, after: { roles: has ?? null } };
}
