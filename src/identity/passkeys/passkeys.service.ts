import { Injectable } from '@nestjs/common';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service.js';
import { isUniqueViolation } from '../../platform/database/database-errors.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError, invalidField } from '../../platform/http/errors.js';
import { hashSecret } from '../secret.js';
import type { SignedIn } from '../sessions/browser-cookies.js';
import { BrowsersService } from '../sessions/browsers.service.js';
import type { Browser } from '../sessions/sessions.service.js';
import { FactorMails } from '../security/factor-mails.js';
import { lockSession, type SignedInUser } from '../signed-in-user.js';
import { UsersRepository } from '../users/users.repository.js';
import { PasskeyChecks } from './passkey-checks.js';
import { CREDENTIAL_UNIQUE, type Passkey } from './passkey.entity.js';
import { PasskeysRepository } from './passkeys.repository.js';

const PASSKEYS_MAX = 20;
const BASE64URL = /^[\w-]+$/;

/** Passkeys: signing in with a device that verifies its person, instead of a password and a one-time code. */
@Injectable()
export class PasskeysService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly users: UsersRepository,
    private readonly browsers: BrowsersService,
    private readonly checks: PasskeyChecks,
    private readonly mails: FactorMails,
    private readonly repository: PasskeysRepository,
  ) {}

  /** Starts the registration of a passkey. @param origin the origin of the pages */
  async startRegistration(
    user: SignedInUser,
    origin: string,
  ): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const { manager } = this.dataSource;
    const existing = await this.repository.list(manager, user.userId);
    const options = await this.checks.creationOptions(user, origin, existing);
    await inTransaction(this.dataSource, async (transaction) => {
      await lockSession(transaction);
      await this.repository.insertChallenge(
        transaction,
        hashSecret(options.challenge),
        user.userId,
      );
    });
    return options;
  }

  /** Stores a new passkey. @throws AppError validation_failed */
  async register(
    user: SignedInUser,
    { name, credential }: { name: string; credential: object },
    origin: string,
  ): Promise<Passkey> {
    const { userId } = user;
    const challenge = await this.useChallenge(credential, userId);
    const made =
      challenge === null ? null : await this.checks.checkCreation(credential, challenge, origin);
    if (made === null) throw invalidCredential();
    try {
      return await inTransaction(this.dataSource, async (manager) => {
        await this.users.lock(manager, userId);
        await this.browsers.endForNewFactor(manager, user);
        const existing = await this.repository.list(manager, userId);
        if (existing.length >= PASSKEYS_MAX) throw tooMany();
        const passkey = await this.repository.insert(manager, { ...made, userId, name });
        await this.audit.record(manager, {
          action: 'user.passkey_added',
          subject: `user ${userId}`,
          after: { passkey: passkey.id, name },
        });
        await this.mails.enqueue(manager, 'passkey_added', userId);
        return passkey;
      });
    } catch (error) {
      throw isUniqueViolation(error, CREDENTIAL_UNIQUE) ? invalidCredential() : error;
    }
  }

  async list(userId: number): Promise<Passkey[]> {
    return this.repository.list(this.dataSource.manager, userId);
  }

  /** @throws AppError passkey_not_found, also for another person's passkey; totp_mandatory */
  async remove({ userId, needsSecondFactor }: SignedInUser, id: number): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const user = await this.users.lock(manager, userId);
      await this.delete(manager, userId, id);
      const needsPasskey = needsSecondFactor && user?.totpSecret == null;
      if (needsPasskey && !(await this.users.hasPasskey(manager, userId))) {
        throw new AppError('totp_mandatory');
      }
    });
  }

  /** Removes a passkey in the caller's transaction, even the last one. @throws AppError passkey_not_found */
  async delete(manager: EntityManager, userId: number, id: number): Promise<void> {
    const name = await this.repository.delete(manager, id, userId);
    if (name === null) throw new AppError('passkey_not_found');
    await this.audit.record(manager, {
      action: 'user.passkey_removed',
      subject: `user ${userId}`,
      before: { passkey: id, name },
    });
  }

  /** Starts signing in, or confirming a session, with any passkey. @param origin the origin of the pages */
  async startSignIn(origin: string): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const options = await this.checks.requestOptions(origin);
    const hash = hashSecret(options.challenge);
    await this.repository.insertChallenge(this.dataSource.manager, hash, null);
    return options;
  }

  /** Signs a person in, even if the password is locked. @returns the ids for the cookies @throws AppError sign_in_failed */
  async signIn(credential: object, origin: string, browser: Browser): Promise<SignedIn> {
    return this.verified(credential, origin, async (manager, { userId }) => {
      const user = await this.users.lock(manager, userId);
      if (user === null) throw new AppError('sign_in_failed');
      return this.browsers.signIn(manager, user, browser);
    });
  }

  /** Confirms a session instead of its password. @throws AppError sign_in_failed */
  async confirm(
    { userId, sessionId }: SignedInUser,
    credential: object,
    origin: string,
  ): Promise<void> {
    await this.verified(credential, origin, async (manager, passkey) => {
      if (passkey.userId !== userId) throw new AppError('sign_in_failed');
      await this.browsers.confirm(manager, sessionId);
    });
  }

  /** Runs work in a transaction that records the use of a passkey. @throws AppError sign_in_failed */
  private async verified<T>(
    credential: object,
    origin: string,
    work: (manager: EntityManager, passkey: Passkey) => Promise<T>,
  ): Promise<T> {
    const challenge = await this.useChallenge(credential, null);
    const { id } = credential as { id?: unknown };
    const passkey =
      challenge !== null && typeof id === 'string' && BASE64URL.test(id)
        ? await this.repository.findByCredential(this.dataSource.manager, id)
        : null;
    if (challenge === null || passkey === null) throw new AppError('sign_in_failed');
    const page = { challenge, origin };
    const counter = await this.checks.checkSignature(credential, passkey, page);
    if (counter === null) throw new AppError('sign_in_failed');
    return inTransaction(this.dataSource, async (manager) => {
      const isNew = await this.repository.noteUse(manager, passkey.id, counter);
      if (!isNew) throw new AppError('sign_in_failed');
      return work(manager, passkey);
    });
  }

  /** Uses up the challenge of a credential. @returns null if it is unknown, of another purpose, or was used before */
  private async useChallenge(credential: object, userId: number | null): Promise<string | null> {
    const challenge = this.checks.challengeOf(credential);
    if (challenge === null) return null;
    const { manager } = this.dataSource;
    const isOpen = await this.repository.useChallenge(manager, hashSecret(challenge), userId);
    return isOpen ? challenge : null;
  }
}

function invalidCredential(): AppError {
  const message = 'credential must be a new passkey, made with the latest options';
  return invalidField('credential', 'invalid_credential', message);
}

function tooMany(): AppError {
  const message = `name cannot be given: remove one of your ${PASSKEYS_MAX} passkeys first`;
  return invalidField('name', 'too_many', message);
}
