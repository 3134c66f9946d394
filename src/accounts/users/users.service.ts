import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../audit/audit.service.js';
import { isUniqueViolation } from '../../platform/database/database-errors.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/http/errors.js';
import { Passwords } from '../sign-in/passwords.js';
import type { MemberRole, OperatorRole } from '../roles.js';
import { EMAIL_UNIQUE, type User } from './user.entity.js';
import { UsersRepository } from './users.repository.js';

/** What a person is allowed to do: as an operator, or as a member of a client. */
export type Position =
  | { kind: 'operator'; roles: readonly OperatorRole[] }
  | { kind: 'client'; clientId: number; role: MemberRole };

/** A person to be added. */
export interface NewUser {
  email: string;
  name: string;
  password: string;
  position: Position;
  isDemo?: boolean;
}

/** The people who can sign in. */
@Injectable()
export class UsersService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly passwords: Passwords,
    private readonly repository: UsersRepository,
  ) {}

  /** @throws AppError email_taken, unavailable */
  async createUser({ password, ...user }: NewUser): Promise<User> {
    const passwordHash = await this.passwords.hash(password);
    try {
      return await inTransaction(this.dataSource, (manager) =>
        this.addUser(manager, { ...user, passwordHash }),
      );
    } catch (error) {
      throw isUniqueViolation(error, EMAIL_UNIQUE) ? new AppError('email_taken') : error;
    }
  }

  /** Adds a person, in the caller's transaction. @throws a violation of {@link EMAIL_UNIQUE} */
  async addUser(
    manager: EntityManager,
    { position, ...user }: Omit<NewUser, 'password'> & { passwordHash: string },
  ): Promise<User> {
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
}
