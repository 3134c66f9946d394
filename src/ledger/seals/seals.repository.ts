import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Time after which no transaction that wrote a journal can still be open: sessions end theirs after seconds. */
const OPEN_AT_MOST = "interval '10 minutes'";

/** Seals of journals. The functions of the database compute and check them. */
@Injectable()
export class SealsRepository {
  /**
   * Seals journals with ids greater than `afterId`.
   *
   * @returns the id to continue after, or null when none is left
   */
  async seal(manager: EntityManager, afterId: number, limit: number): Promise<number | null> {
    const [row] = await manager.query<[{ lastId: number | null }]>(
      'SELECT seal_journals($1, $2) AS "lastId"',
      [afterId, limit],
    );
    return row.lastId;
  }

  /** Returns an id up to which every journal is committed or rolled back. */
  async findDecidedId(manager: EntityManager): Promise<number> {
    const [row] = await manager.query<{ id: number }[]>(
      `SELECT id FROM ledger_journals WHERE at < now() - ${OPEN_AT_MOST} ORDER BY at DESC LIMIT 1`,
    );
    return row?.id ?? 0;
  }

  /** Records that all journals from before the introduction of seals are sealed. */
  async noteCaughtUp(manager: EntityManager): Promise<void> {
    await manager.query(
      'UPDATE ledger_seal_state SET caught_up_at = now() WHERE caught_up_at IS NULL',
    );
  }
}
