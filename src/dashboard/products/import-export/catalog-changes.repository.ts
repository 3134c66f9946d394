import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { COST_COLUMN } from './catalog-csv.js';
import type { ProductField } from './product-fields.js';

/** Maximum number of products whose changes a report shows one by one. */
const EXAMPLES_MAX = 200;
/** A description may hold thousands of characters. */
const TEXT_LENGTH = 120;

/** One field of a product before and after an import, in the form of a catalog file; null: none. */
export interface FieldChange {
  /** The column of a catalog file, such as `base_price`, `price:gold` or `stock`. */
  column: string;
  before: string | null;
  after: string | null;
}

/** Summary of the changes that an import makes to existing products. */
export interface CatalogChanges {
  /** Number of products by column, the most frequent column first. */
  counts: { column: string; products: number }[];
  /** The first changed products of the file. */
  examples: { line: number; sku: string; changes: FieldChange[] }[];
}

const STAGE = `
  CREATE TEMP TABLE import_changes (
    line integer, sku text, "column" text, before text, after text
  ) ON COMMIT DROP`;

/** Lists what an import changes, from the import's temporary tables, in its transaction. */
@Injectable()
export class CatalogChangesRepository {
  /** Records the products before the change; call between locking and changing them. */
  async noteFields(manager: EntityManager, fields: readonly ProductField[]): Promise<void> {
    await manager.query(STAGE);
    if (fields.length === 0) return;
    const pairs = fields.map(
      (field) =>
        `('${field.fileColumn}', ${shown(field, `p.${field.column}`)}, ${shown(field, `r."${field.property}"`)})`,
    );
    await manager.query(
      `INSERT INTO import_changes
        SELECT r.line, r.sku, pair.* FROM import_rows r JOIN products p ON p.id = r."productId"
        CROSS JOIN LATERAL (VALUES ${pairs.join(', ')}) pair ("column", before, after)
        WHERE r.outcome = 'updated' AND pair.before IS DISTINCT FROM pair.after`,
    );
  }

  /** Reads everything that changed, including plan prices, costs and stock. Call it at the end of the import. */
  async read(manager: EntityManager): Promise<CatalogChanges> {
    await manager.query(
      `INSERT INTO import_changes
        SELECT c.line, c.sku, 'price:' || c.plan, ${amount('c.before_minor')}, ${amount('c.after_minor')}
        FROM import_price_changes c JOIN import_rows r ON r.line = c.line WHERE r.outcome = 'updated'`,
    );
    await manager.query(
      `INSERT INTO import_changes
        SELECT c.line, c.sku, '${COST_COLUMN}', ${amount('c.before_minor')}, ${amount('c.after_minor')}
        FROM import_cost_changes c JOIN import_rows r ON r.line = c.line WHERE r.outcome = 'updated'`,
    );
    await manager.query(
      `INSERT INTO import_changes
        SELECT m.line, m.sku, 'stock', ${levels('m.on_hand')}, ${levels('m.quantity')}
        FROM import_moves m JOIN import_rows r ON r.line = m.line
        WHERE r.outcome IS DISTINCT FROM 'created' GROUP BY m.line, m.sku`,
    );
    const counts = await manager.query<CatalogChanges['counts']>(
      `SELECT "column", count(*)::integer AS products FROM import_changes
        GROUP BY "column" ORDER BY products DESC, "column"`,
    );
    const examples = await manager.query<CatalogChanges['examples']>(
      `SELECT line, sku, jsonb_agg(
          jsonb_build_object('column', "column", 'before', ${cut('before')}, 'after', ${cut('after')})
          ORDER BY "column"
        ) AS changes
        FROM import_changes GROUP BY line, sku ORDER BY line LIMIT $1`,
      [EXAMPLES_MAX],
    );
    return { counts, examples };
  }
}

/** Writes SQL for the value of a field as a text. */
function shown({ isHundredths }: ProductField, value: string): string {
  return isHundredths === true ? amount(value) : `nullif(${value}::text, '')`;
}

function amount(minor: string): string {
  return `to_char(${minor} / 100.0, 'FM9999999990.00')`;
}

function levels(quantity: string): string {
  return `string_agg(concat_ws('=', nullif(m.variation_key, ''), ${quantity}), ', ' ORDER BY m.variation_key)`;
}

function cut(text: string): string {
  return `CASE WHEN length(${text}) > ${TEXT_LENGTH} THEN left(${text}, ${TEXT_LENGTH}) || '…' ELSE ${text} END`;
}
