import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Approval, SettingFacts } from '../../../identity/approvals/approval.entity.js';
import {
  ApprovalsService,
  type DoneOrWaiting,
} from '../../../identity/approvals/approvals.service.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { toMajorUnits } from '../../../platform/money.js';
import type { BankAccount } from './bank-account.entity.js';
import type { BankAccountData } from './bank-accounts.repository.js';
import { BankSettingKind } from './bank-setting-kind.js';
import { BankAccountsService } from './bank-accounts.service.js';

/** New bank accounts: no real statement contradicts a forged one of an account that does not exist. */
@Injectable()
export class BankAccountKind extends BankSettingKind {
  readonly name = 'bank_account';

  constructor(
    private readonly dataSource: DataSource,
    private readonly approvals: ApprovalsService,
    private readonly accounts: BankAccountsService,
  ) {
    super();
  }

  /** Adds an account, or proposes it. @throws AppError bank_account_exists */
  async add(data: BankAccountData): Promise<DoneOrWaiting<BankAccount>> {
    const after = factsOf(data);
    const before = Object.fromEntries(Object.keys(after).map((field) => [field, null]));
    const details = { newBankAccount: data, change: { before, after } };
    return inTransaction(this.dataSource, (manager) =>
      this.approvals.changeOrPropose(
        manager,
        { kind: this.name, clientId: null, details },
        (nested) => this.accounts.add(nested, data, true),
      ),
    );
  }

  /** @throws AppError bank_account_exists */
  async carryOut(manager: EntityManager, { details }: Approval): Promise<null> {
    await this.accounts.add(manager, details.newBankAccount as BankAccountData, false);
    return null;
  }
}

function factsOf(data: BankAccountData): SettingFacts {
  const { name, ifsc, accountLast4, details, upiAddress = null, chargeLimitMinor } = data;
  return {
    name,
    ifsc,
    account_last4: accountLast4,
    details: details === '' ? null : details,
    upi_address: upiAddress,
    charge_limit: chargeLimitMinor === undefined ? null : toMajorUnits(chargeLimitMinor),
  };
}
