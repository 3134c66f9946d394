import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service.js';
import { SETTINGS, type Settings } from '../../platform/config/settings.js';
import { inTransaction } from '../../platform/database/transaction.js';
import type { SignedInUser } from '../signed-in-user.js';
import { AppError, invalidField } from '../../platform/http/errors.js';
import type { User } from '../users/user.entity.js';
import { UsersRepository } from '../users/users.repository.js';
import { BrowsersService } from '../sessions/browsers.service.js';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.js';
import { needsSecondFactor } from './second-factor.js';
import { isTotpCode, newTotpSecret, totpStep, totpUri } from './totp.js';
import { SecretBox } from '../../platform/config/secrets/secret-box.js';
import { TwoFactorRepository } from './two-factor.repository.js';

/** A secret for an authenticator. It is shown until the first code proves that the person stored it. */
export interface TotpEnrollment {
  secret: string;
  /** Content of the QR code. */
  uri: string;
}

/** One-time codes, and the recovery codes that replace them. */
@Injectable()
export class TwoFactorService {
  /** Verified if there is no account, so that both cases take the same time. */
  private readonly decoySecret = newTotpSecret();

  constructor(
    private readonly dataSource: DataSource,
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly audit: AuditService,
    private readonly users: UsersRepository,
    private readonly box: SecretBox,
    private readonly browsers: BrowsersService,
    private readonly repository: TwoFactorRepository,
  ) {}

  /**
   * Uses up a one-time code or a recovery code, in the caller's transaction. A person whose second factor is a passkey enters a
   * recovery code, because the password alone is not enough.
   *
   * @param user null for an unknown user: the result is false, after the same time as for a known one
   * @returns true if the user may sign in; without a second factor set up, no code is needed
   * @throws AppError secrets_key_wrong for a one-time code whose secret cannot be decrypted; recovery codes still work
   */
  async use(manager: EntityManager, user: User | null, code = ''): Promise<boolean> {
    const digits = code.replace(/\s/g, '');
    const stored = isTotpCode(digits) ? user?.totpSecret : null;
    const secret = stored == null ? this.decoySecret : this.box.open(stored, ownerOf(user!.id));
    const step = await totpStep(secret, digits);
    if (user === null) return false;
    if (user.totpSecret === null && !(await this.hasPasskeyOnly(manager, user))) return true;
    if (user.totpSecret !== null && step !== null)
      return this.repository.useStep(manager, user.id, step);
    const hash = hashRecoveryCode(code);
    return hash !== null && this.repository.useRecoveryCode(manager, user.id, hash);
  }

  /** Creates a secret that {@link enable} turns on. @throws AppError totp_enabled */
  async enroll({ userId, email, hasTotp }: SignedInUser): Promise<TotpEnrollment> {
    if (hasTotp) throw new AppError('totp_enabled');
    const secret = newTotpSecret();
    const change = { totpPendingSecret: this.box.seal(secret, ownerOf(userId)) };
    await this.repository.setSecrets(this.dataSource.manager, userId, change);
    return { secret, uri: totpUri(secret, email) };
  }

  /**
   * Turns one-time codes on, once a code proves that the person stored the secret. Every other session ends.
   *
   * @returns recovery codes, which are shown only once
   * @throws AppError totp_enabled, totp_not_enrolled, secrets_key_wrong, validation_failed for a wrong code
   */
  async enable(by: SignedInUser, code: string): Promise<string[]> {
    const { userId } = by;
    return inTransaction(this.dataSource, async (manager) => {
      const user = await this.users.lock(manager, userId);
      if (user?.totpSecret != null) throw new AppError('totp_enabled');
      if (user?.totpPendingSecret == null) throw new AppError('totp_not_enrolled');
      const secret = this.box.open(user.totpPendingSecret, ownerOf(userId));
      const step = await totpStep(secret, code.replace(/\s/g, ''));
      if (step === null) throw wrongCode();
      await this.repository.setSecrets(manager, userId, {
        totpSecret: user.totpPendingSecret,
        totpPendingSecret: null,
        totpLastStep: step,
        totpEnabledAt: new Date(),
      });
      await this.browsers.endForNewFactor(manager, by);
      await this.record(manager, userId, 'user.totp_enabled', { totp: true });
      return this.replaceRecoveryCodes(manager, userId);
    });
  }

