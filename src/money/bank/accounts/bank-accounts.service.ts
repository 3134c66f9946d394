import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../../platform/audit/audit.service.js';
import { BankLedgerRepository } from '../../ledger/bank/bank-ledger.repository.js';
import { LedgerService } from '../../ledger/ledger.service.js';
import { SETTINGS, type Settings } from '../../../platform/config/settings.js';
import { isUniqueViolation } from '../../../platform/database/database-errors.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { AppError } from '../../../platform/http/errors.js';
import { runAs, SERVICE_ACTOR } from '../../../platform/http/request-context.js';
import { currencySignOf } from '../../../platform/money.js';
import { withoutUndefined } from '../../../platform/without-undefined.js';
import { dayPeriod } from '../../../platform/days/shop-days.js';
import { BANK_ACCOUNT_NAME_UNIQUE, type BankAccount } from './bank-account.entity.js';
import { BankAccountsRepository, type BankAccountData } from './bank-accounts.repository.js';
import { UPI_CURRENCY } from '../../bank-transfers/upi.js';
import { accountNamedIn } from './bank-details.js';

/** The balance of a bank account at the beginning of a day, in minor units. */
export interface OpeningBalance {
  date: string;
  balanceMinor: number;
}

export type BankLedgerAccount = { kind: 'bank' } | { kind: 'bank_account'; ownerId: number };

