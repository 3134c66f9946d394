import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import type { NewestFirst } from '../platform/http/paging/page.js';
import type { StockKey, StockQuantity } from './stock-key.js';
import { StockLevel } from './stock-level.entity.js';
import { StockMovement } from './stock-movement.entity.js';

/** A locked level. */
export interface LevelRow extends StockKey {
  onHand: number;
  reserved: number;
}

/** A movement in the list of a product's movements. */
export interface ListedMovement extends Pick<
  StockMovement,
  'id' | 'variationKey' | 'delta' | 'reason' | 'actor' | 'createdAt'
> {
  /** The shipped or returned order; null for other movements. */
  orderNumber: string | null;
  /** Units on hand after the movement. */
  onHandAfter: number;
}

const WANTED = `unnest($1::integer[], $2::text[], $3::integer[]) AS wanted (product_id, variation_key, quantity)`;
const SAME_KEY = `level.product_id = wanted.product_id AND level.variation_key = wanted.variation_key`;

/**
 * Stock in the database. Two others write sets of levels: `StockImportService` for a whole catalog file, and the SQL function
 * `insert_orders`, which reserves for a batch of orders in the statement that stores them. All lock levels in key order.
 */
@Injectable()
export class StockRepository {
  /** Locks levels in key order, as every writer does, so that two writers cannot deadlock. */
  async lock(manager: EntityManager, keys: readonly StockKey[]): Promise<LevelRow[]> {
    return manager.query<LevelRow[]>(
      `SELECT product_id AS "productId", variation_key AS "variationKey", on_hand AS "onHand", reserved
        FROM stock_levels
        WHERE (product_id, variation_key) IN (SELECT * FROM unnest($1::integer[], $2::text[]))
        ORDER BY product_id, variation_key
        FOR UPDATE`,
      [keys.map((key) => key.productId), keys.map((key) => key.variationKey)],
    );
  }

  /** Lists the levels of some products by variation key. */
  async listLevels(manager: EntityManager, productIds: readonly number[]): Promise<StockLevel[]> {
    return manager
      .getRepository(StockLevel)
      .find({ where: { productId: In(productIds) }, order: { variationKey: 'ASC' } });
  }

  /** Returns the units on hand of all products. */
  async sumOnHand(manager: EntityManager): Promise<number> {
    const sql = 'SELECT coalesce(sum(on_hand), 0)::bigint AS units FROM stock_levels';
    const [row] = await manager.query<[{ units: number }]>(sql);
    return row.units;
  }

  /** Reserves each quantity that is available. @returns the number of levels that had enough */
  async reserve(manager: EntityManager, wanted: readonly StockQuantity[]): Promise<number> {
    return this.update(
      manager,
      `UPDATE stock_levels level SET reserved = reserved + wanted.quantity FROM ${WANTED}
        WHERE ${SAME_KEY} AND level.on_hand - level.reserved >= wanted.quantity`,
      wanted,
    );
  }

  /** Takes reservations back. @returns the number of levels that had them */
  async release(manager: EntityManager, wanted: readonly StockQuantity[]): Promise<number> {
    return this.update(
      manager,
      `UPDATE stock_levels level SET reserved = reserved - wanted.quantity FROM ${WANTED}
        WHERE ${SAME_KEY} AND level.reserved >= wanted.quantity`,
      wanted,
    );
  }

  /** Removes reserved units from the units on hand. @returns the number of levels that had enough */
  async takeOut(manager: EntityManager, wanted: readonly StockQuantity[]): Promise<number> {
    return this.update(
      manager,
      `UPDATE stock_levels level
        SET reserved = reserved - wanted.quantity, on_hand = on_hand - wanted.quantity
        FROM ${WANTED}
        WHERE ${SAME_KEY} AND level.reserved >= wanted.quantity`,
      wanted,
    );
  }

  /** Sets the units on hand. @returns the number of levels where they cover the reserved units */
  async setOnHand(manager: EntityManager, levels: readonly StockQuantity[]): Promise<number> {
    return this.update(
      manager,
      `UPDATE stock_levels level SET on_hand = wanted.quantity FROM ${WANTED}
        WHERE ${SAME_KEY} AND level.reserved <= wanted.quantity`,
      levels,
    );
  }

  /** Creates missing stock levels with nothing on hand. */
  async ensureLevels(manager: EntityManager, keys: readonly StockKey[]): Promise<void> {
    await manager
      .createQueryBuilder()
      .insert()
      .into(StockLevel)
      .values(keys.map(({ productId, variationKey }) => ({ productId, variationKey })))
      .orIgnore()
      .execute();
  }

  /** Stores movements with their actor. */
  async insertMovements(
    manager: EntityManager,
    actor: string,
    movements: readonly Pick<
      StockMovement,
      'productId' | 'variationKey' | 'delta' | 'reason' | 'orderId'
    >[],
  ): Promise<void> {
    if (movements.length === 0) return;
    await manager
      .getRepository(StockMovement)
      .insert(movements.map((movement) => ({ ...movement, actor })));
  }

  /** Lists the movements of a product, the latest first, with the units on hand after each. */
  async listMovements(
    manager: EntityManager,
    productId: number,
    { beforeId, limit }: NewestFirst,
  ): Promise<ListedMovement[]> {
    // Units on hand now, less all later movements.
    return manager.query<ListedMovement[]>(
      `WITH page AS (
          SELECT * FROM stock_movements
          WHERE product_id = $1 AND ($2::bigint IS NULL OR id < $2) ORDER BY id DESC LIMIT $3
        )
        SELECT m.id, m.variation_key AS "variationKey", m.delta, m.reason, m.actor, m.created_at AS "createdAt",
          coalesce(o.order_number, archived.order_number) AS "orderNumber",
          (level.on_hand - newer.units - coalesce(sum(m.delta) OVER since, 0))::integer AS "onHandAfter"
        FROM page m
        JOIN stock_levels level ON level.product_id = m.product_id AND level.variation_key = m.variation_key
        CROSS JOIN LATERAL (
          SELECT coalesce(sum(delta), 0) AS units FROM stock_movements later
          WHERE later.product_id = $1 AND later.variation_key = m.variation_key
            AND later.id > (SELECT max(id) FROM page)
        ) newer
        LEFT JOIN orders o ON o.id = m.order_id
        LEFT JOIN archived_orders archived ON archived.id = m.order_id
        WINDOW since AS (
          PARTITION BY m.variation_key ORDER BY m.id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        )
        ORDER BY m.id DESC`,
      [productId, beforeId, limit],
    );
  }

  private async update(
    manager: EntityManager,
    sql: string,
    wanted: readonly StockQuantity[],
  ): Promise<number> {
    const [, affected] = await manager.query<[unknown, number]>(sql, [
      wanted.map((level) => level.productId),
      wanted.map((level) => level.variationKey),
      wanted.map((level) => level.quantity),
    ]);
    return affected;
  }
}
