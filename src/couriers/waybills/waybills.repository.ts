import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { rowsOf } from '../../platform/database/reads/returned-rows.js';

/** Couriers answer waybills that they do not know yet. */
const USABLE_AFTER_MINUTES = 25;
/** Waybills that are kept at least. */
const KEPT_MIN = 200;
/** The busiest of these days decides how many waybills are kept. */
const BEST_OF_DAYS = 14;

/** An account whose waybills run out. */
export interface WantedWaybills {
  accountId: number;
  missing: number;
}

/** Waybills that couriers reserved in advance. */
@Injectable()
export class WaybillsRepository {
  /** Takes the oldest waybill of an account that its courier knows by now; null: there is not one. */
  async take(manager: EntityManager, accountId: number): Promise<string | null> {
    const [taken] = rowsOf<{ awb: string }>(
      await manager.query(
        `DELETE FROM waybill_pool WHERE (account_id, awb) = (
            SELECT account_id, awb FROM waybill_pool
            WHERE account_id = $1 AND fetched_at <= now() - make_interval(mins => ${USABLE_AFTER_MINUTES})
            ORDER BY fetched_at, awb LIMIT 1 FOR UPDATE SKIP LOCKED
          ) RETURNING awb`,
        [accountId],
      ),
    );
    return taken?.awb ?? null;
  }

  /** Stores waybills that a courier reserved. One that it reserved before is used once. */
  async add(manager: EntityManager, accountId: number, awbs: readonly string[]): Promise<void> {
    await manager.query(
      `INSERT INTO waybill_pool (account_id, awb)
        SELECT a.id, made.awb FROM courier_accounts a, json_array_elements_text($2::json) AS made (awb)
        WHERE a.id = $1 AND NOT EXISTS (SELECT FROM courier_bookings b WHERE b.kind = a.kind AND b.awb = made.awb)
        ON CONFLICT DO NOTHING`,
      [accountId, JSON.stringify(awbs)],
    );
  }

  /** Counts what active accounts lack of twice the bookings of their best day of late. */
  async listWanted(manager: EntityManager): Promise<WantedWaybills[]> {
    return manager.query<WantedWaybills[]>(
      `SELECT * FROM (
          SELECT a.id AS "accountId", (greatest(${KEPT_MIN}, 2 * coalesce((
              SELECT max(count) FROM (
                SELECT count(*) FROM courier_bookings b WHERE b.account_id = a.id
                  AND b.created_at > now() - make_interval(days => ${BEST_OF_DAYS}) GROUP BY b.created_at::date
              ) AS days), 0)) - (SELECT count(*) FROM waybill_pool w WHERE w.account_id = a.id))::integer AS missing
          FROM courier_accounts a WHERE a.is_active
        ) AS accounts WHERE missing > 0`,
    );
  }

  /** Counts the waybills that are left of each active account that uses them. */
  async countLeft(manager: EntityManager): Promise<{ account: string; left: number }[]> {
    return manager.query<{ account: string; left: number }[]>(
      `SELECT a.name AS account, (SELECT count(*) FROM waybill_pool w WHERE w.account_id = a.id)::integer AS left
        FROM courier_accounts a
        WHERE a.is_active AND EXISTS (SELECT FROM courier_calls c WHERE c.account_id = a.id AND c.call = 'prepare')`,
    );
  }
}