@Injectable()
export class BankAccountsService implements OnModuleInit {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly audit: AuditService,
    private readonly bankLedger: BankLedgerRepository,
    private readonly ledger: LedgerService,
    private readonly repository: BankAccountsRepository,
  ) {}

  /** The sign of the currency of all accounts, such as `₹`. */
  get currencySign(): string {
    return currencySignOf(this.settings.currency);
  }

  /** Fills the details of the default account from BANK_DETAILS, once. */
  async onModuleInit(): Promise<void> {
    const { bankDetails: details } = this.settings;
    if (details === null) return;
    const seeded = { details, ...accountNamedIn(details) };
    await runAs(SERVICE_ACTOR, () =>
      inTransaction(this.dataSource, async (manager) => {
        const id = await this.repository.seed(manager, seeded);
        if (id !== null) await this.record(manager, { id }, 'bank_account.updated', null, seeded);
      }),
    );
  }

  /** Lists all accounts, the default one first. */
  async list(): Promise<BankAccount[]> {
    return this.repository.list(this.dataSource.manager);
  }

  /** Gets an account. @param id null: the default one @throws AppError bank_account_not_found */
  async get(manager: EntityManager, id: number | null): Promise<BankAccount> {
    return id === null
      ? this.repository.getDefault(manager)
      : found(await this.repository.find(manager, id));
  }

  /** Reads the payment instructions for clients, or null without instructions. */
  async getPrintedDetails(): Promise<string | null> {
    return (await this.getPrinted()).details;
  }

  /** Reads where clients pay to: the payment instructions, and the address for UPI; null: not offered. */
  async getPrinted(): Promise<Pick<BankAccount, 'details' | 'upiAddress'>> {
    const { details, upiAddress } = await this.repository.getDefault(this.dataSource.manager);
    const isInRupees = this.settings.currency === UPI_CURRENCY;
    return { details: details === '' ? null : details, upiAddress: isInRupees ? upiAddress : null };
  }

  /**
   * Adds an account.
   *
   * @param isAlone true: no second person has approved it
   * @throws AppError bank_account_exists
   */
  async add(manager: EntityManager, data: BankAccountData, isAlone: boolean): Promise<BankAccount> {
    const enteredAloneBy = isAlone ? this.audit.origin().actor : null;
    const entered = { ...data, enteredAloneBy };
    const account = await withUniqueName(() => this.repository.insert(manager, entered));
    await this.bankLedger.openAccount(manager, 'bank_account', account.id);
    await this.record(manager, account, 'bank_account.created', null, entered);
    return account;
  }

  /** Changes the given fields. @throws AppError bank_account_not_found, bank_account_exists */
  async change(
    manager: EntityManager,
    id: number,
    change: Partial<BankAccountData>,
  ): Promise<BankAccount> {
    const { account: locked } = await this.lock(manager, id);
    const { name, ifsc, accountLast4, details, upiAddress } = locked;
    const { chargeLimitMinor, columnMapping } = locked;
    const shown = { name, ifsc, accountLast4, details, upiAddress };
    const before = { ...shown, chargeLimitMinor, columnMapping };
    const after = { ...before, ...withoutUndefined(change) };
    const account = await withUniqueName(() => this.repository.update(manager, id, after));
    await this.record(manager, account, 'bank_account.updated', before, after);
    return account;
  }

  /**
   * Makes an account the one to which clients send money. From now on, receipts and payouts that name no account are booked
   * on it.
   *
   * @throws AppError bank_account_not_found
   */
  async makeDefault(manager: EntityManager, id: number): Promise<BankAccount> {
    const { account, former } = await this.lock(manager, id);
    if (account.isDefault) return account;
    await this.repository.update(manager, former.id, { isDefault: false });
    const changed = await this.repository.update(manager, id, { isDefault: true });
    await this.bankLedger.changeDefault(manager, former.id, id);
    const [before, after] = [{ defaultId: former.id }, { defaultId: id }];
    await this.record(manager, changed, 'bank_account.made_default', before, after);
    return changed;
  }

  /**
   * Sets the balance that the bank shows at the beginning of a day. The ledger gets the difference as a journal.
   * - the same balance again changes nothing
   * - another balance corrects it
   *
   * @param isAlone true: no second person has approved a change
   * @throws AppError bank_account_not_found
   */
  async setOpening(
    manager: EntityManager,
    id: number,
    { date, balanceMinor }: OpeningBalance,
    isAlone: boolean,
  ): Promise<BankAccount> {
    const { account } = await this.lock(manager, id);
    const { openedOn, openingMinor } = account;
    const { from } = dayPeriod(date);
    const ownerId = account.isDefault ? null : id;
    const knownMinor = await this.bankLedger.sumBefore(manager, ownerId, from);
    const differenceMinor = balanceMinor - knownMinor;
    if (differenceMinor !== 0) await this.postOpening(manager, account, differenceMinor);
    const enteredAloneBy = isAlone ? this.audit.origin().actor : account.enteredAloneBy;
    const after = { openedOn: date, openingMinor: balanceMinor, enteredAloneBy };
    const changed = await this.repository.update(manager, id, after);
    const before = { openedOn, openingMinor, enteredAloneBy: account.enteredAloneBy };
    await this.record(manager, changed, 'bank_account.opened', before, after);
    return changed;
  }

  /** Remembers the columns of an account's statements, to read the next one with them. */
  async rememberMapping(
    manager: EntityManager,
    { id }: BankAccount,
    mapping: BankAccount['columnMapping'],
  ): Promise<void> {
    await this.repository.rememberMapping(manager, id, mapping);
  }

  /** Locks all accounts. Returns the one with this id and the default one, which may be the same. @throws AppError bank_account_not_found */
  async lock(
    manager: EntityManager,
    id: number,
  ): Promise<{ account: BankAccount; former: BankAccount }> {
    const locked = await this.repository.lockAll(manager);
    const account = found(locked.find((one) => one.id === id) ?? null);
    const former = locked.find(({ isDefault }) => isDefault);
    if (former === undefined) throw new AppError('unavailable');
    return { account, former };
  }

  private async postOpening(
    manager: EntityManager,
    account: BankAccount,
    amountMinor: number,
  ): Promise<void> {
    await this.ledger.record(manager, {
      kind: 'opening',
      // A random key suffices: the lock of the account prevents a repetition.
      key: `opening:bank:${account.id}:${randomUUID()}`,
      lines: [
        { account: { kind: 'opening' }, amountMinor },
        { account: ledgerAccountOf(account), amountMinor: -amountMinor },
      ],
      note: null,
    });
  }

  private async record(
    manager: EntityManager,
    { id }: Pick<BankAccount, 'id'>,
    action: string,
    before: object | null,
    after: object,
  ): Promise<void> {
    await this.audit.record(manager, { action, subject: `bank account ${id}`, before, after });
  }
}

export function ledgerAccountOf({
  id,
  isDefault,
}: Pick<BankAccount, 'id' | 'isDefault'>): BankLedgerAccount {
  return isDefault ? { kind: 'bank' } : { kind: 'bank_account', ownerId: id };
}

function found(account: BankAccount | null): BankAccount {
  if (account === null) throw new AppError('bank_account_not_found');
  return account;
}

/** @throws AppError bank_account_exists, or the error of `store` */
async function withUniqueName<T>(store: () => Promise<T>): Promise<T> {
  try {
    return await store();
  } catch (error) {
    if (!isUniqueViolation(error, BANK_ACCOUNT_NAME_UNIQUE)) throw error;
    throw new AppError('bank_account_exists');
  }
}
