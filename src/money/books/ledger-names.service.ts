import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { DEFAULT_LEDGER_NAMES, type LedgerNames } from './ledger-names.js';
import type { LedgerName } from './ledger-name.entity.js';
import { LedgerNamesRepository } from './ledger-names.repository.js';

/** Names of the ledger's accounts in the accountant's books. */
@Injectable()
export class LedgerNamesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly repository: LedgerNamesRepository,
  ) {}

  async get(): Promise<LedgerNames> {
    return this.read(this.dataSource.manager);
  }

  /** Replaces all names. Accounts that are not named get their default name. */
  async replace(names: readonly LedgerName[]): Promise<LedgerNames> {
    return inTransaction(this.dataSource, async (manager) => {
      await this.repository.lock(manager);
      const before = await this.read(manager);
      const own = names.filter(({ account, name }) => name !== DEFAULT_LEDGER_NAMES[account]);
      await this.repository.replace(manager, own);
      const after = await this.read(manager);
      await this.audit.record(manager, {
        action: 'ledger_names.replaced',
        subject: 'ledger names',
        before,
        after,
      });
      return after;
    });
  }

  private async read(manager: EntityManager): Promise<LedgerNames> {
    const own = await this.repository.list(manager);
    const names = Object.fromEntries(own.map(({ account, name }) => [account, name]));
    return { ...DEFAULT_LEDGER_NAMES, ...names };
  }
}
