import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { TODAY } from '../../../platform/time-zone.js';
import { dayLimitOf, type Limit } from '../approval-limits.js';
import type { CountedEntry } from './counted-entry.entity.js';

/** First key of the advisory locks on the sums of a person; the second key is the person. */
const SUMS_LOCK = 7_114;

/** The sum of a person's entries of one kind and client. */
export type CountedSum = Pick<CountedEntry, 'kind' | 'clientId' | 'amountMinor'>;

@Injectable()
export class CountedEntriesRepository {
  /** Takes an advisory lock until the transaction ends, so that the entries of a person are counted one after another. */
  async lock(manager: EntityManager, userId: number): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock($1, $2)', [SUMS_LOCK, userId]);
  }

  /** Counts an entry today. Returns false, without counting it, if a sum would exceed its limit. */
  async insertWithin(
    manager: EntityManager,
    entry: Omit<CountedEntry, 'id' | 'day'>,
    limit: Limit,
  ): Promise<boolean> {
    const { userId, kind, clientId, amountMinor, journalId } = entry;
    const counted = await manager.query<object[]>(
      `WITH earlier AS (DELETE FROM counted_entries WHERE user_id = $1 AND day < ${TODAY}), sums AS (
          SELECT coalesce(sum(amount_minor), 0) AS all_minor,
            coalesce(sum(amount_minor) FILTER (WHERE client_id IS NOT DISTINCT FROM $3::integer), 0) AS client_minor
          FROM counted_entries WHERE user_id = $1 AND kind = $2 AND day = ${TODAY}
        )
        INSERT INTO counted_entries (user_id, kind, client_id, amount_minor, journal_id, day)
        SELECT $1::integer, $2::varchar, $3, $4::bigint, $5::bigint, ${TODAY} FROM sums
        WHERE client_minor + $4 <= $6::bigint AND all_minor + $4 <= $7::bigint
        RETURNING id`,
      [userId, kind, clientId, amountMinor, journalId, limit.limitMinor, dayLimitOf(limit)],
    );
    return counted.length > 0;
  }

  /** Sums what was counted of a person today, by kind and client. */
  async listToday(manager: EntityManager, userId: number): Promise<CountedSum[]> {
    return manager.query<CountedSum[]>(
      `SELECT kind, client_id AS "clientId", sum(amount_minor)::bigint AS "amountMinor" FROM counted_entries
        WHERE user_id = $1 AND day = ${TODAY} GROUP BY kind, client_id ORDER BY kind, client_id`,
      [userId],
    );
  }

  /** Lists what is counted today of a journal, as sums of each person and client. */
  async listOfJournal(
    manager: EntityManager,
    journalId: number,
  ): Promise<Pick<CountedEntry, 'userId' | 'clientId' | 'amountMinor'>[]> {
    return manager.query<Pick<CountedEntry, 'userId' | 'clientId' | 'amountMinor'>[]>(
      `SELECT user_id AS "userId", client_id AS "clientId", sum(amount_minor)::bigint AS "amountMinor"
        FROM counted_entries WHERE journal_id = $1 AND day = ${TODAY} GROUP BY 1, 2`,
      [journalId],
    );
  }

  /** Subtracts the amount that a bank line proves from the counted entries of a person and a journal. */
  async release(
    manager: EntityManager,
    { journalId, userId }: { journalId: number; userId: number },
    amountMinor: number,
  ): Promise<void> {
    await manager.query(
      'UPDATE counted_entries SET amount_minor = greatest(amount_minor - $3, 0) WHERE journal_id = $1 AND user_id = $2',
      [journalId, userId, amountMinor],
    );
  }
}
