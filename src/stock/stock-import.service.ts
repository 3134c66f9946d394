import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditService } from '../platform/audit/audit.service.js';

/** A level with fewer units on hand in the file than open orders have reserved. */
export interface RefusedLevel {
  /** Line of the imported file. */
  line: number;
  sku: string;
  variationKey: string;
  quantity: number;
  reserved: number;
}

const STAGES = `
  CREATE TEMP TABLE import_levels (
    line integer, "variationKey" text, quantity integer
  ) ON COMMIT DROP;
  CREATE TEMP TABLE import_moves (
    line integer, sku text, product_id integer, variation_key text, on_hand integer, reserved integer,
    quantity integer
  ) ON COMMIT DROP`;

/**
 * Sets the stock on hand for all rows of a catalog import or count sheet, in the caller's transaction. The caller fills
 * two temporary tables: `import_rows` with `sku`, `productId` and `outcome` of each line, and `import_levels` with the
 * units on hand in the file. Levels are locked in key order, as by every other writer of stock.
 */
@Injectable()
export class StockImportService {
  constructor(private readonly audit: AuditService) {}

  /** Creates the temporary tables for the levels of a file. */
  async begin(manager: EntityManager): Promise<void> {
    await manager.query(STAGES);
  }

  /** Adds missing levels and locks those that will change, in key order. */
  async lockLevels(manager: EntityManager): Promise<void> {
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

  /** Lists the locked levels that cannot be set. */
  async listRefusedLevels(manager: EntityManager, limit: number): Promise<RefusedLevel[]> {
    return manager.query<RefusedLevel[]>(
      `SELECT line, sku, variation_key AS "variationKey", quantity, reserved
        FROM import_moves WHERE quantity < reserved ORDER BY line, variation_key LIMIT $1`,
      [limit],
    );
  }

  /** Sets the locked levels that can be set, with their movements and audit entries. */
  async setLevels(manager: EntityManager, reason: string): Promise<void> {
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
      [reason, this.audit.origin().actor],
    );
    await this.audit.recordAll(manager, {
      action: 'stock.set',
      subject: `'product ' || r.sku`,
      before: 'jsonb_object_agg(r.variation_key, r.on_hand)',
      after: 'jsonb_object_agg(r.variation_key, r.quantity)',
      from: 'import_moves r GROUP BY r.line, r.sku ORDER BY r.line',
    });
  }
}
