import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service.js';
import { SETTINGS, type Settings } from '../../platform/config/settings.js';
import { isUniqueViolation } from '../../platform/database/database-errors.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError, invalidField } from '../../platform/http/errors.js';
import { allowsSandbox, COURIERS } from '../couriers.js';
import { AccountSecrets } from './account-secrets.js';
import { isAllowedBaseUrl } from './base-url.js';
import { CourierAccountsRepository } from './courier-accounts.repository.js';
import type { CourierAccount } from './courier-account.entity.js';
import { newPushKey } from './push-keys.js';
import { ShownAccounts, type NewPushKey, type ShownAccount } from './shown-accounts.service.js';

export const ACCOUNTS_MAX = 20;
const NAME_UNIQUE = 'courier_accounts_name_uq';

/** What operators decide about an account. Keys that are missing stay. */
export type AccountChange = Pick<
  CourierAccount,
  | 'kind'
  | 'name'
  | 'environment'
  | 'baseUrl'
  | 'isActive'
  | 'pickupName'
  | 'pickupPincode'
  | 'returnTo'
  | 'mode'
  | 'pushHeader'
> & { keys: Readonly<Record<string, string>> };

/** Accounts with couriers, as operators keep them. */
@Injectable()
export class CourierAccountsService {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly audit: AuditService,
    private readonly shown: ShownAccounts,
    private readonly secrets: AccountSecrets,
    private readonly accounts: CourierAccountsRepository,
  ) {}

  /** Adds an account, inactive. @throws AppError validation_failed, courier_account_exists */
  async add({ keys, ...facts }: AccountChange): Promise<NewPushKey> {
    this.assertAllowed(facts, keys);
    const pushSecret = newPushKey();
    return this.naming(async (manager) => {
      await this.accounts.lockAll(manager);
      if ((await this.accounts.count(manager)) >= ACCOUNTS_MAX) {
        const message = `there are ${ACCOUNTS_MAX} accounts: delete one first`;
        throw invalidField('name', 'too_many', message);
      }
      const pushKey = newPushKey();
      // Sealed secrets belong to the row, whose id is known from here on.
      const empty = { ...facts, isActive: false, pushKey, keys: '', pushSecret: '' };
      const id = await this.accounts.insert(manager, empty);
      await this.accounts.update(manager, id, {
        keys: this.secrets.sealKeys(id, keys),
        pushSecret: this.secrets.seal(id, 'pushSecret', pushSecret),
      });
      const account = (await this.accounts.find(manager, id))!;
      await this.record(manager, 'added', null, account, Object.keys(keys));
      return { account: await this.shown.toShown(manager, account), pushSecret };
    });
  }

  /**
   * Replaces what operators decide about an account. Pushes with the header before are accepted for a day.
   *
   * @throws AppError courier_account_not_found, courier_account_exists, courier_account_in_use, validation_failed
   */
  async replace(id: number, { keys, ...facts }: AccountChange): Promise<ShownAccount> {
    return this.naming(async (manager) => {
      const before = await this.lock(manager, id);
      const isOther = facts.kind !== before.kind || facts.environment !== before.environment;
      if (isOther && (await this.accounts.countLiveBookings(manager, id)) > 0) {
        throw new AppError('courier_account_in_use');
      }
      this.assertAllowed(facts, keys);
      const isUntried = isOther || facts.baseUrl !== before.baseUrl || Object.keys(keys).length > 0;
      const after = {
        ...facts,
        ...(isUntried && { ...UNTRIED, keys: this.sealMerged(before, facts.kind, keys) }),
      };
      const isReady =
        !isUntried && before.checkedAt !== null && facts.pickupName !== null && facts.isActive;
      if (facts.pushHeader !== before.pushHeader) await this.accounts.keepPush(manager, id);
      await this.accounts.update(manager, id, { ...after, isActive: isReady });
      const account = (await this.accounts.find(manager, id))!;
      await this.record(manager, 'changed', before, account, Object.keys(keys));
      return this.shown.toShown(manager, account);
    });
  }

  /** Deletes an account that nothing was booked with. @throws AppError courier_account_not_found, courier_account_in_use */
  async delete(id: number): Promise<ShownAccount> {
    return inTransaction(this.dataSource, async (manager) => {
      const account = await this.lock(manager, id);
      if (await this.accounts.hasBookings(manager, id)) {
        throw new AppError('courier_account_in_use');
      }
      const shown = await this.shown.toShown(manager, account);
      await this.accounts.delete(manager, id);
      await this.record(manager, 'deleted', account, null);
      return shown;
    });
  }

  /** Replaces the address and secret of pushes; the ones before are accepted for a day. @throws AppError courier_account_not_found */
  async replacePushKey(id: number): Promise<NewPushKey> {
    const pushSecret = newPushKey();
    return inTransaction(this.dataSource, async (manager) => {
      await this.lock(manager, id);
      await this.accounts.keepPush(manager, id);
      await this.accounts.update(manager, id, {
        pushKey: newPushKey(),
        pushSecret: this.secrets.seal(id, 'pushSecret', pushSecret),
      });
      await this.audit.record(manager, {
        action: 'courier_account.push_key_replaced',
        subject: `courier account ${id}`,
        after: { push_key_replaced: true },
      });
      const account = (await this.accounts.find(manager, id))!;
      return { account: await this.shown.toShown(manager, account), pushSecret };
    });
  }

  /** Encrypts the secrets of all accounts with the current key. Counts those that were encrypted, and those of an unknown key. */
  async sealAllSecrets(): Promise<{ sealed: number; unreadable: number }> {
    return inTransaction(this.dataSource, async (manager) => {
      const counts = { sealed: 0, unreadable: 0 };
      for (const account of await this.accounts.lockAllRows(manager)) {
        const change = this.sealedAgain(account);
        if (change === 'unreadable') counts.unreadable += 1;
        else if (change !== null) {
          await this.accounts.update(manager, account.id, change);
          counts.sealed += 1;
        }
      }
      return counts;
    });
  }

  /** Seals an account's secrets again; null: all are of the current key. */
  private sealedAgain({
    id,
    keys,
    session,
    pushSecret,
    previousPushes,
  }: CourierAccount): Partial<CourierAccount> | 'unreadable' | null {
    const earlier = previousPushes.map(({ secret }) => secret);
    const sealed = [keys, session, pushSecret, ...earlier].filter((text) => text !== null);
    if (sealed.every((text) => this.secrets.isCurrent(text))) return null;
    try {
      return {
        keys: this.secrets.sealAgain(id, 'keys', keys),
        session: session && this.secrets.sealAgain(id, 'session', session),
        pushSecret: this.secrets.sealAgain(id, 'pushSecret', pushSecret),
        previousPushes: previousPushes.map((previous) => ({
          ...previous,
          secret: this.secrets.sealAgain(id, 'pushSecret', previous.secret),
        })),
      };
    } catch (error) {
      if (error instanceof AppError) return 'unreadable';
      throw error;
    }
  }

  private async lock(manager: EntityManager, id: number): Promise<CourierAccount> {
    const account = await this.accounts.lock(manager, id);
    if (account === null) throw new AppError('courier_account_not_found');
    return account;
  }

  private async naming<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    try {
      return await inTransaction(this.dataSource, work);
    } catch (error) {
      if (isUniqueViolation(error, NAME_UNIQUE)) throw new AppError('courier_account_exists');
      throw error;
    }
  }

  private assertAllowed(
    { kind, baseUrl }: Pick<CourierAccount, 'kind' | 'baseUrl'>,
    keys: Readonly<Record<string, string>>,
  ): void {
    const courier = COURIERS[kind]!;
    if (courier.isSandbox && !allowsSandbox(this.settings)) {
      throw invalidField('kind', 'unknown_value', 'carries nothing, and is refused in production');
    }
    if (baseUrl !== null && !isAllowedBaseUrl(baseUrl, this.settings.isProduction)) {
      const message = 'must be an http(s) address; in production, of this machine only';
      throw invalidField('base_url', 'invalid_url', message);
    }
    const names = courier.keys.map(({ name }) => name);
    const unknown = Object.keys(keys).find((name) => !names.includes(name));
    if (unknown !== undefined) {
      const message = `must name keys of this courier: ${names.join(', ')}`;
      throw invalidField('keys', 'unknown_value', message);
    }
  }

  /** Seals the keys that an account has from now on. Those of another courier, or of another SECRETS_KEY, are forgotten. */
  private sealMerged(
    before: CourierAccount,
    kind: string,
    keys: Readonly<Record<string, string>>,
  ): string {
    const kept = kind === before.kind ? this.shown.keysOf(before) : {};
    return this.secrets.sealKeys(before.id, { ...kept, ...keys });
  }

  private async record(
    manager: EntityManager,
    action: 'added' | 'changed' | 'deleted',
    before: CourierAccount | null,
    after: CourierAccount | null,
    keysEntered: readonly string[] = [],
  ): Promise<void> {
    await this.audit.record(manager, {
      action: `courier_account.${action}`,
      subject: `courier account ${(before ?? after)!.id}`,
      before: before && factsOf(before),
      after: after && {
        ...factsOf(after),
        ...(keysEntered.length > 0 && { keys_entered: [...keysEntered].sort() }),
      },
    });
  }
}

/** What an account is after its keys or its courier changed. */
const UNTRIED = {
  checkedAt: null,
  checkProblem: null,
  session: null,
  sessionEndsAt: null,
  pausedUntil: null,
  pauseReason: null,
  pauses: 0,
};

/** What the audit log tells of an account. */
function factsOf(account: CourierAccount): Record<string, unknown> {
  return {
    kind: account.kind,
    name: account.name,
    environment: account.environment,
    base_url: account.baseUrl,
    active: account.isActive,
    pickup_name: account.pickupName,
    pickup_pincode: account.pickupPincode,
    return_to: account.returnTo,
    mode: account.mode,
    push_header: account.pushHeader,
  };
}
