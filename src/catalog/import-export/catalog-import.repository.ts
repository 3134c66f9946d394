import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ProductData } from '../product-record.js';
import { allowLongStatements } from '../../platform/database/transaction.js';
import type { CheckedRow, KnownProduct } from './import-row.js';

/** Who imports, for the audit log. */
export interface Origin {
  actor: string;
  requestId: string | null;
}

/** A level that would have less on hand than open orders hold. */
export interface RefusedLevel {
  line: number;
  sku: string;
  variationKey: string;
  quantity: number;
  reserved: number;
}

export interface RowCounts {
  created: number;
  updated: number;
  unchanged: number;
}

export const NO_ROWS: RowCounts = { created: 0, updated: 0, unchanged: 0 };

/** Any constant: the same in every instance. */
const IMPORT_LOCK = 7_746_002;

const STATEMENT_LIMIT_MS = 5 * 60_000;
/** Longer than a request may wait: the file is here, and nobody else waits for its transaction. */
const TIME_LIMITS = `
  SET LOCAL lock_timeout = '10s';
  SET LOCAL idle_in_transaction_session_timeout = '1min'`;

/**
 * What a file says, row by row, for the merge. The columns of `import_rows` are the keys of
 * {@link CheckedRow}; NULL where the file has no such column.
 */
const STAGES = `
  CREATE TEMP TABLE import_rows (
    line integer PRIMARY KEY, "productId" integer, sku text, name text, description text, category text,
    images jsonb, variations jsonb, "basePriceMinor" bigint, "deliveryChargeMinor" bigint, active boolean,
    outcome text
  ) ON COMMIT DROP;
  CREATE TEMP TABLE import_prices (
    line integer, "planId" integer, "priceMinor" bigint, PRIMARY KEY (line, "planId")
  ) ON COMMIT DROP;
  CREATE TEMP TABLE import_levels (
    line integer, "variationKey" text, quantity integer
  ) ON COMMIT DROP;
  CREATE TEMP TABLE import_price_changes (
    line integer, sku text, product_id integer, plan_id integer, plan text, before_minor bigint, after_minor bigint
  ) ON COMMIT DROP;
  CREATE TEMP TABLE import_moves (
    line integer, sku text, product_id integer, variation_key text, on_hand integer, reserved integer,
    quantity integer
  ) ON COMMIT DROP`;

/** The columns of `products` that a file fills, by the keys they have in code and in the audit log. */
const COLUMNS = {
  sku: 'sku',
  name: 'name',
  description: 'description',
  category: 'category',
  images: 'images',
  variations: 'variations',
  basePriceMinor: 'base_price_minor',
  deliveryChargeMinor: 'delivery_charge_minor',
  active: 'active',
} as const satisfies Record<keyof ProductData, string>;

const FIELDS = Object.keys(COLUMNS) as (keyof ProductData)[];

/**
 * The set-based merge of a catalogue file into products, prices and stock. Products are locked by id, then
 * levels by key, as every other writer does it.
 */
@Injectable()
export class CatalogImportRepository {
  /** Makes room for a file; false while another import runs. */
  async begin(manager: EntityManager): Promise<boolean> {
    await allowLongStatements(manager, STATEMENT_LIMIT_MS);
    await manager.query(TIME_LIMITS);
    const [row] = await manager.query<{ locked: boolean }[]>(
      'SELECT pg_try_advisory_xact_lock($1) AS locked',
      [IMPORT_LOCK],
    );
    if (row?.locked !== true) return false;
    await manager.query(STAGES);
    return true;
  }

  async findKnown(manager: EntityManager, skus: readonly string[]): Promise<KnownProduct[]> {
    return manager.query<KnownProduct[]>(
      'SELECT id, sku, variations FROM products WHERE sku = ANY ($1::text[])',
      [skus],
    );
  }

  async stage(manager: EntityManager, rows: readonly CheckedRow[]): Promise<void> {
    const stages = {
      import_rows: rows.map(({ product }) => product),
      import_prices: rows.flatMap(({ prices }) => prices),
      import_levels: rows.flatMap(({ levels }) => levels),
    };
    for (const [table, staged] of Object.entries(stages)) {
      if (staged.length === 0) continue;
      await manager.query(
        `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1::json)`,
        [JSON.stringify(staged)],
      );
    }
  }

