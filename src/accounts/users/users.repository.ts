import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { OperatorRole } from '../roles.js';
import { Member } from './member.entity.js';
import { OperatorRoleGrant } from './operator-role-grant.entity.js';
import { User } from './user.entity.js';

@Injectable()
export class UsersRepository {
  async find(manager: EntityManager, id: number): Promise<User | null> {
    return manager.getRepository(User).findOneBy({ id });
  }

  /** @param email in lower case */
  async findByEmail(manager: EntityManager, email: string): Promise<User | null> {
    return manager.getRepository(User).findOneBy({ email });
  }

  async lock(manager: EntityManager, id: number): Promise<User | null> {
    return manager
      .getRepository(User)
      .findOne({ where: { id }, lock: { mode: 'for_no_key_update' } });
  }

  async insert(
    manager: EntityManager,
    user: Pick<User, 'email' | 'name' | 'kind' | 'passwordHash' | 'isDemo'>,
  ): Promise<User> {
    const repository = manager.getRepository(User);
    const entity = repository.create(user);
    await repository.insert(entity);
    return entity;
  }

  async setOperatorRoles(
    manager: EntityManager,
    userId: number,
    roles: readonly OperatorRole[],
  ): Promise<void> {
    const repository = manager.getRepository(OperatorRoleGrant);
    await repository.delete({ userId });
    await repository.insert(roles.map((role) => ({ userId, role })));
  }

  async insertMember(manager: EntityManager, { userId, clientId, role }: Member): Promise<void> {
    await manager.getRepository(Member).insert({ userId, clientId, role });
  }
}
