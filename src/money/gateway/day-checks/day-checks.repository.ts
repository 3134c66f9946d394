import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { NewestFirst } from '../../../platform/http/paging/page.js';

/** The result of comparing a day with the gateway. */
export interface DayCheck {
  id: number;
  /** Such as `2026-01-31`. */
  day: string;
  startedAt: Date;
  /** null: running, or interrupted. */
  finishedAt: Date | null;
  /** Number of intents for which the gateway answered. */
  checked: number;
  /** Number of intents and lists for which it did not answer. */
  failed: number;
  /** Number of payments that were credited only because of this check. */
  found: number;
  foundMinor: number;
  /** Balances of the gateway: in the ledger, and calculated from the gateway's answers; null before they were compared. */
  booksMinor: number | null;
  heldMinor: number | null;
}

@Injectable()
export class DayChecksRepository {
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
    return manager.query<DayCheck[]>(
      `SELECT id, day, started_at AS "startedAt", finished_at AS "finishedAt", checked, failed, found,
          found_minor AS "foundMinor", books_minor AS "booksMinor", held_minor AS "heldMinor"
        FROM gateway_day_checks WHERE $1::bigint IS NULL OR id < $1 ORDER BY id DESC LIMIT $2`,
      [beforeId, limit],
    );
  }
}
