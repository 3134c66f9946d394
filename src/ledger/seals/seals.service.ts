import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { SEALED_TABLES, SealsRepository, type SealedTable } from './seals.repository.js';

/** Entries sealed per transaction; this takes some tenths of a second. */
const BATCH = 2_000;

/** Seals journals and audit entries after they are committed, so that no writer waits for the chains of hashes. */
@Injectable()
export class SealsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly repository: SealsRepository,
  ) {}

  /** Seals everything without a seal. Checks the ids of all entries. */
  async sealAll(): Promise<void> {
    for (const sealed of SEALED_TABLES) {
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

  private async sealAfter(sealed: SealedTable, id: number): Promise<void> {
    const { manager } = this.dataSource;
    for (let afterId: number | null = id; afterId !== null;) {
      afterId = await this.repository.seal(manager, sealed, afterId, BATCH);
    }
  }
}
