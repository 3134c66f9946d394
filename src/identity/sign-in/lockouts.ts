import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError, type ErrorCode } from '../../platform/http/errors.js';
import { networkOf } from '../../platform/http/network.js';
import type { SignedInUser } from '../signed-in-user.js';
import { LockMails } from './lock-mails.js';
import { FREE_FAILURES, LockoutsRepository } from './lockouts.repository.js';

export interface LockoutKeys {
  /** Restarts from zero when an attempt succeeds. */
  own: string;
  /** A success does not clear it: an attacker could clear it by signing in to an account of their own. */
  shared: string | null;
  /** Address of the person who receives a mail when `own` is locked for the first time. */
  mailTo: string | null;
}

/**
 * Makes the counters of a sign-in. A browser that the person signed in with before has its own, so that strangers cannot lock
 * the person out.
 *
 * @param email as it was sent, even without such an account
 * @param device hash of the known browser's id; null for an unknown browser
 */
export function signInKeys(email: string, ip: string, device: Buffer | null): LockoutKeys {
  if (device !== null) {
    return { own: `device:${device.toString('hex')}`, shared: null, mailTo: null };
  }
  const address = email.toLowerCase();
  return { own: accountKey(address), shared: `ip:${networkOf(ip)}`, mailTo: address };
}

/** Makes the counter of a signed-in person's password entries. */
export function sessionKeys({ sessionId }: SignedInUser): LockoutKeys {
  return { own: `session:${sessionId}`, shared: null, mailTo: null };
}

/** Errors that count as a failed attempt, because they tell a stranger something about a person. */
const COUNTED_ERRORS: ReadonlySet<ErrorCode> = new Set(['sign_in_failed', 'use_operations_port']);

function accountKey(email: string): string {
  return `account:${hash('sha256', email, 'hex')}`;
}

/** Slows down guessing. After five failures, the key is locked for one minute, then for two, up to fifteen. */
@Injectable()
export class Lockouts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly mails: LockMails,
    private readonly repository: LockoutsRepository,
  ) {}

  /**
   * Makes an attempt, unless a counter is locked, and counts it if it was wrong.
   * - concurrent attempts with right passwords do not lock each other out
   * - of concurrent guesses, only those that end before the lock are answered; the others get `sign_in_locked`, even a right
   *   one
   * - `use_operations_port` counts as well, because it says who is an operator
   * - other errors say nothing about a person and do not count
   *
   * @param work calls {@link succeed} before it commits
   * @throws AppError sign_in_locked, then nothing is counted; and what `work` throws
   */
  async limit<T>(keys: LockoutKeys, work: () => Promise<T>): Promise<T> {
    await this.assertOpen(this.dataSource.manager, keys);
    try {
      return await work();
    } catch (error) {
      const isCounted = error instanceof AppError && COUNTED_ERRORS.has(error.code);
      if (isCounted) await this.countFailure(keys);
      throw error;
    }
  }

  /** Records a success in the caller's transaction. @throws AppError sign_in_locked if others failed meanwhile */
  async succeed(manager: EntityManager, keys: LockoutKeys): Promise<void> {
    await this.assertOpen(manager, keys);
    await this.repository.clear(manager, keys.own);
  }

  /** Forgets the failed sign-ins of an account, in the caller's transaction. @param email in lower case */
  async unlockAccount(manager: EntityManager, email: string): Promise<void> {
    await this.repository.clear(manager, accountKey(email));
  }

  private async assertOpen(manager: EntityManager, { own, shared }: LockoutKeys): Promise<void> {
    for (const key of [own, shared]) {
      const seconds = key === null ? null : await this.repository.lockedSeconds(manager, key);
      if (seconds !== null) throw locked(seconds);
    }
  }

  /** @throws AppError sign_in_locked, so that the answer does not say that the password was wrong */
  private async countFailure({ own, shared, mailTo }: LockoutKeys): Promise<void> {
    const failures = await inTransaction(this.dataSource, async (manager) => {
      // Always in the same order: two attempts must not wait for each other.
      const ofOwn = await this.count(manager, own);
      if (shared !== null) await this.count(manager, shared);
      return ofOwn;
    });
    if (failures === FREE_FAILURES && mailTo !== null) await this.mails.request(mailTo);
  }

  private async count(manager: EntityManager, key: string): Promise<number> {
    const result = await this.repository.count(manager, key);
    if ('failures' in result) return result.failures;
    throw locked(result.lockedSeconds);
  }
}

function locked(seconds: number): AppError {
  return new AppError('sign_in_locked', { retryAfterSeconds: Math.max(1, Math.ceil(seconds)) });
}
