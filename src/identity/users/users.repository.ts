import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, Repository, type EntityManager } from 'typeorm';
import { Invitation } from '../invitations/invitation.entity.js';
import type { MemberRole, OperatorRole, UserKind } from '../roles.js';
import { Passkey } from '../passkeys/passkey.entity.js';
import { Member } from './member.entity.js';
import { OperatorRoleGrant } from './operator-role-grant.entity.js';
import { User } from './user.entity.js';

export interface UserRow {
  id: number;
  email: string;
  name: string;
  roles: string[];
  hasTotp: boolean;
  hasPasskey: boolean;
  createdAt: Date;
  /** The latest request of the person's stored sessions; null without any. */
  seenAt: Date | null;
}

@Injectable()
export class UsersRepository {
  constructor(
    @InjectRepository(User) private readonly users: Repository<User>,
    @InjectRepository(OperatorRoleGrant) private readonly grants: Repository<OperatorRoleGrant>,
    @InjectRepository(Member) private readonly members: Repository<Member>,
    @InjectRepository(Invitation) private readonly invitations: Repository<Invitation>,
    @InjectRepository(Passkey) private readonly passkeys: Repository<Passkey>,
  ) {}

  async find(manager: EntityManager, id: number): Promise<User | null> {
    return manager.withRepository(this.users).findOneBy({ id });
  }

  /** Finds a person. @param email in lower case */
  async findByEmail(manager: EntityManager, email: string): Promise<User | null> {
    return manager.withRepository(this.users).findOneBy({ email });
  }

  /** Returns true if an operator exists, not counting those of the demo. */
  async hasOperators(manager: EntityManager): Promise<boolean> {
    return manager.withRepository(this.users).existsBy({ kind: 'operator', isDemo: false });
  }

  /** Lists the roles of an operator; none for anyone else. */
  async listOperatorRoles(manager: EntityManager, userId: number): Promise<OperatorRole[]> {
    const grants = await manager.withRepository(this.grants).findBy({ userId });
    return grants.map(({ role }) => role);
  }

  async listOwners(manager: EntityManager): Promise<Pick<User, 'id' | 'isDemo'>[]> {
    return manager.query<Pick<User, 'id' | 'isDemo'>[]>(
      `SELECT u.id, u.is_demo AS "isDemo" FROM users u JOIN operator_roles r ON r.user_id = u.id WHERE r.role = 'owner'`,
    );
  }

  async hasPasskey(manager: EntityManager, userId: number): Promise<boolean> {
    return manager.withRepository(this.passkeys).existsBy({ userId });
  }

  async lock(manager: EntityManager, id: number): Promise<User | null> {
    return manager
      .withRepository(this.users)
      .findOne({ where: { id }, lock: { mode: 'for_no_key_update' } });
  }

  async insert(
    manager: EntityManager,
    user: Pick<User, 'email' | 'name' | 'kind' | 'passwordHash' | 'isDemo'>,
  ): Promise<User> {
    const repository = manager.withRepository(this.users);
    const entity = repository.create(user);
    await repository.insert(entity);
    return entity;
  }

  /** Finds the names of people by their ids. */
  async findNames(manager: EntityManager, ids: readonly number[]): Promise<Map<number, string>> {
    const people = await manager
      .withRepository(this.users)
      .find({ select: { id: true, name: true }, where: { id: In([...ids]) } });
    return new Map(people.map(({ id, name }) => [id, name]));
  }

  /** Lists the address and the name of a person, and the name of their client. */
  async listNames(manager: EntityManager, id: number): Promise<string[]> {
    const [row] = await manager.query<{ names: string[] }[]>(
      `SELECT array_remove(ARRAY[u.email, u.name, c.name]::text[], NULL) AS names
        FROM users u LEFT JOIN members m ON m.user_id = u.id LEFT JOIN clients c ON c.id = m.client_id
        WHERE u.id = $1`,
      [id],
    );
    return row?.names ?? [];
  }

