import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, Repository, type EntityManager } from 'typeorm';
import { AuditService } from '../../../platform/audit/audit.service.js';
import { isUniqueViolation } from '../../../platform/database/database-errors.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { AppError, invalidField } from '../../../platform/http/errors.js';
import type { AccountRef } from '../../ledger/account-lines.js';
import { BankLedgerRepository } from '../../ledger/bank/bank-ledger.repository.js';
import { OTHER_ACCOUNT_NAME_UNIQUE, OtherAccount } from './other-account.entity.js';

/** The accounts to which finance books money of bank accounts that is no client's. */
@Injectable()
export class OtherAccountsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly bankLedger: BankLedgerRepository,
    @InjectRepository(OtherAccount) private readonly accounts: Repository<OtherAccount>,
  ) {}

  /** Lists all accounts by name, also hidden ones. */
  async list(): Promise<OtherAccount[]> {
    return this.accounts.find({ order: { name: 'ASC' } });
  }

  /** Gets an account that money is about to be booked to. @throws AppError validation_failed (unknown, or hidden) */
  async getOffered(manager: EntityManager, id: number): Promise<OtherAccount> {
    const account = await manager.withRepository(this.accounts).findOneBy({ id });
    if (account !== null && !account.isHidden) return account;
    const message = 'other_account_id must be the id of an account of the list that is not hidden';
    throw invalidField('other_account_id', 'unknown_account', message);
  }

  /** Gets the account of what the bank charges. */
  async getCharges(manager: EntityManager): Promise<OtherAccount> {
    return manager.withRepository(this.accounts).findOneByOrFail({ type: 'charges' });
  }

  /** Adds an account. @throws AppError other_account_exists */
  async add(data: Pick<OtherAccount, 'name' | 'type'>): Promise<OtherAccount> {
    return this.write(async (manager) => {
      const repository = manager.withRepository(this.accounts);
      const { identifiers } = await repository.insert(data);
      const { id } = identifiers[0] as { id: number };
      await this.bankLedger.openAccount(manager, 'other_account', id);
      await this.record(manager, id, 'other_account.created', null, data);
      return repository.findOneByOrFail({ id });
    });
  }

  /** Changes the given fields. @throws AppError other_account_not_found, other_account_exists */
  async change(
    id: number,
    change: Partial<Pick<OtherAccount, 'name' | 'isHidden'>>,
  ): Promise<OtherAccount> {
    return this.write(async (manager) => {
      const repository = manager.withRepository(this.accounts);
      const lock = { mode: 'pessimistic_write' } as const;
      const before = await repository.findOne({ where: { id }, lock });
      if (before === null) throw new AppError('other_account_not_found');
      await repository.save({ ...before, ...change });
      const after = await repository.findOneByOrFail({ id });
      await this.record(manager, id, 'other_account.updated', before, after);
      return after;
    });
  }

  /** @throws AppError other_account_exists, or the error of `work` */
  private async write<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    try {
      return await inTransaction(this.dataSource, work);
    } catch (error) {
      if (!isUniqueViolation(error, OTHER_ACCOUNT_NAME_UNIQUE)) throw error;
      throw new AppError('other_account_exists');
    }
  }

  private async record(
    manager: EntityManager,
    id: number,
    action: string,
    before: object | null,
    after: object,
  ): Promise<void> {
    await this.audit.record(manager, { action, subject: `other account ${id}`, before, after });
  }
}

export function ledgerAccountOfOther({ id, type }: OtherAccount): AccountRef {
  return type === 'charges' ? { kind: 'bank_charges' } : { kind: 'other_account', ownerId: id };
}
