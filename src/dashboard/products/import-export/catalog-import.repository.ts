import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditService } from '../../../platform/audit/audit.service.js';
import type { Variation } from '../../../catalog/variations/variations.js';
import { mergeCosts } from '../costs/product-costs.service.js';
import { hasLostLetters } from '../../../platform/table-file/lost-letters.js';
import { allowLongStatements, ChangedMeanwhile } from '../../../platform/database/transaction.js';
import { SIMILAR_SKUS_MAX, type SimilarSku } from './import-report.js';
import { PRODUCT_FIELDS, type ProductField } from './product-fields.js';
import type { CheckedRow, KnownProduct } from './import-row.js';

export interface RowCounts {
  created: number;
  updated: number;
  unchanged: number;
  /** Products without a base price and without an own price of a plan. */
  withoutPrice: number;
  /** Products whose texts stay, because the file has lost letters of them. */
  lostLetters: number;
  /** The first new products whose SKU differs from that of another product by zeros at its beginning. */
  similarSkus: SimilarSku[];
}

export const NO_ROWS: RowCounts = {
  created: 0,
  updated: 0,
  unchanged: 0,
  withoutPrice: 0,
  lostLetters: 0,
  similarSkus: [],
};

/** Spreadsheets remove the zeros at the beginning of a number. */
const SIMILAR_SKUS = `SELECT r.line, r.sku, p.sku AS "similarTo"
  FROM import_rows r JOIN products p ON trim(LEADING '0' FROM p.sku) = trim(LEADING '0' FROM r.sku) AND p.sku <> r.sku
  WHERE r.outcome = 'created' AND r.sku ~ '^[0-9]+$' AND p.sku ~ '^[0-9]+$' ORDER BY r.line LIMIT ${SIMILAR_SKUS_MAX}`;

/** A product before and after an import. */
interface VariedProduct {
  id: number;
  before: Variation[];
  after: Variation[];
}

/** Any constant: the same in every instance. */
const IMPORT_LOCK = 7_746_002;

const STATEMENT_LIMIT_MS = 5 * 60_000;
/** Longer than in other transactions, because the file is stored and no caller waits. */
const TIME_LIMITS = `
  SET LOCAL lock_timeout = '10s';
  SET LOCAL idle_in_transaction_session_timeout = '1min'`;

/** Rows of the file for the merge. A field is NULL if the file has no such column. */
const STAGES = `
  CREATE TEMP TABLE import_rows (
    line integer PRIMARY KEY, "productId" integer, outcome text, "knownVariations" jsonb, "lostLetters" boolean,
    ${PRODUCT_FIELDS.map(({ property, type }) => `"${property}" ${type}`).join(', ')}
  ) ON COMMIT DROP;
  CREATE TEMP TABLE import_prices (
    line integer, "planId" integer, "priceMinor" bigint, PRIMARY KEY (line, "planId")
  ) ON COMMIT DROP;
  CREATE TEMP TABLE import_costs (line integer PRIMARY KEY, "costMinor" bigint) ON COMMIT DROP;
  CREATE TEMP TABLE import_cost_changes (
    line integer, sku text, product_id integer, before_minor bigint, after_minor bigint
  ) ON COMMIT DROP;
  CREATE TEMP TABLE import_price_changes (
    line integer, sku text, product_id integer, plan_id integer, plan text, before_minor bigint, after_minor bigint
  ) ON COMMIT DROP`;

/** A text that the file does not have is NULL, and has lost nothing. */
const TEXTS = PRODUCT_FIELDS.filter(({ type }) => type === 'text').map(({ property, column }) => ({
  stored: `p.${column}`,
  property,
  isLost: hasLostLetters(`p.${column}`, `r."${property}"`),
}));
const KEEP_LOST_LETTERS = `WITH known AS MATERIALIZED (
    SELECT p.* FROM products p JOIN import_rows r ON r."productId" = p.id
    WHERE ${TEXTS.map(({ isLost }) => isLost).join(' OR ')} ORDER BY p.id FOR NO KEY UPDATE OF p
  )
  UPDATE import_rows r SET "lostLetters" = true, ${TEXTS.map(
    ({ stored, property, isLost }) =>
      `"${property}" = CASE WHEN ${isLost} THEN ${stored} ELSE r."${property}" END`,
  ).join(', ')} FROM known p WHERE p.id = r."productId"`;

/** The subject of an audit entry, for the row `r` that it is about. */
const SUBJECT = `'product ' || r.sku`;

/** The set-based merge of a catalog file into products and prices. Products are locked by id. */
@Injectable()
export class CatalogImportRepository {
  constructor(private readonly audit: AuditService) {}

