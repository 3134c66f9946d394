import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, Repository, type EntityManager } from 'typeorm';
import type { NewestFirst } from '../../../platform/http/paging/page.js';
import { DayCheck } from './day-check.entity.js';

@Injectable()
export class DayChecksRepository {
  constructor(@InjectRepository(DayCheck) private readonly checks: Repository<DayCheck>) {}

  /** Begins the check of a day. Returns false if it was begun before, unless it has run for more than an hour. */
  async begin(manager: EntityManager, day: string): Promise<boolean> {
    const begun = await manager.query<unknown[]>(
      `INSERT INTO gateway_day_checks AS c (day) VALUES ($1)
        ON CONFLICT (day) DO UPDATE SET started_at = clock_timestamp()
          WHERE c.finished_at IS NULL AND c.started_at < clock_timestamp() - interval '1 hour'
        RETURNING id`,
      [day],
    );
    return begun.length > 0;
  }

  async end(
    manager: EntityManager,
    day: string,
    sums: Omit<DayCheck, 'id' | 'day' | 'startedAt' | 'finishedAt'>,
  ): Promise<void> {
    const { checked, failed, found, foundMinor, booksMinor, heldMinor } = sums;
    await manager.query(
      `UPDATE gateway_day_checks SET finished_at = clock_timestamp(), checked = $2, failed = $3, found = found + $4,
        found_minor = found_minor + $5, books_minor = $6, held_minor = $7 WHERE day = $1`,
      [day, checked, failed, found, foundMinor, booksMinor, heldMinor],
    );
  }

  /** Lists the latest days first. */
  async list(manager: EntityManager, { beforeId, limit }: NewestFirst): Promise<DayCheck[]> {
    return manager
      .withRepository(this.checks)
      .find({
        where: beforeId === null ? {} : { id: LessThan(beforeId) },
        order: { id: 'DESC' },
        take: limit,
      });
  }
}
