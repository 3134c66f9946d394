import { hash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/http/errors.js';
import { LockoutsRepository, type Counted } from './lockouts.repository.js';

/** Failed sign-ins are counted per account and per IP address. */
export interface LockoutKeys {
  account: string;
  ip: string;
}

/** An attempt that counts as failed until it is forgiven. */
export interface Attempt extends LockoutKeys {
  counted: Counted;
}

/** Returns the keys of an attempt; `email` as it was sent, whether or not there is such an account. */
export function lockoutKeys(email: string, ip: string): LockoutKeys {
  return {
    account: `account:${hash('sha256', email.toLowerCase(), 'hex')}`,
    ip: `ip:${networkOf(ip)}`,
  };
}

/** Slows down guessing: after five failures, the key is locked for one minute, then for two, up to fifteen. */
@Injectable()
export class Lockouts {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly repository: LockoutsRepository,
  ) {}

  /**
   * Counts an attempt as failed before it is made, so that concurrent attempts cannot share one count; {@link forgive}
   * removes it.
   *
   * @throws AppError sign_in_locked, then nothing is counted
   */
  async take({ account, ip }: LockoutKeys): Promise<Attempt> {
    return inTransaction(this.dataSource, async (manager) => {
      // Always in the same order: two attempts must not wait for each other.
      await this.count(manager, account);
      return { account, ip, counted: await this.count(manager, ip) };
    });
  }

  /**
   * Forgives a successful attempt: the account's count starts from zero, the IP address gets back this attempt only.
   * Otherwise an attacker could clear the address's count by signing in to an account of their own.
   */
  async forgive(manager: EntityManager, { account, ip, counted }: Attempt): Promise<void> {
    await this.repository.clear(manager, account);
    await this.repository.takeBack(manager, ip, counted);
  }

  private async count(manager: EntityManager, key: string): Promise<Counted> {
    const result = await this.repository.count(manager, key);
    if ('countedAt' in result) return result;
    const retryAfterSeconds = Math.ceil(result.lockedSeconds);
    throw new AppError('sign_in_locked', { retryAfterSeconds });
  }
}

/** Returns the key of an IP address: for IPv6 its /64, which belongs to one household or server. */
function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const [head = '', tail = ''] = ip.split('%')[0]!.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const zeros = ip.includes('::') ? Array<string>(8 - left.length - right.length).fill('0') : [];
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`;
}