  /** To be called once, when all is staged: PostgreSQL knows nothing of temporary tables by itself. */
  async analyze(manager: EntityManager): Promise<void> {
    await manager.query('ANALYZE import_rows, import_prices, import_levels');
  }

  /** Stores new products, and of others the fields the file has, where something differs. */
  async mergeProducts(
    manager: EntityManager,
    fields: readonly (keyof ProductData)[],
    origin: Origin,
  ): Promise<void> {
    const set = fields.filter((field) => field !== 'sku');
    await this.lockChanged(manager, set);
    if (set.length > 0) await this.updateProducts(manager, set, origin);
    await manager.query(
      `WITH made AS (
          INSERT INTO products (${FIELDS.map((field) => COLUMNS[field]).join(', ')})
          SELECT ${FIELDS.map((field) => `"${field}"`).join(', ')}
          FROM import_rows WHERE "productId" IS NULL ORDER BY line
          RETURNING id, sku
        )
        UPDATE import_rows r SET "productId" = made.id, outcome = 'created' FROM made WHERE made.sku = r.sku`,
    );
    await this.audit(manager, origin, {
      action: 'product.created',
      before: 'NULL::jsonb',
      after: toJson((field) => `r."${field}"`),
      from: `import_rows r WHERE r.outcome = 'created' ORDER BY r.line`,
    });
  }

  /** Marks the products of which a field or price differs, after locking them by id. */
  private async lockChanged(
    manager: EntityManager,
    set: readonly (keyof ProductData)[],
  ): Promise<void> {
    await manager.query(
      `WITH changed AS MATERIALIZED (
          SELECT p.id FROM products p JOIN import_rows r ON r."productId" = p.id
          WHERE ${differs(set)} OR EXISTS (
            SELECT FROM import_prices i
            LEFT JOIN plan_prices own ON own.plan_id = i."planId" AND own.product_id = p.id
            WHERE i.line = r.line AND i."priceMinor" IS DISTINCT FROM own.price_minor
          )
          ORDER BY p.id FOR NO KEY UPDATE OF p
        )
        UPDATE import_rows r SET outcome = 'updated' FROM changed WHERE changed.id = r."productId"`,
    );
  }

  private async updateProducts(
    manager: EntityManager,
    set: readonly (keyof ProductData)[],
    origin: Origin,
  ): Promise<void> {
    const changed = `r."productId" = p.id AND r.outcome = 'updated' AND ${differs(set)}`;
    await this.audit(manager, origin, {
      action: 'product.updated',
      before: toJson((field) => `p.${COLUMNS[field]}`),
      after: toJson((field) => (set.includes(field) ? `r."${field}"` : `p.${COLUMNS[field]}`)),
      from: `import_rows r JOIN products p ON ${changed} ORDER BY r.line`,
    });
    await manager.query(
      `UPDATE products p
        SET ${set.map((field) => `${COLUMNS[field]} = r."${field}"`).join(', ')}, updated_at = now()
        FROM import_rows r WHERE ${changed}`,
    );
  }

  /** Sets and takes off the plans' own prices that differ. */
  async mergePrices(manager: EntityManager, origin: Origin): Promise<void> {
    await manager.query(
      `INSERT INTO import_price_changes
        SELECT r.line, r.sku, r."productId", plan.id, plan.code, own.price_minor, i."priceMinor"
        FROM import_rows r
        JOIN import_prices i ON i.line = r.line
        JOIN plans plan ON plan.id = i."planId"
        LEFT JOIN plan_prices own ON own.plan_id = plan.id AND own.product_id = r."productId"
        WHERE r.outcome IS NOT NULL AND i."priceMinor" IS DISTINCT FROM own.price_minor`,
    );
    await manager.query(
      `DELETE FROM plan_prices own USING import_price_changes c
        WHERE own.plan_id = c.plan_id AND own.product_id = c.product_id AND c.after_minor IS NULL`,
    );
    await manager.query(
      `INSERT INTO plan_prices (plan_id, product_id, price_minor)
        SELECT plan_id, product_id, after_minor FROM import_price_changes
        WHERE after_minor IS NOT NULL ORDER BY product_id, plan_id
        ON CONFLICT (plan_id, product_id) DO UPDATE SET price_minor = excluded.price_minor`,
    );
    await this.audit(manager, origin, {
      action: 'price.set',
      before: `jsonb_build_object('plan', r.plan, 'price_minor', r.before_minor)`,
      after: `jsonb_build_object('plan', r.plan, 'price_minor', r.after_minor)`,
      from: 'import_price_changes r ORDER BY r.line, r.plan_id',
    });
  }

