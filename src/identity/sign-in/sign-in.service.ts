import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { inTransaction } from '../../platform/database/transaction.js';
import { DevicesService } from '../devices/devices.service.js';
import type { SignedIn } from '../sessions/browser-cookies.js';
import type { SignedInUser } from '../signed-in-user.js';
import { AppError } from '../../platform/http/errors.js';
import { BrowsersService } from '../sessions/browsers.service.js';
import { assertPort, type Browser } from '../sessions/sessions.service.js';
import { TwoFactorService } from '../two-factor/two-factor.service.js';
import type { User } from '../users/user.entity.js';
import { UsersRepository } from '../users/users.repository.js';
import { Lockouts, sessionKeys, signInKeys } from './lockouts.js';
import { PasswordHasher } from '../passwords/password-hasher.js';

const REFUSED_AFTER_MS = 1_000;

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
    private readonly dataSource: DataSource,
    private readonly users: UsersRepository,
    private readonly passwords: PasswordHasher,
    private readonly lockouts: Lockouts,
    private readonly twoFactor: TwoFactorService,
    private readonly devices: DevicesService,
    private readonly browsers: BrowsersService,
  ) {}

  /**
   * Refuses an unknown browser while too many others wait, without reading the body.
   *
   * @throws AppError unavailable, after a second: callers that immediately repeat a sign-in would take the processor from
   *   stores
   */
  async assertRoomFor({ ip, deviceId }: Browser): Promise<void> {
    try {
      this.passwords.assertRoomFor(ip);
    } catch (error) {
      if (await this.devices.isKnown(deviceId)) return;
      await sleep(REFUSED_AFTER_MS);
      throw error;
    }
  }

  /**
   * Signs a person in. The time and the response are the same, regardless of which part was wrong.
   * - on the port of stores and clients, operators are refused before their password is checked, so that a stranger cannot try
   *   passwords there
   *
   * @returns the ids for the cookies
   * @throws AppError sign_in_failed, sign_in_locked, use_operations_port, unavailable
   */
  async signIn({ email, password, totp }: SignInAttempt, browser: Browser): Promise<SignedIn> {
    const device = await this.devices.find(browser.deviceId, email);
    const keys = signInKeys(email, browser.ip, device);
    return this.lockouts.limit(keys, async () => {
      const user = await this.users.findByEmail(this.dataSource.manager, email.toLowerCase());
      if (user !== null) assertPort(browser, user.kind);
      const stored = user?.passwordHash ?? null;
      const caller = { ip: browser.ip, isKnown: device !== null };
      const isRight = await this.passwords.verify(stored, password, caller);
      return inTransaction(this.dataSource, async (manager) => {
        const current = isRight ? await this.lockUnchanged(manager, user) : null;
        const hasProof = await this.twoFactor.use(manager, current, totp);
        if (current === null || !hasProof) throw new AppError('sign_in_failed');
        await this.lockouts.succeed(manager, keys);
        return this.browsers.signIn(manager, current, browser);
      });
    });
  }

  /**
   * Checks the password of a signed-in person again, for changes that need a recent password entry.
   *
   * @throws AppError sign_in_failed, sign_in_locked, unavailable
   */
  async confirm(
    signedIn: SignedInUser,
    { password, totp }: Omit<SignInAttempt, 'email'>,
    { ip }: Browser,
  ): Promise<void> {
    const keys = sessionKeys(signedIn);
    await this.lockouts.limit(keys, async () => {
      const user = await this.users.find(this.dataSource.manager, signedIn.userId);
      const isRight = await this.passwords.verify(user?.passwordHash ?? null, password, {
        ip,
        isKnown: true,
      });
      await inTransaction(this.dataSource, async (manager) => {
        const hasProof = await this.twoFactor.use(manager, isRight ? user : null, totp);
        if (!isRight || !hasProof) throw new AppError('sign_in_failed');
        await this.lockouts.succeed(manager, keys);
        await this.browsers.confirm(manager, signedIn.sessionId);
      });
    });
  }

  /**
   * Locks a person whose password was checked. Returns null if the password was changed meanwhile.
   * - includes a second factor that was added meanwhile, which ended all sessions
   */
  private async lockUnchanged(manager: EntityManager, user: User | null): Promise<User | null> {
    const locked = user && (await this.users.lock(manager, user.id));
    return locked?.passwordHash === user?.passwordHash ? locked : null;
  }
}
