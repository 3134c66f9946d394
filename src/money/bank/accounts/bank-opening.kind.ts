import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Approval, SettingFacts } from '../../../identity/approvals/approval.entity.js';
import {
  ApprovalsService,
  type DoneOrWaiting,
} from '../../../identity/approvals/approvals.service.js';
import { assertUnchanged, changeOf } from '../../../identity/approvals/settings/setting-change.js';
import {
  idempotentTransaction,
  type Idempotency,
} from '../../../platform/idempotency/idempotency-context.js';
import { toMajorUnits } from '../../../platform/money.js';
import type { BankAccount } from './bank-account.entity.js';
import { BankSettingKind } from './bank-setting-kind.js';
import { BankAccountsService, type OpeningBalance } from './bank-accounts.service.js';

/** Opening balances of bank accounts: with one of their own, a person makes a closing agree with a forged statement. */
@Injectable()
export class BankOpeningKind extends BankSettingKind {
  readonly name = 'bank_opening';

  constructor(
    private readonly dataSource: DataSource,
    private readonly approvals: ApprovalsService,
    private readonly accounts: BankAccountsService,
  ) {
    super();
  }

  /** Sets the balance at the beginning of a day, or proposes it unless it is the same. @throws AppError bank_account_not_found */
  async set(
    id: number,
    opening: OpeningBalance,
    key: Idempotency,
  ): Promise<DoneOrWaiting<BankAccount>> {
    return idempotentTransaction(this.dataSource, key, async (manager) => {
      const { account } = await this.accounts.lock(manager, id);
      const { openedOn, openingMinor, name: note } = account;
      const { date, balanceMinor } = opening;
      if (openedOn === date && openingMinor === balanceMinor) {
        const outcome = await this.accounts.setOpening(manager, id, opening, false);
        return { outcome, approval: null };
      }
      const after = factsOf({ openedOn: date, openingMinor: balanceMinor });
      const change = { before: factsOf(account), after };
      const details = { opening: { bankAccountId: id, ...opening }, change };
      return this.approvals.changeOrPropose(
        manager,
        { kind: this.name, clientId: null, note, details },
        (nested) => this.accounts.setOpening(nested, id, opening, true),
      );
    });
  }

  /** @throws AppError approval_outdated: another opening balance was set meanwhile */
  async carryOut(manager: EntityManager, approval: Approval): Promise<null> {
    const { bankAccountId, ...opening } = approval.details.opening!;
    const { account } = await this.accounts.lock(manager, bankAccountId);
    assertUnchanged(changeOf(approval).before, factsOf(account));
    await this.accounts.setOpening(manager, bankAccountId, opening, false);
    return null;
  }
}

function factsOf({
  openedOn,
  openingMinor,
}: Pick<BankAccount, 'openedOn' | 'openingMinor'>): SettingFacts {
  const balance = openingMinor === null ? null : toMajorUnits(openingMinor);
  return { opened_on: openedOn, opening_balance: balance };
}
