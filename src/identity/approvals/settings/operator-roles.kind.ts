import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { inTransaction } from '../../../platform/database/transaction.js';
import { personIdOf } from '../../../platform/audit/actor.js';
import { PublicUrl } from '../../../platform/http/public-url.js';
import { currentOrigin } from '../../../platform/http/request-context.js';
import { HouseMails, type HouseMail } from '../../brand/house-mails.service.js';
import type { Invitation } from '../../invitations/invitation.entity.js';
import type { Invited } from '../../invitations/invitation-mails.js';
import { InvitationsService } from '../../invitations/invitations.service.js';
import { permissionsOfOperator, type OperatorRole } from '../../roles.js';
import type { SignedInUser } from '../../signed-in-user.js';
import { UsersService } from '../../users/users.service.js';
import { ApprovalKind, ApprovalKinds } from '../approval-kinds.js';
import {
  APPROVAL_KINDS,
  takesEffectAt,
  type Approval,
  type SettingChange,
} from '../approval.entity.js';
import { ApprovalsService, type DoneOrWaiting } from '../approvals.service.js';
import { assertUnchanged, changeOf } from './setting-change.js';

const TEMPLATE = 'role_taken';

/**
 * Roles that may approve. A person who gives one to a second account of their own could approve alone, and so could one who
 * takes them from all others.
 */
@Injectable()
export class OperatorRolesKind extends ApprovalKind {
  readonly name = 'operator_roles';
  override readonly permission = 'users:write';
  override readonly readPermission = 'users:read';
  override readonly isForAdminToken = true;

  constructor(
    private readonly dataSource: DataSource,
    private readonly approvals: ApprovalsService,
    private readonly kinds: ApprovalKinds,
    private readonly users: UsersService,
    private readonly invitations: InvitationsService,
    private readonly mails: HouseMails,
    private readonly publicUrl: PublicUrl,
  ) {
    super();
    mails.register(TEMPLATE, (approvalId) => this.compose(Number(approvalId)));
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
   * Changes the roles of an operator, or proposes it if the operator may then approve more, or another operator less.
   *
   * @throws AppError as UsersService.changeOperatorRoles
   */
  async changeRoles(
    userId: number,
    roles: readonly OperatorRole[],
    by: SignedInUser | undefined,
  ): Promise<DoneOrWaiting<{ sessionId: string | null }>> {
    return this.replace(userId, roles, async (manager) => ({
      sessionId: await this.users.changeOperatorRoles(userId, roles, by, manager),
    }));
  }

  /** Removes an operator, or proposes it as {@link changeRoles}. @throws AppError as UsersService.removeUser */
  async remove(userId: number): Promise<DoneOrWaiting<void>> {
    return this.replace(userId, [], (manager) =>
      this.users.removeUser(userId, null, false, manager),
    );
  }

  /** @param roles empty: the operator is removed */
  private async replace<T>(
    userId: number,
    roles: readonly OperatorRole[],
    work: (manager: EntityManager) => Promise<T>,
  ): Promise<DoneOrWaiting<T>> {
    return inTransaction(this.dataSource, async (manager) => {
      const { email, roles: before } = await this.users.lockOperator(manager, userId);
      const actorId = personIdOf(currentOrigin().actor);
      const takes = actorId !== userId && this.givesApproval(roles, before);
      if (!takes && !this.givesApproval(before, roles)) {
        return { outcome: await work(manager), approval: null };
      }
      // The person concerned may approve it, but need not agree.
      const isDelayed = takes && !(await this.users.hasOtherOwner(manager, actorId, userId));
      const change = changeOfRoles(before, roles);
      const details = { email, userId, roles, change, ...(isDelayed && { isDelayed }) };
      const proposal = { kind: this.name, clientId: null, details } as const;
      return this.approvals.changeOrPropose(manager, proposal, work);
    });
  }

  /** Tells the person from whom a role is taken without an approval. */
  override async announce(manager: EntityManager, approval: Approval): Promise<void> {
    if (takesEffectAt(approval) === undefined) return;
    await this.mails.enqueue(manager, TEMPLATE, String(approval.id));
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
    if (roles.length === 0) await this.users.removeUser(userId, null, false, manager);
    else await this.users.changeOperatorRoles(userId, roles, undefined, manager);
    return null;
  }

  private async compose(id: number): Promise<HouseMail | null> {
    const approval = await inTransaction(this.dataSource, async (manager) =>
      this.approvals.lockOfKind(manager, this.name, id),
    );
    if (approval?.status !== 'waiting') return null;
    const { email = '', change, roles = [] } = approval.details;
    const what = roles.length === 0 ? 'you are removed' : `your roles become ${roles.join(', ')}`;
    const path = '/office/money?tab=approvals';
    return {
      to: email,
      subject: 'Your role as an owner ends',
      intro:
        `${approval.proposedBy} takes a role from you (now: ${String(change?.before.roles)}). No other owner can approve it, ` +
        `so ${what} at ${takesEffectAt(approval)!.toISOString()}.`,
      outro: 'If you do not agree, sign in and reject it before.',
      action: { label: 'Open the approvals', link: this.publicUrl.dashboardFor('operator', path) },
    };
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
