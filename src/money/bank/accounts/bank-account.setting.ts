import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { SettingFacts } from '../../../identity/approvals/approval.entity.js';
import {
  ToldSetting,
  type ToldChange,
} from '../../../identity/approvals/settings/bank-details.kind.js';
import { toMajorUnits } from '../../../platform/money.js';
import { withoutUndefined } from '../../../platform/without-undefined.js';
import type { BankAccount } from './bank-account.entity.js';
import type { BankAccountData } from './bank-accounts.repository.js';
import { BankAccountsService } from './bank-accounts.service.js';

/** A change of a bank account; data null: it becomes the default one. */
interface BankAccountChange {
  id: number;
  data: Partial<BankAccountData> | null;
}

/** Bank accounts, except the columns of their statements. */
@Injectable()
export class BankAccountSetting extends ToldSetting<BankAccountChange, BankAccount> {
  readonly name = 'bankAccount';

  constructor(private readonly accounts: BankAccountsService) {
    super();
  }

  /** @throws AppError bank_account_not_found */
  async compare(manager: EntityManager, { id, data }: BankAccountChange): Promise<ToldChange> {
    const { account, former } = await this.accounts.lock(manager, id);
    const after = data === null ? account : { ...account, ...withoutUndefined(data) };
    const before = data === null ? former : account;
    return { note: account.name, before: factsOf(before), after: factsOf(after) };
  }

  /** @throws AppError as BankAccountsService.change */
  async store(manager: EntityManager, { id, data }: BankAccountChange): Promise<BankAccount> {
    return data === null
      ? this.accounts.makeDefault(manager, id)
      : this.accounts.change(manager, id, data);
  }
}

function factsOf({
  name,
  ifsc,
  accountLast4,
  details,
  upiAddress = null,
  chargeLimitMinor = 0,
}: BankAccountData): SettingFacts {
  const charge_limit = toMajorUnits(chargeLimitMinor);
  return {
    name,
    ifsc,
    account_last4: accountLast4,
    details,
    upi_address: upiAddress,
    charge_limit,
  };
}