  /** Turns one-time codes off. @throws AppError totp_not_enrolled, totp_mandatory */
  async disable({ userId }: SignedInUser): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const user = await this.turnOff(manager, userId);
      if (
        needsSecondFactor(user, this.settings) &&
        !(await this.users.hasPasskey(manager, userId))
      ) {
        throw new AppError('totp_mandatory');
      }
    });
  }

  /**
   * Turns one-time codes off in the caller's transaction.
   *
   * @returns the person before the change @throws AppError totp_not_enrolled
   */
  async turnOff(manager: EntityManager, userId: number): Promise<User> {
    const user = await this.users.lock(manager, userId);
    if (user?.totpSecret == null) throw new AppError('totp_not_enrolled');
    const change = {
      totpSecret: null,
      totpPendingSecret: null,
      totpLastStep: null,
      totpEnabledAt: null,
    };
    await this.repository.setSecrets(manager, userId, change);
    await this.repository.replaceRecoveryCodes(manager, userId, []);
    await this.record(manager, userId, 'user.totp_disabled', { totp: false });
    return user;
  }

  /**
   * Replaces the recovery codes, which replace a lost second factor. The new ones are shown only once.
   *
   * @throws AppError totp_not_enrolled if the person signs in with the password alone
   */
  async renewRecoveryCodes(userId: number): Promise<string[]> {
    return inTransaction(this.dataSource, async (manager) => {
      const user = await this.users.lock(manager, userId);
      const hasSecondFactor =
        user !== null && (user.totpSecret !== null || (await this.hasPasskeyOnly(manager, user)));
      if (!hasSecondFactor) throw new AppError('totp_not_enrolled');
      const codes = await this.replaceRecoveryCodes(manager, userId);
      const after = { recovery_codes: codes.length };
      await this.record(manager, userId, 'user.recovery_codes_renewed', after);
      return codes;
    });
  }

  /** Encrypts with the current key every secret that is not encrypted, or that has another key. */
  async sealAllSecrets(): Promise<{ sealed: number; unreadable: number }> {
    return inTransaction(this.dataSource, async (manager) => {
      const counts = { sealed: 0, unreadable: 0 };
      for (const user of await this.repository.lockSecrets(manager)) {
        const { id, totpSecret, totpPendingSecret } = user;
        if ([totpSecret, totpPendingSecret].every((secret) => this.isCurrent(secret))) continue;
        try {
          await this.repository.setSecrets(manager, id, {
            totpSecret: this.sealAgain(totpSecret, id),
            totpPendingSecret: this.sealAgain(totpPendingSecret, id),
          });
          counts.sealed += 1;
        } catch (error) {
          const isUnreadable = error instanceof AppError && error.code === 'secrets_key_wrong';
          if (!isUnreadable) throw error;
          counts.unreadable += 1;
        }
      }
      await this.audit.record(manager, {
        action: 'secrets.rotated',
        subject: 'secrets',
        after: counts,
      });
      return counts;
    });
  }

  /** Returns true if a passkey is the person's second factor, which the password must not replace. */
  private async hasPasskeyOnly(manager: EntityManager, user: User): Promise<boolean> {
    return (
      needsSecondFactor(user, this.settings) && (await this.users.hasPasskey(manager, user.id))
    );
  }

  private isCurrent(secret: string | null): boolean {
    return secret === null || this.box.isCurrent(secret);
  }

  private sealAgain(secret: string | null, userId: number): string | null {
    const owner = ownerOf(userId);
    return secret === null ? null : this.box.seal(this.box.open(secret, owner), owner);
  }

  private async replaceRecoveryCodes(manager: EntityManager, userId: number): Promise<string[]> {
    const codes = newRecoveryCodes();
    const hashes = codes.flatMap((code) => hashRecoveryCode(code) ?? []);
    await this.repository.replaceRecoveryCodes(manager, userId, hashes);
    return codes;
  }

  private async record(
    manager: EntityManager,
    userId: number,
    action: string,
    after: object,
  ): Promise<void> {
    await this.audit.record(manager, { action, subject: `user ${userId}`, after });
  }
}

/** Names the row that a secret is bound to. */
function ownerOf(userId: number): string {
  return `one-time codes of user ${userId}`;
}

function wrongCode(): AppError {
  const message = 'totp must be the six digits that the authenticator shows now';
  return invalidField('totp', 'wrong_code', message);
}
