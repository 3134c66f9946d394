import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { allowLongStatements, inTransaction } from '../../../platform/database/transaction.js';
import { SEALED_TABLES, SealsRepository, type SealedTable } from './seals.repository.js';

/** Entries sealed per transaction; this takes some tenths of a second. */
const BATCH = 2_000;
/** Time limit of a batch. Skipping tens of millions of sealed entries takes minutes, and an ended batch begins again. */
const BATCH_LIMIT_MS = 10 * 60_000;

/** Seals journals and audit entries after they are committed, so that no writer waits for the chains of hashes. */
@Injectable()
export class SealsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: SealsRepository,
  ) {}

  /** Seals everything without a seal, and writes the ends of the chains into the audit log. Checks the ids of all entries. */
  async sealAll(): Promise<void> {
    for (const sealed of SEALED_TABLES) {
      if (sealed.table === 'audit_entries') await this.repository.witness(this.dataSource.manager);
      await this.sealAfter(sealed, 0);
      await this.repository.noteCaughtUp(this.dataSource.manager, sealed);
    }
  }

  /** Seals what was written in the latest minutes and has no seal. */
  async sealLatest(): Promise<void> {
    const { manager } = this.dataSource;
    for (const sealed of SEALED_TABLES) {
      await this.sealAfter(sealed, await this.repository.findDecidedId(manager, sealed));
    }
  }

  private async sealAfter(sealed: SealedTable, id: number | null): Promise<void> {
    for (let afterId = id; afterId !== null;) {
      const from = afterId;
      afterId = await inTransaction(this.dataSource, async (manager) => {
        await allowLongStatements(manager, BATCH_LIMIT_MS);
        return this.repository.seal(manager, sealed, from, BATCH);
      });
    }
  }
}