  /** Creates the temporary tables for a file; false while another import runs. */
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

  async findKnown(
    manager: EntityManager,
    skus: readonly string[],
  ): Promise<Omit<KnownProduct, 'keptKeys'>[]> {
    return manager.query<Omit<KnownProduct, 'keptKeys'>[]>(
      `SELECT id, sku, variations, gst_rate_bp AS "gstRateBp" FROM products WHERE sku = ANY ($1::text[])`,
      [skus],
    );
  }

  async stage(manager: EntityManager, rows: readonly CheckedRow[]): Promise<void> {
    const stages = {
      import_rows: rows.map(({ product }) => product),
      import_prices: rows.flatMap(({ prices }) => prices),
      import_costs: rows.flatMap(({ costs }) => costs),
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

  /** Analyzes the temporary tables, which PostgreSQL does not do automatically. Call it when all rows are staged. */
  async analyze(manager: EntityManager): Promise<void> {
    await manager.query('ANALYZE import_rows, import_prices, import_costs, import_levels');
  }

  /** Analyzes the tables of imports, unless they are being vacuumed. Otherwise a page of an export would read whole tables. */
  async analyzeStored(manager: EntityManager): Promise<void> {
    await allowLongStatements(manager, STATEMENT_LIMIT_MS);
    await manager.query(
      'ANALYZE (SKIP_LOCKED) products, plan_prices, product_costs, stock_levels, stock_movements, audit_entries',
    );
  }

  /** Stores new products, and updates the locked ones that differ. Call it after {@link lockChanged}. */
  async mergeProducts(manager: EntityManager, fields: readonly ProductField[]): Promise<void> {
    if (fields.length > 0) await this.updateProducts(manager, fields);
    await manager.query(
      `WITH made AS (
          INSERT INTO products (${PRODUCT_FIELDS.map(({ column }) => column).join(', ')})
          SELECT ${PRODUCT_FIELDS.map(({ property }) => `"${property}"`).join(', ')}
          FROM import_rows WHERE "productId" IS NULL ORDER BY line
          RETURNING id, sku
        )
        UPDATE import_rows r SET "productId" = made.id, outcome = 'created' FROM made WHERE made.sku = r.sku`,
    );
    // Without this, the planner takes the ids for NULL and joins 100,000 rows by nested loops.
    await manager.query('ANALYZE import_rows ("productId", outcome)');
    await this.audit.recordAll(manager, {
      action: 'product.created',
      subject: SUBJECT,
      before: 'NULL::jsonb',
      after: toJson(({ property }) => `r."${property}"`),
      from: `import_rows r WHERE r.outcome = 'created' ORDER BY r.line`,
    });
  }

  /** Locks all products of a file by id, and replaces its empty cells by the stored values. */
  async keepWhatIsEmpty(manager: EntityManager, fields: readonly ProductField[]): Promise<void> {
    if (fields.length === 0) return;
    const kept = fields.map(
      ({ property, column }) => `"${property}" = coalesce(r."${property}", p.${column})`,
    );
    await manager.query(
      `WITH known AS MATERIALIZED (
          SELECT p.* FROM products p JOIN import_rows r ON r."productId" = p.id
          ORDER BY p.id FOR NO KEY UPDATE OF p
        )
        UPDATE import_rows r SET ${kept.join(', ')} FROM known p WHERE p.id = r."productId"`,
    );
  }

  /** Replaces texts of the file that have lost letters by the stored ones. Locks their products by id. */
  async keepLostLetters(manager: EntityManager): Promise<void> {
    await manager.query(KEEP_LOST_LETTERS);
  }

  /**
   * Locks products by id, and marks those with a different field, price or cost. Those whose variations a row was read against
   * are locked, too.
   *
   * @throws ChangedMeanwhile if the variations of one changed since
   */
  async lockChanged(manager: EntityManager, set: readonly ProductField[]): Promise<void> {
    const isChanged = `(${differs(set)} OR EXISTS (
            SELECT FROM import_prices i
            LEFT JOIN plan_prices own ON own.plan_id = i."planId" AND own.product_id = p.id
            WHERE i.line = r.line AND i."priceMinor" IS DISTINCT FROM own.price_minor
          ) OR EXISTS (
            SELECT FROM import_costs i LEFT JOIN product_costs own ON own.product_id = p.id
            WHERE i.line = r.line AND i."costMinor" IS DISTINCT FROM own.cost_minor
          ))`;
    await manager.query(
      `WITH locked AS MATERIALIZED (
          SELECT p.id, ${isChanged} AS "isChanged" FROM products p JOIN import_rows r ON r."productId" = p.id
          WHERE r."knownVariations" IS NOT NULL OR ${isChanged}
          ORDER BY p.id FOR NO KEY UPDATE OF p
        )
        UPDATE import_rows r SET outcome = 'updated' FROM locked WHERE locked.id = r."productId" AND locked."isChanged"`,
    );
    const stale = await manager.query<{ id: number }[]>(
      `SELECT p.id FROM import_rows r JOIN products p ON p.id = r."productId"
        WHERE r."knownVariations" IS NOT NULL AND r."knownVariations" <> p.variations LIMIT 1`,
    );
    if (stale.length > 0) throw new ChangedMeanwhile('variations of a product');
  }

  /** Lists the products whose variations the merge will change. Call it after {@link lockChanged}. */
  async listVaried(manager: EntityManager): Promise<VariedProduct[]> {
    return manager.query<VariedProduct[]>(
      `SELECT p.id, p.variations AS before, r.variations AS after
        FROM import_rows r JOIN products p ON p.id = r."productId"
        WHERE r.outcome = 'updated' AND r.variations <> p.variations ORDER BY p.id`,
    );
  }

  private async updateProducts(
    manager: EntityManager,
    set: readonly ProductField[],
  ): Promise<void> {
    const changed = `r."productId" = p.id AND r.outcome = 'updated' AND ${differs(set)}`;
    await this.audit.recordAll(manager, {
      action: 'product.updated',
      subject: SUBJECT,
      before: toJson(({ column }) => `p.${column}`),
      after: toJson((field) =>
        set.includes(field) ? `r."${field.property}"` : `p.${field.column}`,
      ),
      from: `import_rows r JOIN products p ON ${changed} ORDER BY r.line`,
    });
    await manager.query(
      `UPDATE products p
        SET ${set.map(({ column, property }) => `${column} = r."${property}"`).join(', ')}, updated_at = now()
        FROM import_rows r WHERE ${changed}`,
    );
  }

  /** Sets and removes the plans' own prices that differ. */
  async mergePrices(manager: EntityManager): Promise<void> {
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
    await this.audit.recordAll(manager, {
      action: 'price.set',
      subject: SUBJECT,
      before: `jsonb_build_object('plan', r.plan, 'price_minor', r.before_minor)`,
      after: `jsonb_build_object('plan', r.plan, 'price_minor', r.after_minor)`,
      from: 'import_price_changes r ORDER BY r.line, r.plan_id',
    });
  }

  /** Sets and removes the costs that differ. */
  async mergeCosts(manager: EntityManager): Promise<void> {
    await mergeCosts(manager, this.audit);
  }

  /** Counts what the merge did, or would do, with the rows that have no problem. */
  async count(manager: EntityManager): Promise<RowCounts> {
    const [counts] = await manager.query<RowCounts[]>(
      `SELECT count(*) FILTER (WHERE r.outcome = 'created') AS created,
          count(*) FILTER (WHERE r.outcome = 'updated' OR r.outcome IS NULL AND moved.line IS NOT NULL) AS updated,
          count(*) FILTER (WHERE r.outcome IS NULL AND moved.line IS NULL) AS unchanged,
          count(*) FILTER (WHERE p.active AND p.base_price_minor IS NULL
            AND NOT EXISTS (SELECT FROM plan_prices own WHERE own.product_id = p.id)) AS "withoutPrice",
          count(*) FILTER (WHERE r."lostLetters") AS "lostLetters",
          (SELECT coalesce(jsonb_agg(s), '[]') FROM (${SIMILAR_SKUS}) s) AS "similarSkus"
        FROM import_rows r
        JOIN products p ON p.id = r."productId"
        LEFT JOIN (SELECT DISTINCT line FROM import_moves) moved ON moved.line = r.line`,
    );
    return counts ?? NO_ROWS;
  }
}

function toJson(valueOf: (field: ProductField) => string): string {
  return `jsonb_build_object(${PRODUCT_FIELDS.map((field) => `'${field.column}', ${valueOf(field)}`).join(', ')})`;
}

/** Writes the SQL condition that a product `p` differs from a row `r` in the given fields. */
function differs(fields: readonly ProductField[]): string {
  if (fields.length === 0) return 'false';
  const stored = fields.map(({ column }) => `p.${column}`).join(', ');
  const wanted = fields.map(({ property }) => `r."${property}"`).join(', ');
  return `(${stored}) IS DISTINCT FROM (${wanted})`;
}
