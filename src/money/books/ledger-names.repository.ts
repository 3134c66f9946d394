import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { AccountKind } from '../ledger/ledger-account.entity.js';

/** The name in the accountant's books for the accounts of a kind. */
export interface LedgerName {
  account: AccountKind;
  name: string;
}

@Injectable()
export class LedgerNamesRepository {
  /** Lists the names that were set. */
  async list(manager: EntityManager): Promise<LedgerName[]> {
    return manager.query('SELECT account, name FROM ledger_names ORDER BY account');
  }

  /** Makes concurrent changes wait until this transaction ends. */
  async lock(manager: EntityManager): Promise<void> {
    await manager.query('LOCK TABLE ledger_names IN SHARE ROW EXCLUSIVE MODE');
  }

  /** Replaces the names that were set. */
  async replace(manager: EntityManager, names: readonly LedgerName[]): Promise<void> {
    await manager.query('DELETE FROM ledger_names');
    await manager.query(
      'INSERT INTO ledger_names (account, name) SELECT * FROM unnest($1::text[], $2::text[])',
      [names.map(({ account }) => account), names.map(({ name }) => name)],
    );
  }
}
