import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ApprovalKind } from '../../../identity/approvals/approval-kinds.js';
import type { Approval, SettingFacts } from '../../../identity/approvals/approval.entity.js';
import {
  ApprovalsService,
  type DoneOrWaiting,
} from '../../../identity/approvals/approvals.service.js';
import { assertUnchanged, changeOf } from '../../../identity/approvals/settings/setting-change.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { toMajorUnits } from '../../../platform/money.js';
import { withoutUndefined } from '../../../platform/without-undefined.js';
import type { BankAccount } from './bank-account.entity.js';
import type { BankAccountData } from './bank-accounts.repository.js';
import { BankAccountsService } from './bank-accounts.service.js';

/** What a second person sees of an account: all but the columns of its statements. */
const FIELDS = [
  'name',
  'ifsc',
  'accountLast4',
  'details',
  'upiAddress',
  'chargeLimitMinor',
] as const;

/** The data of bank accounts. Proposals change it, or make another account the default. */
@Injectable()
export class BankDetailsKind extends ApprovalKind {
  readonly name = 'bank_details';

  constructor(
    private readonly dataSource: DataSource,
    private readonly approvals: ApprovalsService,
    private readonly accounts: BankAccountsService,
  ) {
    super();
  }

  /** Changes an account, or proposes it if more changes than the columns of its statements. @throws AppError as BankAccountsService.change */
  async change(id: number, data: Partial<BankAccountData>): Promise<DoneOrWaiting<BankAccount>> {
    const work = async (manager: EntityManager): Promise<BankAccount> =>
      this.accounts.change(manager, id, data);
    return inTransaction(this.dataSource, async (manager) => {
      const { account } = await this.accounts.lock(manager, id);
      const after = { ...account, ...withoutUndefined(data) };
      if (FIELDS.every((field) => after[field] === account[field])) {
        return { outcome: await work(manager), approval: null };
      }
      const change = { before: factsOf(account), after: factsOf(after) };
      return this.propose(manager, account.name, { bankAccount: { id, data }, change }, work);
    });
  }

  /** Makes an account the default one, or proposes it. @throws AppError bank_account_not_found */
  async makeDefault(id: number): Promise<DoneOrWaiting<BankAccount>> {
    const work = async (manager: EntityManager): Promise<BankAccount> =>
      this.accounts.makeDefault(manager, id);
    return inTransaction(this.dataSource, async (manager) => {
      const { account, former } = await this.accounts.lock(manager, id);
      if (account.isDefault) return { outcome: await work(manager), approval: null };
      const change = { before: factsOf(former), after: factsOf(account) };
      return this.propose(manager, account.name, { bankAccount: { id, data: null }, change }, work);
    });
  }

  async carryOut(manager: EntityManager, approval: Approval): Promise<null> {
    const { id, data } = approval.details.bankAccount!;
    const { account, former } = await this.accounts.lock(manager, id);
    const { before, after } = changeOf(approval);
    assertUnchanged(before, factsOf(data === null ? former : account));
    if (data === null) {
      assertUnchanged(after, factsOf(account));
      await this.accounts.makeDefault(manager, id);
    } else {
      await this.accounts.change(manager, id, data);
    }
    return null;
  }

  private async propose(
    manager: EntityManager,
    note: string,
    details: Approval['details'],
    work: (manager: EntityManager) => Promise<BankAccount>,
  ): Promise<DoneOrWaiting<BankAccount>> {
    return this.approvals.changeOrPropose(
      manager,
      { kind: this.name, clientId: null, note, details },
      work,
    );
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
