import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository, type EntityManager } from 'typeorm';
import type { NewestFirst } from '../platform/http/paging/page.js';
import type { RenamedKey, StockKey, StockQuantity } from './stock-key.js';
import { StockLevel } from './stock-level.entity.js';
import { StockMovement } from './stock-movement.entity.js';

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

/** A level with fewer units on hand in the file than open orders have reserved. */
export interface RefusedLevel {
  /** Line of the imported file. */
  line: number;
  sku: string;
  variationKey: string;
  quantity: number;
  reserved: number;
}

const IMPORT_TABLES = `
  CREATE TEMP TABLE import_levels (
    line integer, "variationKey" text, quantity integer
  ) ON COMMIT DROP;
  CREATE TEMP TABLE import_moves (
    line integer, sku text, product_id integer, variation_key text, on_hand integer, reserved integer,
    quantity integer
  ) ON COMMIT DROP`;

const WANTED = `unnest($1::integer[], $2::text[], $3::integer[]) AS wanted (product_id, variation_key, quantity)`;
const SAME_KEY = `level.product_id = wanted.product_id AND level.variation_key = wanted.variation_key`;

/**
 * Stock in the database; every writer locks levels in key order. The SQL function `store_orders` also writes levels: it
 * reserves for a batch of orders in the statement that stores them.
 */
@Injectable()
export class StockRepository {
  constructor(
    @InjectRepository(StockLevel) private readonly levels: Repository<StockLevel>,
    @InjectRepository(StockMovement) private readonly movements: Repository<StockMovement>,
  ) {}

