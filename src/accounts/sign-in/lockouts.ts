import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/http/errors.js';
import type { SignedInUser } from '../signed-in-user.js';
import { LockMails } from './lock-mails.js';
import { FREE_FAILURES, LockoutsRepository, type Counted } from './lockouts.repository.js';
import { networkOf } from './network.js';

/** Counters of an attempt. */
export interface LockoutKeys {
  /** Starts from zero when the attempt succeeds. */
  own: string;
  /** Gets back a successful attempt only: an attacker could clear it by signing in to an account of their own. */
  shared: string | null;
  /** Address of the person who is mailed when `own` is locked first. */
  mailTo: string | null;
}

/** An attempt that counts as failed until it succeeds or is given back. */
export interface Attempt extends LockoutKeys {
  ownCount: Counted;
  sharedCount: Counted | null;
}

/**
 * Returns the counters of a sign-in: a browser in which the person signed in before has its own, so that strangers cannot
 * lock the person out.
 *
 * @param email as it was sent, whether or not there is such an account
 * @param device hash of the known browser's id; null for an unknown browser
 */
export function signInKeys(email: string, ip: string, device: Buffer | null): LockoutKeys {
  if (device !== null) {
    return { own: `device:${device.toString('hex')}`, shared: null, mailTo: null };
  }
  const address = email.toLowerCase();
  return { own: accountKey(address), shared: `ip:${networkOf(ip)}`, mailTo: address };
}

/** Returns the counter of a signed-in person's password entries. */
export function sessionKeys({ sessionId }: SignedInUser): LockoutKeys {
  return { own: `session:${sessionId}`, shared: null, mailTo: null };
}

function accountKey(email: string): string {
  return `account:${hash('sha256', email, 'hex')}`;
}

/** Slows down guessing: after five failures, the key is locked for one minute, then for two, up to fifteen. */
@Injectable()
export class Lockouts {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly mails: LockMails,
    private readonly repository: LockoutsRepository,
  ) {}

  /**
   * Counts an attempt as failed, then makes it; counting first keeps concurrent attempts from sharing one count. The
   * attempt reports its success with {@link succeed}. An error other than `sign_in_failed` says nothing about the
   * password, so the attempt is given back.
   *
   * @throws AppError sign_in_locked, then nothing is counted; and what `work` throws
   */
  async limit<T>(keys: LockoutKeys, work: (attempt: Attempt) => Promise<T>): Promise<T> {
    const attempt = await this.take(keys);
    try {
      return await work(attempt);
    } catch (error) {
      const isWrong = error instanceof AppError && error.code === 'sign_in_failed';
      if (isWrong) await this.mailFirstLock(attempt);
      else await this.giveBack(attempt);
      throw error;
    }
  }

  /** Records a success in the caller's transaction. */
  async succeed(manager: EntityManager, { own, shared, sharedCount }: Attempt): Promise<void> {
    await this.repository.clear(manager, own);
    if (shared !== null && sharedCount !== null) {
      await this.repository.takeBack(manager, shared, sharedCount);
    }
  }

  /** Forgets the failed sign-ins of an account, in the caller's transaction. @param email in lower case */
  async unlockAccount(manager: EntityManager, email: string): Promise<void> {
    await this.repository.clear(manager, accountKey(email));
  }

  private async take(keys: LockoutKeys): Promise<Attempt> {
    return inTransaction(this.dataSource, async (manager) => {
      // Always in the same order: two attempts must not wait for each other.
      const ownCount = await this.count(manager, keys.own);
      const sharedCount = keys.shared === null ? null : await this.count(manager, keys.shared);
      return { ...keys, ownCount, sharedCount };
    });
  }

  private async giveBack({ own, ownCount, shared, sharedCount }: Attempt): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      await this.repository.takeBack(manager, own, ownCount);
      if (shared !== null && sharedCount !== null) {
        await this.repository.takeBack(manager, shared, sharedCount);
      }
    });
  }

  private async mailFirstLock({ mailTo, ownCount }: Attempt): Promise<void> {
    const isFirst = ownCount.failures === FREE_FAILURES;
    if (isFirst && mailTo !== null) await this.mails.request(mailTo);
  }

  private async count(manager: EntityManager, key: string): Promise<Counted> {
    const result = await this.repository.count(manager, key);
    if ('countedAt' in result) return result;
    const retryAfterSeconds = Math.ceil(result.lockedSeconds);
    throw new AppError('sign_in_locked', { retryAfterSeconds });
  }
}
