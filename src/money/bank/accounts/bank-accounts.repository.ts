import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository, type EntityManager } from 'typeorm';
import { BankAccount } from './bank-account.entity.js';

/** Facts about a bank account that operators know. */
export type BankAccountData = Pick<BankAccount, 'name' | 'ifsc' | 'accountLast4' | 'details'> &
  Partial<Pick<BankAccount, 'upiAddress' | 'columnMapping' | 'chargeLimitMinor'>>;

@Injectable()
export class BankAccountsRepository {
  constructor(@InjectRepository(BankAccount) private readonly accounts: Repository<BankAccount>) {}

  /** @throws QueryFailedError of BANK_ACCOUNT_NAME_UNIQUE */
  async insert(
    manager: EntityManager,
    account: BankAccountData & Pick<BankAccount, 'enteredAloneBy'>,
  ): Promise<BankAccount> {
    const repository = manager.withRepository(this.accounts);
    const { identifiers } = await repository.insert(account);
    return repository.findOneByOrFail({ id: (identifiers[0] as { id: number }).id });
  }

  async update(
    manager: EntityManager,
    id: number,
    change: Partial<Omit<BankAccount, 'id'>>,
  ): Promise<BankAccount> {
    const repository = manager.withRepository(this.accounts);
    await repository.update({ id }, change);
    return repository.findOneByOrFail({ id });
  }

  /** Remembers the columns of the last statement. */
  async rememberMapping(
    manager: EntityManager,
    id: number,
    columnMapping: BankAccount['columnMapping'],
  ): Promise<void> {
    await manager.withRepository(this.accounts).update({ id }, { columnMapping });
  }

  /** Fills the details of the account that the migration created, unless they were filled or changed before. */
  async seed(
    manager: EntityManager,
    seeded: Pick<BankAccount, 'details' | 'ifsc' | 'accountLast4'>,
  ): Promise<number | null> {
    const repository = manager.withRepository(this.accounts);
    const unfilled = await repository.findOneBy({ details: IsNull() });
    if (unfilled === null) return null;
    await repository.update({ id: unfilled.id, details: IsNull() }, seeded);
    return unfilled.id;
  }

  async find(manager: EntityManager, id: number): Promise<BankAccount | null> {
    return manager.withRepository(this.accounts).findOneBy({ id });
  }

  async getDefault(manager: EntityManager): Promise<BankAccount> {
    return manager.withRepository(this.accounts).findOneByOrFail({ isDefault: true });
  }

  /** Locks all accounts by id, because another one may become the default while its lock is awaited. */
  async lockAll(manager: EntityManager): Promise<BankAccount[]> {
    return manager
      .withRepository(this.accounts)
      .find({ order: { id: 'ASC' }, lock: { mode: 'pessimistic_write' } });
  }

  /** Lists all accounts, the default one first. */
  async list(manager: EntityManager): Promise<BankAccount[]> {
    return manager.withRepository(this.accounts).find({ order: { isDefault: 'DESC', id: 'ASC' } });
  }
}
