import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { SealsRepository } from './seals.repository.js';

/** Journals sealed per transaction; this takes some tenths of a second. */
const BATCH = 2_000;

/** Seals journals after they are committed, so that no writer waits for the chain of hashes. */
@Injectable()
export class SealsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly repository: SealsRepository,
  ) {}

  /** Seals all journals without a seal. Checks the ids of all journals. */
  async sealAll(): Promise<void> {
    await this.sealAfter(0);
    await this.repository.noteCaughtUp(this.dataSource.manager);
  }

  /** Seals the journals of the latest minutes without a seal. */
  async sealLatest(): Promise<void> {
    await this.sealAfter(await this.repository.findDecidedId(this.dataSource.manager));
  }

  private async sealAfter(id: number): Promise<void> {
    const { manager } = this.dataSource;
    for (let afterId: number | null = id; afterId !== null;) {
      afterId = await this.repository.seal(manager, afterId, BATCH);
    }
  }
}
