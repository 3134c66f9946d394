import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { SETTINGS, type Settings } from '../../platform/config/settings.js';
import { AppError } from '../../platform/http/errors.js';
import { LOGGER } from '../../platform/observability/logger.js';
import { Metrics } from '../../platform/observability/metrics.js';
import { CourierCallsRepository } from '../budget/courier-calls.repository.js';
import { CALLS, countedCourier, type CallEnd } from '../counted-courier.js';
import type { CourierSessions, OpenedAccount } from '../courier-description.js';
import { CourierPaused } from '../courier-errors.js';
import type { CourierGateway } from '../courier-gateway.js';
import { COURIERS } from '../couriers.js';
import { pauseOf, type CourierWork, type PauseReason } from './account-pauses.js';
import { AccountSecrets } from './account-secrets.js';
import { AccountSession } from './account-session.js';
import { isAllowedBaseUrl } from './base-url.js';
import { CourierAccountsRepository } from './courier-accounts.repository.js';
import type { CourierAccount } from './courier-account.entity.js';

/** An account whose courier can be called. */
export interface OpenedCourier {
  account: CourierAccount;
  courier: CourierGateway;
}

const PAUSES: Partial<Record<CallEnd, PauseReason>> = {
  too_many_calls: 'too_many_calls',
  keys_refused: 'keys_refused',
  no_money: 'no_money_at_courier',
};

/** Opens the couriers of accounts. Their calls are counted, and an account that must not be called pauses. */
@Injectable()
export class OpenedCouriers {
  private readonly note;
  /** The latest failure of each account, so that a failure that repeats is logged once. */
  private readonly latest = new Map<number, string>();

  constructor(
    private readonly dataSource: DataSource,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
    metrics: Metrics,
    private readonly accounts: CourierAccountsRepository,
    private readonly calls: CourierCallsRepository,
    private readonly secrets: AccountSecrets,
  ) {
    this.note = metrics.calls(
      {
        name: 'courier_calls_total',
        help: 'Calls of couriers, by outcome: done, refused, unknown, too_many_calls, keys_refused, no_money, failed',
        labels: ['kind', 'call', 'outcome'],
      },
      {
        name: 'courier_call_seconds',
        help: 'Time until a courier answered, or did not',
        labels: ['kind', 'call'],
      },
      // The alert about refused keys watches for the first one: an account with such keys then pauses.
      Object.keys(COURIERS).flatMap((kind) =>
        CALLS.map((call) => ({ kind, call, outcome: 'keys_refused' })),
      ),
    );
  }

  /**
   * Opens the courier of an account.
   *
   * @param work what it is opened for: `booking` waits for money and for an active account, `asking` for neither, and `check`
   *   for no pause at all
   * @throws CourierPaused if the work has to wait, or the keys cannot be opened; AppError courier_account_not_found
   */
  async open(accountId: number, work: CourierWork): Promise<OpenedCourier> {
    const account = await this.accounts.find(this.dataSource.manager, accountId);
    if (account === null) throw new AppError('courier_account_not_found');
    const pause = pauseOf(account, work);
    if (pause !== null) throw new CourierPaused(pause);
    const courier = COURIERS[account.kind]!.open(await this.unseal(account), this.dataSource);
    return { account, courier: this.counted(account, courier) };
  }

  /** Returns the session of an account, which all instances share. */
  sessionOf(accountId: number): CourierSessions {
    return new AccountSession(accountId, this.dataSource, this.accounts, this.secrets);
  }

  private async unseal(account: CourierAccount): Promise<OpenedAccount> {
    const { id, environment, baseUrl, pickupName, pickupPincode } = account;
    if (baseUrl !== null && !isAllowedBaseUrl(baseUrl, this.settings.isProduction)) {
      throw new CourierPaused('base_url_refused');
    }
    const session = this.sessionOf(id);
    const pickup = pickupName === null ? null : { name: pickupName, pincode: pickupPincode };
    try {
      return { id, environment, baseUrl, session, pickup, keys: this.secrets.keysOf(account) };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await this.pause(id, 'secrets_key_wrong');
      throw new CourierPaused('secrets_key_wrong');
    }
  }

  private counted(account: CourierAccount, courier: CourierGateway): CourierGateway {
    const { id, kind } = account;
    let hasPauses = account.pauses > 0;
    return countedCourier(courier, {
      began: (call) => this.calls.count(this.dataSource.manager, id, call),
      ended: async (call, end, seconds, error) => {
        this.note({ kind, call, outcome: end }, seconds);
        this.log(id, kind, end === 'done' || end === 'refused' ? null : `${end}: ${error}`);
        const reason = PAUSES[end];
        if (reason !== undefined) {
          hasPauses = true;
          await this.pause(id, reason);
        }
        // Another call that goes well says nothing about money.
        if (end === 'done' && hasPauses && (call === 'book' || !isAboutMoney(account))) {
          hasPauses = false;
          await this.accounts.resume(this.dataSource.manager, id);
        }
      },
    });
  }

  private pause(id: number, reason: PauseReason): Promise<void> {
    return this.accounts.pause(this.dataSource.manager, id, reason);
  }

  private log(accountId: number, kind: string, problem: string | null): void {
    if (problem !== null && problem !== this.latest.get(accountId)) {
      this.logger.warn({ account: accountId, kind, reason: problem }, 'a courier did not answer');
    }
    if (problem === null) this.latest.delete(accountId);
    else this.latest.set(accountId, problem);
  }
}

function isAboutMoney({ pauseReason }: CourierAccount): boolean {
  return pauseReason === 'no_money_at_courier';
}
