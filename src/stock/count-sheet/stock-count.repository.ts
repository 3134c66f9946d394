import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CountedRow } from './count-sheet-file.js';

/** A level of the sheet, before anything is locked. */
export interface NamedLevel {
  productId: number;
  sku: string;
  variationKey: string;
  onHand: number;
}

/** A locked level that differs from what was counted. */
export interface LockedDifference {
  line: number;
  onHand: number;
  reserved: number;
}

/** The two temporary tables that {@link StockImportService} reads, and the counts of the sheet. */
const STAGES = `
  CREATE TEMP TABLE import_rows (
    line integer PRIMARY KEY, "productId" integer, sku text, outcome text
  ) ON COMMIT DROP;
  CREATE TEMP TABLE count_rows (
    line integer PRIMARY KEY, "variationKey" text, "lastMovement" bigint
  ) ON COMMIT DROP`;

@Injectable()
export class StockCountRepository {
  /** Creates the temporary tables for a sheet. */
  async begin(manager: EntityManager): Promise<void> {
    await manager.query(STAGES);
  }

  /** Finds all levels of some products, by SKU. */
  async findLevels(manager: EntityManager, skus: readonly string[]): Promise<NamedLevel[]> {
    return manager.query<NamedLevel[]>(
      `SELECT p.id AS "productId", p.sku, l.variation_key AS "variationKey", l.on_hand AS "onHand"
        FROM products p JOIN stock_levels l ON l.product_id = p.id
        WHERE p.sku = ANY ($1::text[]) AND p.test_scenario IS NULL`,
      [skus],
    );
  }

  /** Stores the rows whose levels are known. */
  async stage(
    manager: EntityManager,
    rows: readonly (CountedRow & { productId: number })[],
  ): Promise<void> {
    const stages = {
      import_rows: rows.map(({ line, productId, sku }) => ({ line, productId, sku })),
      import_levels: rows.map(({ line, variationKey, counted }) => ({
        line,
        variationKey,
        quantity: counted,
      })),
      count_rows: rows.map(({ line, variationKey, lastMovement }) => ({
        line,
        variationKey,
        lastMovement,
      })),
    };
    for (const [table, staged] of Object.entries(stages)) {
      await manager.query(
        `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1::json)`,
        [JSON.stringify(staged)],
      );
    }
    await manager.query('ANALYZE import_rows, import_levels, count_rows');
  }

  /**
   * Lists the rows whose levels moved since the sheet was made. A level that was only set to the counted number does not count,
   * because the sheet was applied before.
   */
  async listMoved(manager: EntityManager, reason: string): Promise<LockedDifference[]> {
    const later = `FROM stock_movements m
      WHERE m.product_id = level.product_id AND m.variation_key = level.variation_key`;
    return manager.query<LockedDifference[]>(
      `SELECT c.line, level.on_hand AS "onHand", level.reserved
        FROM count_rows c
        JOIN import_rows r ON r.line = c.line
        JOIN import_levels l ON l.line = c.line
        JOIN stock_levels level ON level.product_id = r."productId" AND level.variation_key = c."variationKey"
        WHERE c."lastMovement" <> coalesce((SELECT max(m.id) ${later}), 0)
          AND NOT (level.on_hand = l.quantity AND (
            SELECT count(*) = 1 AND bool_and(m.reason = $1) ${later} AND m.id > c."lastMovement"
          ))`,
      [reason],
    );
  }

  /** Removes rows from those that will be set. */
  async leaveOut(manager: EntityManager, lines: readonly number[]): Promise<void> {
    await manager.query('DELETE FROM import_moves WHERE line = ANY ($1::integer[])', [lines]);
  }

  /** Lists the locked levels that differ from what was counted. */
  async listDifferences(manager: EntityManager): Promise<LockedDifference[]> {
    return manager.query<LockedDifference[]>(
      'SELECT line, on_hand AS "onHand", reserved FROM import_moves',
    );
  }
}
