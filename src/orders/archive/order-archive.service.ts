import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { DatabaseClock } from '../../platform/clock/database-clock.js';
import { allowLongStatements, inTransaction } from '../../platform/database/transaction.js';
import { ArchiveFile, ArchiveRefused, type StoredFile } from './archive-file.js';
import { OrderArchiveRepository } from './order-archive.repository.js';

/** Orders in one file. They leave the database in one transaction of some seconds. */
const FILE_ORDERS = 10_000;
/** Number of orders in memory at once. */
const READ_ORDERS = 200;
/** Time limit of the statements that count orders and remove their rows. */
const STATEMENT_LIMIT_MS = 10 * 60_000;
/** Days until a closed order is archived. A store that polls changed orders at least this often misses none. */
const ARCHIVE_MIN_DAYS = 90;

export interface PublishedArchive extends StoredFile {
  file: string;
  orders: number;
}

/**
 * Moves closed orders into files. An order is always either in the database or in one published file.
 * - its rows are removed in the transaction that records the file, after the file was written, flushed and read back
 * - the next run continues a run that was killed
 */
@Injectable()
export class OrderArchiveService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: OrderArchiveRepository,
    private readonly clock: DatabaseClock,
  ) {}

  /**
   * Counts the orders that {@link archive} would archive.
   *
   * @throws ArchiveRefused
   */
  async count(day: string): Promise<number> {
    const before = await this.startOf(day);
    return inTransaction(this.dataSource, async (manager) => {
      await allowLongStatements(manager, STATEMENT_LIMIT_MS);
      return this.repository.count(manager, before);
    });
  }

  /**
   * Archives all orders that were closed, with their money decided, before the beginning of a day.
   *
   * @param day such as `2026-01-31`
   * @param folder where the files go
   * @yields each file once it is published
   * @throws ArchiveRefused; what node:fs throws when a file cannot be written: the next run continues
   */
  async *archive(day: string, folder: string): AsyncGenerator<PublishedArchive, void> {
    const before = await this.startOf(day);
    for (;;) {
      const archive = await this.finish(folder);
      if (archive !== null) yield archive;
      else if (!(await this.writeNext(before, folder))) return;
    }
  }

  /**
   * Reads all published files, the oldest first.
   *
   * @yields each file with what is wrong with it; null: nothing
   */
  async *verify(folder: string): AsyncGenerator<{ file: string; problem: string | null }, void> {
    for (const { file, sha256 } of await this.repository.listPublished()) {
      yield { file, problem: await new ArchiveFile(folder, file).problem(sha256) };
    }
  }

  /** Publishes the file of the removed orders; null if no file waits. */
  private async finish(folder: string): Promise<PublishedArchive | null> {
    return inTransaction(this.dataSource, async (manager) => {
      const archive = await this.repository.lockUnpublished(manager);
      if (archive === null) return null;
      const { number, file, sha256, bytes, orders } = archive;
      await new ArchiveFile(folder, file).publish(sha256);
      await this.repository.notePublished(manager, number);
      return { file, sha256, bytes, orders };
    });
  }

  /** Writes a file and removes its orders. Returns true if there were any. */
  private async writeNext(before: Date, folder: string): Promise<boolean> {
    return inTransaction(this.dataSource, async (manager) => {
      await allowLongStatements(manager, STATEMENT_LIMIT_MS);
      // Another run may have written one since: that one is published first.
      if ((await this.repository.lockUnpublished(manager)) !== null) return true;
      const ids = await this.repository.lockDone(manager, before, FILE_ORDERS);
      if (ids.length === 0) return false;
      const number = await this.repository.nextNumber(manager);
      const file = `orders-${String(number).padStart(6, '0')}.jsonl.gz`;
      const stored = await new ArchiveFile(folder, file).writePart(this.linesOf(manager, ids));
      const archive = { number, file, closedBefore: before, ...stored };
      await this.repository.remove(manager, ids, archive);
      return true;
    });
  }

  private async *linesOf(manager: EntityManager, ids: readonly number[]): AsyncGenerator<string> {
    for (let from = 0; from < ids.length; from += READ_ORDERS) {
      yield* await this.repository.readLines(manager, ids.slice(from, from + READ_ORDERS));
    }
  }

  /** @throws ArchiveRefused for a day that is too recent, or while the clock cannot be trusted */
  private async startOf(day: string): Promise<Date> {
    if (!(await this.clock.isTrusted())) {
      throw new ArchiveRefused('The clocks of the database and of this machine disagree');
    }
    const { before, isPast } = await this.repository.startOf(day, ARCHIVE_MIN_DAYS);
    if (!isPast) {
      throw new ArchiveRefused(
        `${day} is less than ${ARCHIVE_MIN_DAYS} days ago: stores may not have seen yet what became of those orders`,
      );
    }
    return before;
  }
}
