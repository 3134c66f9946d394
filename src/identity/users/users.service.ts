import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ADMIN_TOKEN_ACTOR, AuditService } from '../../platform/audit/audit.service.js';
import { TokensService } from '../../auth/tokens.service.js';
import { ClientsService } from '../../clients/clients.service.js';
import { personIdOf } from '../../platform/audit/actor.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { ClientNoticesService } from '../client-notices/client-notices.service.js';
import type { SignedInUser } from '../signed-in-user.js';
import { AppError } from '../../platform/http/errors.js';
import { readPage, type Page, type PageRequest } from '../../platform/http/paging/page.js';
import { permissionsOfOperator, type MemberRole, type OperatorRole } from '../roles.js';
import { type OperatorPermission } from '../../platform/http/access/permissions.js';
import type { SignedIn } from '../sessions/browser-cookies.js';
import { BrowsersService } from '../sessions/browsers.service.js';
import type { Browser } from '../sessions/sessions.service.js';
import type { User } from './user.entity.js';
import { UsersRepository, type UserRow } from './users.repository.js';

/** Roles of a person, as an operator or as a member of a client. */
export type Position =
  | { kind: 'operator'; roles: readonly OperatorRole[] }
  | { kind: 'client'; clientId: number; role: MemberRole };

/** A person with their roles, as others see them. */
export type Person = UserRow;

/** An operator, as colleagues see them. */
export type Colleague = Pick<User, 'id' | 'name'>;

interface NewUser {
  email: string;
  name: string;
  passwordHash: string;
  position: Position;
  isDemo?: boolean;
}

/** Higher than the number of people of any client or the wholesaler. */
const MEMBERS_MAX = 1_000;

