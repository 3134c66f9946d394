import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { OrderLoss } from './order-loss.entity.js';

/** A store that learned of lost orders. */
export interface ListedLoss {
  clientId: number;
  clientName: string;
  toldAt: Date;
  /** Null: unknown. */
  lostAfter: Date | null;
  /** Null: the store has not compared its orders since. */
  reconciledAt: Date | null;
  /** Number of orders that the store has and the database lacked, at most {@link MOST_IDS}. */
  missing: number;
  /** Number of them that exist now. */
  placedAgain: number;
}

export interface OpenLosses {
  stores: number;
  /** The earliest time after which orders are lost; null: unknown, or there is no loss. */
  lostAfter: Date | null;
}

/** Maximum number of missing ids that are kept for a store. */
export const MOST_IDS = 1000;
/** Days for which a loss is shown. */
export const SHOWN_DAYS = 30;
const MOST_LOSSES = 200;

// A cursor that restarts again within a day is of the same loss.
const TELL = `
  INSERT INTO order_losses AS l (client_id, incarnation, lost_after) VALUES ($1, $2, $3)
  ON CONFLICT (client_id, incarnation) DO UPDATE
    SET told_at = excluded.told_at, lost_after = excluded.lost_after, reconciled_at = NULL, missing_ids = '{}'
    WHERE l.told_at < now() - interval '1 day'
  RETURNING client_id`;

const RECONCILE = `
  UPDATE order_losses
  SET reconciled_at = coalesce(reconciled_at, now()),
    missing_ids = ARRAY(SELECT DISTINCT id FROM unnest(missing_ids || $2::text[]) id LIMIT ${MOST_IDS})
  WHERE client_id = $1 AND told_at > now() - interval '${SHOWN_DAYS} days'
    AND (reconciled_at IS NULL OR (NOT missing_ids @> $2::text[] AND cardinality(missing_ids) < ${MOST_IDS}))`;

const LOSSES = `
  SELECT l.client_id AS "clientId", c.name AS "clientName", l.told_at AS "toldAt", l.lost_after AS "lostAfter",
    l.reconciled_at AS "reconciledAt", cardinality(l.missing_ids) AS missing, again.count AS "placedAgain"
  FROM order_losses l JOIN clients c ON c.id = l.client_id
  CROSS JOIN LATERAL (
    SELECT count(*)::integer AS count FROM unnest(l.missing_ids) missing (id)
    WHERE EXISTS (SELECT FROM orders o WHERE o.client_id = l.client_id AND o.store_order_id = missing.id)
      OR EXISTS (SELECT FROM archived_orders a WHERE a.client_id = l.client_id AND a.store_order_id = missing.id)
  ) again
  WHERE c.test_of IS NULL AND l.told_at > now() - interval '${SHOWN_DAYS} days'`;

@Injectable()
export class OrderLossesRepository {
  constructor(@InjectRepository(OrderLoss) private readonly losses: Repository<OrderLoss>) {}

  /** Records that a store learned of a loss. @returns false if it is recorded already */
  async tell(clientId: number, incarnation: string, lostAfter: Date | null): Promise<boolean> {
    const told = await this.losses.query<object[]>(TELL, [clientId, incarnation, lostAfter]);
    return told.length > 0;
  }

  /** Records which orders of a store are missing, if it learned of a loss. */
  async reconcile(clientId: number, missingIds: readonly string[]): Promise<void> {
    await this.losses.query(RECONCILE, [clientId, missingIds]);
  }

  /** Lists the stores that learned of a loss, the latest first. */
  async list(): Promise<ListedLoss[]> {
    return this.losses.query<ListedLoss[]>(
      `${LOSSES} ORDER BY l.told_at DESC, l.client_id LIMIT ${MOST_LOSSES}`,
    );
  }

  /** Counts the stores that have not reconciled, or lack orders that they reported as missing. */
  async countOpen(manager: EntityManager): Promise<OpenLosses> {
    const [open] = await manager.query<[OpenLosses]>(
      `SELECT count(DISTINCT "clientId")::integer AS stores, 
          CASE WHEN count(*) = count("lostAfter") THEN min("lostAfter") END AS "lostAfter" FROM (${LOSSES}) loss
        WHERE "reconciledAt" IS NULL OR "placedAgain" < missing`,
    );
    return open;
  }
}