  /** Locks levels in key order, as every writer does, so that two writers cannot deadlock. */
  async lock(manager: EntityManager, keys: readonly StockKey[]): Promise<StockLevel[]> {
    return manager.query<StockLevel[]>(
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
      .withRepository(this.levels)
      .find({ where: { productId: In(productIds) }, order: { variationKey: 'ASC' } });
  }

  /** Computes the units on hand of all products. */
  async sumOnHand(manager: EntityManager): Promise<number> {
    return (await manager.withRepository(this.levels).sum('onHand')) ?? 0;
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

  /**
   * Removes the reserved units of an order from the units on hand, and stores these movements.
   *
   * @returns the number of levels that had enough
   */
  async takeOut(
    manager: EntityManager,
    { orderId, actor }: Pick<StockMovement, 'orderId' | 'actor'>,
    units: readonly StockQuantity[],
  ): Promise<number> {
    const [taken] = await manager.query<[{ levels: number }]>(
      `WITH wanted AS MATERIALIZED (
          SELECT level.product_id, level.variation_key, units.quantity
          FROM json_to_recordset($1::json) AS units ("productId" integer, "variationKey" text, quantity integer)
          JOIN stock_levels level ON level.product_id = units."productId" AND level.variation_key = units."variationKey"
          ORDER BY 1, 2 FOR UPDATE OF level
        ), taken AS (
          UPDATE stock_levels level
          SET reserved = reserved - wanted.quantity, on_hand = on_hand - wanted.quantity
          FROM wanted
          WHERE ${SAME_KEY} AND level.reserved >= wanted.quantity
          RETURNING wanted.*
        ), moved AS (
          INSERT INTO stock_movements (product_id, variation_key, delta, reason, order_id, actor)
          SELECT product_id, variation_key, -quantity, 'shipped', $2, $3 FROM taken ORDER BY 1, 2
        )
        SELECT count(*)::integer AS levels FROM taken`,
      [JSON.stringify(units), orderId, actor],
    );
    return taken.levels;
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
      .withRepository(this.levels)
      .createQueryBuilder()
      .insert()
      .values(keys.map(({ productId, variationKey }) => ({ productId, variationKey })))
      .orIgnore()
      .execute();
  }

  /** Stores that quantities were added to levels. Negative quantities were taken away. */
  async insertMovements(
    manager: EntityManager,
    cause: Pick<StockMovement, 'reason' | 'orderId' | 'actor'>,
    added: readonly StockQuantity[],
  ): Promise<void> {
    if (added.length === 0) return;
    const movements = added.map(({ productId, variationKey, quantity: delta }) => {
      return { productId, variationKey, delta, ...cause };
    });
    await manager.withRepository(this.movements).insert(movements);
  }

  /** Moves all units of locked levels of a product to others, with movements; reserved units stay reserved. */
  async moveUnits(
    manager: EntityManager,
    productId: number,
    keys: readonly RenamedKey[],
    { reason, actor }: Pick<StockMovement, 'reason' | 'actor'>,
  ): Promise<void> {
    await manager.query(
      `WITH moved AS (
          SELECT pair.from_key, pair.to_key, level.on_hand, level.reserved
          FROM unnest($2::text[], $3::text[]) AS pair (from_key, to_key)
          JOIN stock_levels level ON level.product_id = $1 AND level.variation_key = pair.from_key
        ), change AS (
          SELECT key, sum(on_hand)::integer AS on_hand, sum(reserved)::integer AS reserved FROM (
            SELECT from_key AS key, -on_hand AS on_hand, -reserved AS reserved FROM moved
            UNION ALL SELECT to_key, on_hand, reserved FROM moved
          ) part GROUP BY key
        ), moves AS (
          INSERT INTO stock_movements (product_id, variation_key, delta, reason, actor)
          SELECT $1, key, on_hand, $4, $5 FROM change WHERE on_hand <> 0 ORDER BY key
        )
        UPDATE stock_levels level
        SET on_hand = level.on_hand + change.on_hand, reserved = level.reserved + change.reserved
        FROM change WHERE level.product_id = $1 AND level.variation_key = change.key`,
      [productId, keys.map(({ from }) => from), keys.map(({ to }) => to), reason, actor],
    );
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

  /** Creates the temporary tables of an import, see `StockImportService`. */
  async beginImport(manager: EntityManager): Promise<void> {
    await manager.query(IMPORT_TABLES);
  }

  /** Adds missing levels of an import, and locks those that it changes. */
  async lockImported(manager: EntityManager): Promise<void> {
    await manager.query(
      `INSERT INTO stock_levels (product_id, variation_key)
        SELECT r."productId", l."variationKey"
        FROM import_rows r JOIN import_levels l ON l.line = r.line
        WHERE NOT EXISTS (
          SELECT FROM stock_levels level
          WHERE level.product_id = r."productId" AND level.variation_key = l."variationKey"
        )
        ORDER BY 1, 2
        ON CONFLICT (product_id, variation_key) DO NOTHING`,
    );
    await manager.query(
      `INSERT INTO import_moves
        SELECT r.line, r.sku, level.product_id, level.variation_key, level.on_hand, level.reserved, l.quantity
        FROM stock_levels level
        JOIN import_rows r ON r."productId" = level.product_id
        JOIN import_levels l ON l.line = r.line AND l."variationKey" = level.variation_key
        WHERE l.quantity <> level.on_hand
        ORDER BY level.product_id, level.variation_key
        FOR UPDATE OF level`,
    );
    await manager.query('ANALYZE import_moves');
  }

  /** Lists the locked levels that an import cannot set. */
  async listRefused(manager: EntityManager, limit: number): Promise<RefusedLevel[]> {
    return manager.query<RefusedLevel[]>(
      `SELECT line, sku, variation_key AS "variationKey", quantity, reserved
        FROM import_moves WHERE quantity < reserved ORDER BY line, variation_key LIMIT $1`,
      [limit],
    );
  }

  /** Sets the other locked levels of an import, and stores their movements. */
  async setImported(manager: EntityManager, reason: string, actor: string): Promise<void> {
    await manager.query(
      `WITH refused AS (DELETE FROM import_moves WHERE quantity < reserved RETURNING line)
        UPDATE import_rows r SET outcome = 'refused' FROM refused WHERE refused.line = r.line`,
    );
    await manager.query(
      `UPDATE stock_levels level SET on_hand = m.quantity FROM import_moves m
        WHERE level.product_id = m.product_id AND level.variation_key = m.variation_key`,
    );
    await manager.query(
      `INSERT INTO stock_movements (product_id, variation_key, delta, reason, actor)
        SELECT product_id, variation_key, quantity - on_hand, $1, $2 FROM import_moves
        ORDER BY product_id, variation_key`,
      [reason, actor],
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
