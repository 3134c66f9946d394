import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { SETTINGS, type Settings } from '../../platform/config/settings.js';
import { AppError } from '../../platform/http/errors.js';
import { PublicUrl } from '../../platform/http/public-url.js';
import type { CourierKey } from '../courier-description.js';
import type { AccountCheck } from '../courier-gateway.js';
import { allowsSandbox, COURIERS } from '../couriers.js';
import type { CourierCode } from '../pushes/courier-code.entity.js';
import { AccountSecrets } from './account-secrets.js';
import { CourierAccountsRepository } from './courier-accounts.repository.js';
import type { CourierAccount } from './courier-account.entity.js';
import { pushUrlWarnings, type PushUrlWarning } from './push-keys.js';

const LAST4 = -4;
/** Of a shorter one, four characters would tell too much. */
const SHOWN_KEY_MIN = 12;

export interface ShownKey extends CourierKey {
  isSet: boolean;
  last4: string | null;
}

/** An account as operators see it: without the values of its secrets. */
export interface ShownAccount extends Pick<
  CourierAccount,
  | 'id'
  | 'kind'
  | 'name'
  | 'environment'
  | 'baseUrl'
  | 'isActive'
  | 'pickupName'
  | 'pickupPincode'
  | 'returnTo'
  | 'mode'
  | 'checkedAt'
  | 'checkProblem'
  | 'pausedUntil'
  | 'pauseReason'
  | 'createdAt'
> {
  label: string;
  keys: ShownKey[];
  missing: ('keys' | 'check' | 'pickup_place')[];
  push: {
    url: string | null;
    header: string;
    warnings: PushUrlWarning[];
    lastPushAt: Date | null;
    previousUntil: Date | null;
  };
  unknownCodes: Pick<CourierCode, 'code' | 'words' | 'count' | 'firstSeenAt'>[];
  liveBookings: number;
}

export interface NewPushKey {
  account: ShownAccount;
  pushSecret: string;
}

export interface CheckedAccount {
  isPassed: boolean;
  problem: string | null;
  pickupPlaces: AccountCheck['pickupPlaces'];
  account: ShownAccount;
}

export interface KnownKind {
  kind: string;
  label: string;
  isSandbox: boolean;
  keys: readonly CourierKey[];
}

/** Accounts with couriers, as operators see them. */
@Injectable()
export class ShownAccounts {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly publicUrl: PublicUrl,
    private readonly secrets: AccountSecrets,
    private readonly accounts: CourierAccountsRepository,
  ) {}

  /** Lists all accounts, with the addresses of their pushes, which are secret, or without. */
  async list({ hasAddresses }: { hasAddresses: boolean }): Promise<ShownAccount[]> {
    const { manager } = this.dataSource;
    const accounts = await this.accounts.list(manager);
    const all = await Promise.all(accounts.map((account) => this.toShown(manager, account)));
    if (hasAddresses) return all;
    return all.map((account) => ({ ...account, push: { ...account.push, url: null } }));
  }

  listKinds(): KnownKind[] {
    return Object.entries(COURIERS)
      .filter(([, { isSandbox }]) => !isSandbox || allowsSandbox(this.settings))
      .map(([kind, { label, isSandbox, keys }]) => ({ kind, label, isSandbox, keys }));
  }

  /** @throws AppError courier_account_not_found */
  async get(id: number): Promise<CourierAccount> {
    const account = await this.accounts.find(this.dataSource.manager, id);
    if (account === null) throw new AppError('courier_account_not_found');
    return account;
  }

  /** @throws AppError courier_account_not_found */
  async getShown(id: number): Promise<ShownAccount> {
    return this.toShown(this.dataSource.manager, await this.get(id));
  }

  /** Shows an account without the values of its secrets. */
  async toShown(manager: EntityManager, account: CourierAccount): Promise<ShownAccount> {
    const previous = account.previousPushes.at(-1);
    const { label, keys: needed } = COURIERS[account.kind]!;
    const values = this.keysOf(account);
    const keys = needed.map((key): ShownKey => {
      const value = values[key.name];
      const isLong = value !== undefined && value.length >= SHOWN_KEY_MIN;
      return { ...key, isSet: value !== undefined, last4: isLong ? value.slice(LAST4) : null };
    });
    const missing: ShownAccount['missing'] = [
      ...(keys.every(({ isSet }) => isSet) ? [] : (['keys'] as const)),
      ...(account.checkedAt === null ? (['check'] as const) : []),
      ...(account.pickupName === null ? (['pickup_place'] as const) : []),
    ];
    const url = `${this.publicUrl.origin}/courier-pushes/${account.pushKey}`;
    const previousUntil = previous === undefined ? null : new Date(previous.until);
    return {
      id: account.id,
      kind: account.kind,
      name: account.name,
      environment: account.environment,
      baseUrl: account.baseUrl,
      isActive: account.isActive,
      pickupName: account.pickupName,
      pickupPincode: account.pickupPincode,
      returnTo: account.returnTo,
      mode: account.mode,
      checkedAt: account.checkedAt,
      checkProblem: account.checkProblem,
      pausedUntil: account.pausedUntil,
      pauseReason: account.pauseReason,
      createdAt: account.createdAt,
      label,
      keys,
      missing,
      push: {
        url,
        header: account.pushHeader,
        warnings: pushUrlWarnings(url),
        lastPushAt: account.lastPushAt,
        previousUntil,
      },
      unknownCodes: await this.accounts.listUnknownCodes(manager, account.kind),
      liveBookings: await this.accounts.countLiveBookings(manager, account.id),
    };
  }

  /** Returns an account's keys; none if they cannot be opened. */
  keysOf(account: CourierAccount): Record<string, string> {
    try {
      return this.secrets.keysOf(account);
    } catch (error) {
      if (error instanceof AppError) return {};
      throw error;
    }
  }
}