  /** Lays out the levels that are not there yet, and locks those that are to change, by key. */
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
  }

  /** Those of the locked levels that can't be set. */
  async listRefusedLevels(manager: EntityManager, limit: number): Promise<RefusedLevel[]> {
    return manager.query<RefusedLevel[]>(
      `SELECT line, sku, variation_key AS "variationKey", quantity, reserved
        FROM import_moves WHERE quantity < reserved ORDER BY line, variation_key LIMIT $1`,
      [limit],
    );
  }

  /** Sets the locked levels that can be set, with their movements. */
  async mergeLevels(manager: EntityManager, reason: string, origin: Origin): Promise<void> {
    await manager.query(
      `WITH refused AS (DELETE FROM import_moves WHERE quantity < reserved RETURNING line)
        UPDATE import_rows r SET outcome = 'refused' FROM refused WHERE refused.line = r.line`,
    );
    await manager.query(
      `UPDATE stock_levels level SET on_hand = m.quantity FROM import_moves m
        WHERE level.product_id = m.product_id AND level.variation_key = m.variation_key`,
    );
    await manager.query(
      `INSERT INTO stock_movements (product_id, variation_key, delta, reason)
        SELECT product_id, variation_key, quantity - on_hand, $1 FROM import_moves
        ORDER BY product_id, variation_key`,
      [reason],
    );
    await this.audit(manager, origin, {
      action: 'stock.set',
      before: 'jsonb_object_agg(r.variation_key, r.on_hand)',
      after: 'jsonb_object_agg(r.variation_key, r.quantity)',
      from: 'import_moves r GROUP BY r.line, r.sku ORDER BY r.line',
    });
  }

  /** What the merge did, or would do, with the rows that have no problem. */
  async count(manager: EntityManager): Promise<RowCounts> {
    const [counts] = await manager.query<RowCounts[]>(
      `SELECT count(*) FILTER (WHERE r.outcome = 'created') AS created,
          count(*) FILTER (WHERE r.outcome = 'updated' OR r.outcome IS NULL AND moved.line IS NOT NULL) AS updated,
          count(*) FILTER (WHERE r.outcome IS NULL AND moved.line IS NULL) AS unchanged
        FROM import_rows r
        LEFT JOIN (SELECT DISTINCT line FROM import_moves) moved ON moved.line = r.line`,
    );
    return counts ?? NO_ROWS;
  }

  /** One entry for each row of `from`, whose alias `r` has the SKU. */
  private async audit(
    manager: EntityManager,
    { actor, requestId }: Origin,
    {
      action,
      before,
      after,
      from,
    }: { action: string; before: string; after: string; from: string },
  ): Promise<void> {
    await manager.query(
      `INSERT INTO audit_entries (actor, request_id, action, subject, before, after)
        SELECT $1, $2, $3, 'product ' || r.sku, ${before}, ${after} FROM ${from}`,
      [actor, requestId, action],
    );
  }
}

function toJson(valueOf: (field: keyof ProductData) => string): string {
  return `jsonb_build_object(${FIELDS.map((field) => `'${COLUMNS[field]}', ${valueOf(field)}`).join(', ')})`;
}

/** Whether a product `p` differs in the given fields from what a row `r` says. */
function differs(fields: readonly (keyof ProductData)[]): string {
  if (fields.length === 0) return 'false';
  const stored = fields.map((field) => `p.${COLUMNS[field]}`).join(', ');
  const wanted = fields.map((field) => `r."${field}"`).join(', ');
  return `(${stored}) IS DISTINCT FROM (${wanted})`;
}