  /**
   * Records a mail about a locked sign-in, at most one a day. A repetition for the same time is due as well, because its first
   * attempt may have failed.
   *
   * @param email in lower case
   * @returns the kind of the person if the mail is due; otherwise null
   */
  async noteLockMail(manager: EntityManager, email: string, at: Date): Promise<UserKind | null> {
    const [rows] = await manager.query<[{ kind: UserKind }[], number]>(
      `UPDATE users SET lock_mailed_at = $2::timestamptz WHERE email = $1
        AND coalesce(lock_mailed_at = $2 OR lock_mailed_at <= $2::timestamptz - interval '1 day', true)
        RETURNING kind`,
      [email, at],
    );
    return rows[0]?.kind ?? null;
  }

  async setPassword(manager: EntityManager, id: number, passwordHash: string): Promise<void> {
    await manager.withRepository(this.users).update({ id }, { passwordHash });
  }

  async setOperatorRoles(
    manager: EntityManager,
    userId: number,
    roles: readonly OperatorRole[],
  ): Promise<void> {
    const repository = manager.withRepository(this.grants);
    await repository.delete({ userId });
    await repository.insert(roles.map((role) => ({ userId, role })));
  }

  async setMemberRole(manager: EntityManager, userId: number, role: MemberRole): Promise<void> {
    await manager.withRepository(this.members).update({ userId }, { role });
  }

  /** Lists the members of a client by id, or operators where the client is null. */
  async list(
    manager: EntityManager,
    clientId: number | null,
    { afterId, limit }: { afterId: number; limit: number },
  ): Promise<UserRow[]> {
    return manager.query<UserRow[]>(
      `SELECT u.id, u.email, u.name, u.totp_secret IS NOT NULL AS "hasTotp",
          EXISTS (SELECT FROM passkeys p WHERE p.user_id = u.id) AS "hasPasskey", u.created_at AS "createdAt",
          CASE WHEN m.user_id IS NOT NULL THEN ARRAY[m.role]::text[] ELSE
            array(SELECT r.role::text FROM operator_roles r WHERE r.user_id = u.id ORDER BY r.role)
          END AS roles,
          (SELECT max(s.seen_at) FROM sessions s WHERE s.user_id = u.id) AS "seenAt"
        FROM users u LEFT JOIN members m ON m.user_id = u.id
        WHERE u.id > $1 AND CASE WHEN $2::integer IS NULL THEN u.kind = 'operator' ELSE m.client_id = $2 END
        ORDER BY u.id LIMIT $3`,
      [afterId, clientId, limit],
    );
  }

  async listOwnerIds(manager: EntityManager, clientId: number): Promise<number[]> {
    const owners = await manager.withRepository(this.members).findBy({ clientId, role: 'owner' });
    return owners.map(({ userId }) => userId).sort((one, other) => one - other);
  }

  /** Locks the owners of a client, or of the operators where the client is null, and returns their ids. */
  async lockOwners(manager: EntityManager, clientId: number | null): Promise<number[]> {
    const rows = await manager.query<{ id: number }[]>(
      clientId === null
        ? `SELECT user_id AS id FROM operator_roles WHERE role = 'owner' ORDER BY user_id FOR UPDATE`
        : `SELECT user_id AS id FROM members WHERE client_id = $1 AND role = 'owner' ORDER BY user_id FOR UPDATE`,
      clientId === null ? [] : [clientId],
    );
    return rows.map(({ id }) => id);
  }

  /** Locks the people of a client, or the operators where the client is null. @returns their ids */
  async lockAll(manager: EntityManager, clientId: number | null): Promise<number[]> {
    const rows = await manager.query<{ id: number }[]>(
      `SELECT u.id FROM users u LEFT JOIN members m ON m.user_id = u.id
        WHERE CASE WHEN $1::integer IS NULL THEN u.kind = 'operator' ELSE m.client_id = $1 END
        ORDER BY u.id FOR NO KEY UPDATE OF u`,
      [clientId],
    );
    return rows.map(({ id }) => id);
  }

  /** Deletes the unaccepted invitations that a person made. */
  async deleteInvitationsBy(manager: EntityManager, invitedBy: number): Promise<void> {
    await manager.withRepository(this.invitations).delete({ invitedBy, acceptedAt: IsNull() });
  }

  async delete(manager: EntityManager, id: number): Promise<void> {
    await manager.withRepository(this.users).delete({ id });
  }

  async insertMember(manager: EntityManager, { userId, clientId, role }: Member): Promise<void> {
    await manager.withRepository(this.members).insert({ userId, clientId, role });
  }
}
