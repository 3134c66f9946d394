import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../audit/audit.service.js';
import { inTransaction } from '../../platform/database/transaction.js';
import type { SignedInUser } from '../signed-in-user.js';
import { AppError } from '../../platform/http/errors.js';
import { hashSecret, isWellFormedSecret } from '../secret.js';
import { SessionsService, type Browser } from '../sessions/sessions.service.js';
import { lockoutKeys, Lockouts } from '../sign-in/lockouts.js';
import { PasswordHasher } from '../sign-in/password-hasher.js';
import { UsersRepository } from '../users/users.repository.js';
import { PasswordResetsRepository } from './password-resets.repository.js';

/** Changes of passwords, with the old one or with a mailed link. Both end the person's sessions. */
@Injectable()
export class PasswordsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly users: UsersRepository,
    private readonly passwords: PasswordHasher,
    private readonly lockouts: Lockouts,
    private readonly sessions: SessionsService,
    private readonly repository: PasswordResetsRepository,
  ) {}

  /** Sets a new password by a link, which is used up. @throws AppError reset_invalid, unavailable */
  async reset(token: string, password: string): Promise<void> {
    const tokenHash = hashSecret(token);
    const { manager } = this.dataSource;
    // Before the slow hashing of the password, so that guesses stay cheap.
    if (!isWellFormedSecret(token) || !(await this.repository.isOpen(manager, tokenHash))) {
      throw new AppError('reset_invalid');
    }
    const passwordHash = await this.passwords.hash(password);
    await inTransaction(this.dataSource, async (transaction) => {
      const userId = await this.repository.use(transaction, tokenHash);
      if (userId === null) throw new AppError('reset_invalid');
      await this.setPassword(transaction, userId, passwordHash);
    });
  }

  /**
   * Sets a new password, given the old one. Every session ends; the current browser gets a new one.
   *
   * @returns the id of the new session, for the cookie
   * @throws AppError sign_in_failed, sign_in_locked, unavailable
   */
  async change(
    { userId, email, kind }: SignedInUser,
    { current, next }: { current: string; next: string },
    browser: Browser,
  ): Promise<string> {
    const attempt = await this.lockouts.take(lockoutKeys(email, browser.ip));
    const user = await this.users.find(this.dataSource.manager, userId);
    if (!(await this.passwords.verify(user?.passwordHash ?? null, current))) {
      throw new AppError('sign_in_failed');
    }
    const passwordHash = await this.passwords.hash(next);
    return inTransaction(this.dataSource, async (manager) => {
      await this.lockouts.forgive(manager, attempt);
      await this.setPassword(manager, userId, passwordHash);
      return this.sessions.open(manager, { id: userId, kind }, browser);
    });
  }

  private async setPassword(
    manager: EntityManager,
    userId: number,
    passwordHash: string,
  ): Promise<void> {
    await this.users.setPassword(manager, userId, passwordHash);
    await this.sessions.endAll(manager, userId);
    await this.repository.endAll(manager, userId);
    await this.audit.record(manager, {
      action: 'user.password_changed',
      subject: `user ${userId}`,
      after: { sessions: 'ended' },
    });
  }
}
