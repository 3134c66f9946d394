import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../audit/audit.service.js';
import { inTransaction } from '../../platform/database/transaction.js';
import type { SignedInUser } from '../signed-in-user.js';
import { AppError } from '../../platform/http/errors.js';
import { actAs } from '../../platform/http/request-context.js';
import { SessionsService, type Browser } from '../sessions/sessions.service.js';
import { TwoFactorService } from '../two-factor/two-factor.service.js';
import { actorOf } from '../users/actor.js';
import type { User } from '../users/user.entity.js';
import { UsersRepository } from '../users/users.repository.js';
import { lockoutKeys, Lockouts } from './lockouts.js';
import { PasswordHasher } from './password-hasher.js';

/** The input of the sign-in form. */
export interface SignInAttempt {
  email: string;
  password: string;
  /** A one-time code, or a recovery code. */
  totp?: string | undefined;
}

/** Checks passwords and one-time codes, and opens sessions. */
@Injectable()
export class SignInService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly users: UsersRepository,
    private readonly passwords: PasswordHasher,
    private readonly lockouts: Lockouts,
    private readonly twoFactor: TwoFactorService,
    private readonly sessions: SessionsService,
  ) {}

  /**
   * Signs a person in. Takes the same time and gives the same response whichever part was wrong.
   *
   * @param before the browser's previous session id, which ends
   * @returns the id of the new session, for the cookie
   * @throws AppError sign_in_failed, sign_in_locked, unavailable
   */
  async signIn(
    { email, password, totp }: SignInAttempt,
    browser: Browser,
    before: string | null,
  ): Promise<string> {
    const attempt = await this.lockouts.take(lockoutKeys(email, browser.ip));
    const user = await this.users.findByEmail(this.dataSource.manager, email.toLowerCase());
    const isRight = await this.passwords.verify(user?.passwordHash ?? null, password);
    return inTransaction(this.dataSource, async (manager) => {
      const hasProof = await this.twoFactor.use(manager, isRight ? user : null, totp);
      if (user === null || !isRight || !hasProof) throw new AppError('sign_in_failed');
      await this.lockouts.forgive(manager, attempt);
      return this.open(manager, user, browser, before);
    });
  }

  /** Opens a session for an authenticated person, in the caller's transaction. */
  async open(
    manager: EntityManager,
    user: User,
    browser: Browser,
    before: string | null,
  ): Promise<string> {
    if (before !== null) await this.sessions.endByCookie(manager, before);
    actAs(actorOf(user));
    await this.audit.record(manager, {
      action: 'user.signed_in',
      subject: `user ${user.id}`,
      after: { ip: browser.ip },
    });
    return this.sessions.open(manager, user, browser);
  }

  /**
   * Checks the password of a signed-in person again, for changes that need a recently entered one.
   *
   * @throws AppError sign_in_failed, sign_in_locked, unavailable
   */
  async confirm(
    { userId, email, sessionId }: SignedInUser,
    { password, totp }: Omit<SignInAttempt, 'email'>,
    browser: Browser,
  ): Promise<void> {
    const attempt = await this.lockouts.take(lockoutKeys(email, browser.ip));
    const user = await this.users.find(this.dataSource.manager, userId);
    const isRight = await this.passwords.verify(user?.passwordHash ?? null, password);
    await inTransaction(this.dataSource, async (manager) => {
      const hasProof = await this.twoFactor.use(manager, isRight ? user : null, totp);
      if (!isRight || !hasProof) throw new AppError('sign_in_failed');
      await this.lockouts.forgive(manager, attempt);
      await this.sessions.confirm(manager, sessionId);
    });
  }
}
