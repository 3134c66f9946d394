import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { LedgerName } from './ledger-name.entity.js';

@Injectable()
export class LedgerNamesRepository {
  constructor(@InjectRepository(LedgerName) private readonly names: Repository<LedgerName>) {}

  /** Lists the names that were set. */
  async list(manager: EntityManager): Promise<LedgerName[]> {
    return manager.withRepository(this.names).find({ order: { account: 'ASC' } });
  }

  /** Makes concurrent changes wait until this transaction ends. */
  async lock(manager: EntityManager): Promise<void> {
    await manager.query('LOCK TABLE ledger_names IN SHARE ROW EXCLUSIVE MODE');
  }

  /** Replaces the names that were set. */
  async replace(manager: EntityManager, names: readonly LedgerName[]): Promise<void> {
    const repository = manager.withRepository(this.names);
    await repository.deleteAll();
    await repository.insert([...names]);
  }
}
