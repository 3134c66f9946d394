import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service.js';
import { inTransaction } from '../../platform/database/transaction.js';
import type { SignedInUser } from '../signed-in-user.js';
import { AppError } from '../../platform/http/errors.js';
import { hashSecret, isWellFormedSecret } from '../secret.js';
import type { SignedIn } from '../sessions/browser-cookies.js';
import { BrowsersService } from '../sessions/browsers.service.js';
import type { Browser } from '../sessions/sessions.service.js';
import { Lockouts, sessionKeys } from '../sign-in/lockouts.js';
import { assertNotPersonal } from '../passwords/personal-password.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { UsersRepository } from '../users/users.repository.js';
import { PasswordResetsRepository } from './password-resets.repository.js';

/** Changes of passwords, with the old one or with a mailed link. Both end the person's sessions. */
@Injectable()
export class PasswordsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly users: UsersRepository,
    private readonly passwords: PasswordHasher,
    private readonly lockouts: Lockouts,
    private readonly browsers: BrowsersService,
    private readonly repository: PasswordResetsRepository,
  ) {}

  /**
   * Sets a new password by a link, which is used up.
   *
   * @returns the person, and the id that the browser is known by from now on, for the cookie
   * @throws AppError reset_invalid, validation_failed (a personal password), unavailable
   */
  async reset(
    token: string,
    { password, endTokens }: { password: string; endTokens: boolean },
    browser: Browser,
  ): Promise<{ userId: number; deviceId: string }> {
    const tokenHash = hashSecret(token);
    const { manager } = this.dataSource;
    // Before the slow hashing of the password, so that guesses stay cheap.
    const holder = isWellFormedSecret(token)
      ? await this.repository.findHolder(manager, tokenHash)
      : null;
    if (holder === null) throw new AppError('reset_invalid');
    assertNotPersonal(password, 'password', await this.users.listNames(manager, holder));
    const passwordHash = await this.passwords.hash(password, browser.ip);
    return inTransaction(this.dataSource, async (transaction) => {
      const userId = await this.repository.use(transaction, tokenHash);
      const user = userId === null ? null : await this.users.lock(transaction, userId);
      if (user === null) throw new AppError('reset_invalid');
      await this.setPassword(transaction, user.id, passwordHash);
      await this.browsers.endAll(transaction, user.id, { withTokens: endTokens });
      await this.lockouts.unlockAccount(transaction, user.email);
      const deviceId = await this.browsers.remember(transaction, user.id, browser);
      return { userId: user.id, deviceId };
    });
  }

  /**
   * Sets a new password, given the old one. Every other session ends.
   *
   * @returns the ids for the cookies
   * @throws AppError validation_failed (a personal password), sign_in_failed, sign_in_locked, unavailable
   */
  async change(
    signedIn: SignedInUser,
    { current, next, endTokens }: { current: string; next: string; endTokens: boolean },
    browser: Browser,
  ): Promise<SignedIn> {
    const { userId, email, name, client } = signedIn;
    assertNotPersonal(next, 'new_password', [email, name, client?.name ?? null]);
    const keys = sessionKeys(signedIn);
    return this.lockouts.limit(keys, async () => {
      const user = await this.users.find(this.dataSource.manager, userId);
      const before = user?.passwordHash ?? null;
      const isRight = await this.passwords.verify(before, current, {
        ip: browser.ip,
        isKnown: true,
      });
      if (!isRight) throw new AppError('sign_in_failed');
      const passwordHash = await this.passwords.hash(next, browser.ip);
      return inTransaction(this.dataSource, async (manager) => {
        const locked = await this.users.lock(manager, userId);
        // Changed meanwhile: this session has ended.
        if (locked?.passwordHash !== before) throw new AppError('sign_in_failed');
        await this.lockouts.succeed(manager, keys);
        await this.setPassword(manager, userId, passwordHash);
        return this.browsers.endOthers(manager, signedIn, browser, { withTokens: endTokens });
      });
    });
  }

  private async setPassword(
    manager: EntityManager,
    userId: number,
    passwordHash: string,
  ): Promise<void> {
    await this.users.setPassword(manager, userId, passwordHash);
    await this.repository.endAll(manager, userId);
    await this.audit.record(manager, {
      action: 'user.password_changed',
      subject: `user ${userId}`,
      after: { sessions: 'ended' },
    });
  }
}
