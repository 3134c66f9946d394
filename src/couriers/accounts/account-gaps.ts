import type { EntityManager } from 'typeorm';
import { SecretBox } from '../../platform/config/secrets/secret-box.js';
import type { Settings } from '../../platform/config/settings.js';
import { AppError } from '../../platform/http/errors.js';
import { COURIERS } from '../couriers.js';
import { AccountSecrets } from './account-secrets.js';

const CHECK_AGE_DAYS = 30;

/** What is wrong with accounts that shipments are booked with, by their names. */
export interface AccountGaps {
  /** Accounts that carry nothing. */
  sandbox: string[];
  /** Accounts whose keys SECRETS_KEY does not open. */
  unreadable: string[];
  /** Accounts that no check has passed for 30 days. */
  unchecked: string[];
  /** Accounts that shipments are booked with. */
  active: string[];
  /** True if units of products without a weight are weighed by a rule. */
  hasUnitWeight: boolean;
}

/** Finds what is wrong with the active accounts. */
export async function findAccountGaps(
  manager: EntityManager,
  settings: Pick<Settings, 'secretsKey' | 'secretsKeyPrevious'>,
): Promise<AccountGaps> {
  const secrets = new AccountSecrets(new SecretBox(settings as Settings));
  const accounts = await manager.query<
    { id: number; name: string; kind: string; keys: string; isUnchecked: boolean }[]
  >(
    `SELECT id, name, kind, keys, coalesce(checked_at < now() - make_interval(days => $1), true) AS "isUnchecked"
      FROM courier_accounts WHERE is_active ORDER BY name`,
    [CHECK_AGE_DAYS],
  );
  const [rules] = await manager.query<{ has: boolean }[]>(
    'SELECT EXISTS (SELECT FROM booking_rules WHERE unit_grams IS NOT NULL) AS has',
  );
  const namesOf = (isMeant: (account: (typeof accounts)[number]) => boolean): string[] =>
    accounts.filter(isMeant).map(({ name }) => name);
  return {
    sandbox: namesOf(({ kind }) => COURIERS[kind]?.isSandbox === true),
    unreadable: namesOf((account) => !opens(secrets, account)),
    unchecked: namesOf(({ isUnchecked }) => isUnchecked),
    active: namesOf(() => true),
    hasUnitWeight: rules!.has,
  };
}

function opens(secrets: AccountSecrets, account: { id: number; keys: string }): boolean {
  try {
    secrets.keysOf(account);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
