import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Begin of the running five minutes. */
const WINDOW = `date_bin('5 minutes', clock_timestamp(), 'epoch')`;

/** Calls of accounts, counted for all instances together. */
@Injectable()
export class CourierCallsRepository {
  /** Counts a call within the running five minutes. */
  async count(manager: EntityManager, accountId: number, call: string): Promise<void> {
    const [counted] = await manager.query<{ count: number }[]>(
      `INSERT INTO courier_calls AS c (account_id, call, window_at, count) VALUES ($1, $2, ${WINDOW}, 1)
        ON CONFLICT (account_id, call, window_at) DO UPDATE SET count = c.count + 1 RETURNING c.count`,
      [accountId, call],
    );
    if (counted!.count > 1) return;
    await manager.query(
      `DELETE FROM courier_calls WHERE account_id = $1 AND call = $2 AND window_at < now() - interval '1 day'`,
      [accountId, call],
    );
  }

  /** Reads the number of calls within the running five minutes. */
  async countOf(manager: EntityManager, accountId: number, call: string): Promise<number> {
    const [counted] = await manager.query<{ count: number }[]>(
      `SELECT count FROM courier_calls WHERE account_id = $1 AND call = $2 AND window_at = ${WINDOW}`,
      [accountId, call],
    );
    return counted?.count ?? 0;
  }
}