/** The people who can sign in. */
@Injectable()
export class UsersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly clients: ClientsService,
    private readonly browsers: BrowsersService,
    private readonly notices: ClientNoticesService,
    private readonly tokens: TokensService,
    private readonly repository: UsersRepository,
  ) {}

  /** Returns true if an operator can sign in. The demo's people do not count. */
  async hasOperators(manager: EntityManager): Promise<boolean> {
    return this.repository.hasOperators(manager);
  }

  /** Returns true if there is another owner among the operators than the given people. */
  async hasOtherOwner(manager: EntityManager, ...people: (number | null)[]): Promise<boolean> {
    return (await this.repository.listOwners(manager)).some(({ id }) => !people.includes(id));
  }

  /** Locks an operator and the owners. @throws AppError user_not_found */
  async lockOperator(
    manager: EntityManager,
    userId: number,
  ): Promise<{ email: string; roles: OperatorRole[] }> {
    const { email, roles } = await this.lock(manager, userId, null);
    return { email, roles: roles as OperatorRole[] };
  }

  /**
   * Refuses an approval with the admin token once an owner can give it. Owners of the demo do not count.
   *
   * @throws AppError permission_denied
   */
  async assertMayApprove(manager: EntityManager, actor: string): Promise<void> {
    if (actor !== ADMIN_TOKEN_ACTOR) return;
    const owners = await this.repository.listOwners(manager);
    if (owners.every(({ isDemo }) => isDemo)) return;
    const message =
      'The admin token cannot approve, because an owner exists: sign in as a person who did not propose it.';
    throw new AppError('permission_denied', { message });
  }

  /** Lists the permissions of an operator; none for a person who was removed. */
  async permissionsOf(
    manager: EntityManager,
    userId: number,
  ): Promise<ReadonlySet<OperatorPermission>> {
    return permissionsOfOperator(await this.repository.listOperatorRoles(manager, userId));
  }

  /** Adds a person, in the caller's transaction. @throws a violation of the unique e-mail address */
  async addUser(manager: EntityManager, { position, ...user }: NewUser): Promise<User> {
    const { kind } = position;
    const { name, passwordHash, isDemo = false } = user;
    const email = user.email.toLowerCase();
    const added = await this.repository.insert(manager, {
      email,
      name,
      kind,
      passwordHash,
      isDemo,
    });
    if (position.kind === 'operator') {
      await this.repository.setOperatorRoles(manager, added.id, position.roles);
    } else {
      await this.repository.insertMember(manager, { userId: added.id, ...position });
    }
    await this.audit.record(manager, {
      action: 'user.created',
      subject: `user ${added.id}`,
      after: { email, name, ...position },
    });
    return added;
  }

  /** Returns true if a client has an owner who can sign in. */
  async hasOwner(manager: EntityManager, clientId: number): Promise<boolean> {
    return (await this.repository.listOwnerIds(manager, clientId)).length > 0;
  }

  /** Returns true if an account with an address exists. */
  async hasUser(manager: EntityManager, email: string): Promise<boolean> {
    return (await this.repository.findByEmail(manager, email.toLowerCase())) !== null;
  }

  async listOperators(page: PageRequest): Promise<Page<Person>> {
    return this.list(null, page);
  }

  /** Lists the people of a client. @throws AppError client_not_found */
  async listMembers(clientId: number, page: PageRequest): Promise<Page<Person>> {
    await this.clients.getClient(this.dataSource.manager, clientId);
    return this.list(clientId, page);
  }

  async listMembersOf(manager: EntityManager, clientId: number): Promise<Person[]> {
    return this.repository.list(manager, clientId, { afterId: 0, limit: MEMBERS_MAX });
  }

  /** Finds the names of the people among actors, by their ids. */
  async findNames(
    manager: EntityManager,
    actors: readonly (string | null)[],
  ): Promise<ReadonlyMap<number | null, string>> {
    const ids = actors.flatMap((actor) => personIdOf(actor ?? '') ?? []);
    return ids.length === 0 ? new Map() : this.repository.findNames(manager, ids);
  }

  /** Lists the operators who have a permission, by name. */
  async listColleagues(
    manager: EntityManager,
    permission: OperatorPermission,
  ): Promise<Colleague[]> {
    const operators = await this.repository.list(manager, null, { afterId: 0, limit: MEMBERS_MAX });
    return operators
      .filter(({ roles }) => permissionsOfOperator(roles as OperatorRole[]).has(permission))
      .map(({ id, name }) => ({ id, name }))
      .sort((one, other) => one.name.localeCompare(other.name) || one.id - other.id);
  }

  /**
   * Changes the roles of an operator. Their sessions end, except the one that makes the change, which gets a new id.
   *
   * @returns the new session id for the cookie of an operator who changed their own roles; otherwise null
   * @throws AppError user_not_found, last_owner
   */
  async changeOperatorRoles(
    userId: number,
    roles: readonly OperatorRole[],
    by: SignedInUser | undefined,
    within: DataSource | EntityManager = this.dataSource,
  ): Promise<string | null> {
    return inTransaction(within, async (manager) => {
      const before = await this.lock(manager, userId, null);
      await this.keepOwner(manager, userId, null, roles.includes('owner'));
      await this.repository.setOperatorRoles(manager, userId, roles);
      return this.afterRoleChange(manager, before, [...roles].sort(), by);
    });
  }

  /** Gives a member another role; see {@link changeOperatorRoles}. @throws AppError user_not_found, last_owner */
  async changeMemberRole(
    userId: number,
    clientId: number,
    role: MemberRole,
    by: SignedInUser | undefined,
  ): Promise<string | null> {
    return inTransaction(this.dataSource, async (manager) => {
      const before = await this.lock(manager, userId, clientId);
      await this.keepOwner(manager, userId, clientId, role === 'owner');
      if (!before.roles.includes(role)) {
        const notice = role === 'owner' ? 'owner_added' : 'owner_removed';
        await this.notices.tellOwners(manager, clientId, notice, before.email);
      }
      await this.repository.setMemberRole(manager, userId, role);
      return this.afterRoleChange(manager, before, [role], by);
    });
  }

  /**
   * Removes an operator, or a member of a client. Their sessions and operator tokens end, and the address can be used again.
   *
   * @param clientId null: an operator
   * @param endTokens true: revokes the API tokens that the person made as well
   * @throws AppError user_not_found (also for another client's member), last_owner
   */
  async removeUser(
    userId: number,
    clientId: number | null,
    endTokens: boolean,
    within: DataSource | EntityManager = this.dataSource,
  ): Promise<void> {
    await inTransaction(within, async (manager) => {
      const { email, name, roles } = await this.lock(manager, userId, clientId);
      await this.keepOwner(manager, userId, clientId, false);
      await this.repository.delete(manager, userId);
      if (endTokens) await this.tokens.revokeMadeBy(manager, userId);
      if (clientId !== null) {
        await this.notices.tellOwners(manager, clientId, 'member_removed', email);
      }
      await this.audit.record(manager, {
        action: 'user.removed',
        subject: `user ${userId}`,
        before: { email, name, roles },
        after: { tokens: endTokens ? 'ended' : 'kept' },
      });
    });
  }

  /**
   * Ends every session of an operator.
   *
   * @param endTokens true: revokes the operator's tokens as well
   * @throws AppError user_not_found
   */
  async signOutOperator(userId: number, endTokens: boolean): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const { email } = await this.lock(manager, userId, null);
      await this.browsers.endAll(manager, userId, { withTokens: endTokens });
      await this.audit.record(manager, {
        action: 'user.signed_out',
        subject: `user ${userId}`,
        before: { email },
      });
    });
  }

  /**
   * Ends every session of a signed-in person except the current one, and forgets the other browsers.
   *
   * @param endTokens true: revokes the person's operator tokens as well
   * @returns the ids for the cookies
   */
  async signOutElsewhere(
    user: SignedInUser,
    browser: Browser,
    endTokens: boolean,
  ): Promise<SignedIn> {
    return inTransaction(this.dataSource, async (manager) => {
      await this.repository.lock(manager, user.userId);
      await this.audit.record(manager, {
        action: 'user.signed_out',
        subject: `user ${user.userId}`,
        after: { everywhere: true, tokens: endTokens ? 'ended' : 'kept' },
      });
      return this.browsers.endOthers(manager, user, browser, { withTokens: endTokens });
    });
  }

  private async list(clientId: number | null, page: PageRequest): Promise<Page<Person>> {
    const { manager } = this.dataSource;
    return readPage(page, (range) => this.repository.list(manager, clientId, range));
  }

  private async lock(
    manager: EntityManager,
    userId: number,
    clientId: number | null,
  ): Promise<UserRow> {
    // Lock the owners before the user: another change of owners waits here, so that two owners cannot remove each other.
    await this.repository.lockOwners(manager, clientId);
    const locked = await this.repository.lock(manager, userId);
    const [row] =
      locked === null
        ? []
        : await this.repository.list(manager, clientId, { afterId: userId - 1, limit: 1 });
    if (row?.id !== userId) throw new AppError('user_not_found');
    return row;
  }

  private async keepOwner(
    manager: EntityManager,
    userId: number,
    clientId: number | null,
    staysOwner: boolean,
  ): Promise<void> {
    if (staysOwner) return;
    const owners = await this.repository.lockOwners(manager, clientId);
    if (owners.length === 1 && owners[0] === userId) throw new AppError('last_owner');
  }

  private async afterRoleChange(
    manager: EntityManager,
    { id, roles: before }: UserRow,
    after: readonly string[],
    by: SignedInUser | undefined,
  ): Promise<string | null> {
    await this.audit.record(manager, {
      action: 'user.roles_changed',
      subject: `user ${id}`,
      before: { roles: before },
      after: { roles: after },
    });
    const isOwn = by?.userId === id;
    const kept = await this.browsers.endSessions(manager, id, isOwn ? by.sessionId : null);
    await this.repository.deleteInvitationsBy(manager, id);
    return kept;
  }
}
