import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { COST_COLUMN } from './catalog-csv.js';
import { PRODUCT_FIELDS, type ProductField } from './product-fields.js';

/** Maximum number of products whose changes a report shows one by one. */
const EXAMPLES_MAX = 200;
/** Number of new products that a report shows as they are stored. */
const CREATED_MAX = 20;
/** A description may hold thousands of characters. */
const TEXT_LENGTH = 120;

/** One field of a product before and after an import, in the form of a catalog file; null: none. */
export interface FieldChange {
  /** The column of a catalog file, such as `base_price`, `price:gold` or `stock`. */
  column: string;
  before: string | null;
  after: string | null;
}

export const DOUBTS = [
  'lost_letters',
  'mrp_below_price',
  'no_hsn',
  'no_photo',
  'price_below_cost',
  'price_changed_by_half',
] as const;

/** A base price of a file, in minor units. */
export interface FilePrice {
  line: number;
  sku: string;
  priceMinor: number;
}

/** Summary of what an import does to the catalog. */
export interface CatalogChanges {
  /** Number of existing products by column, the most frequent column first. */
  counts: { column: string; products: number }[];
  /** The first changed products of the file. */
  examples: { line: number; sku: string; changes: FieldChange[] }[];
  /** The first new products of the file. Left out in reports of earlier releases, as are the next two. */
  created?: CatalogChanges['examples'];
  /** The lowest and the highest base price; empty: the file has none. */
  prices?: FilePrice[];
  /** Number of new and changed products, and of those with lost letters, by what may be wrong with them; only those that occur. */
  doubts?: { doubt: (typeof DOUBTS)[number]; products: number }[];
}

const STAGE = `
  CREATE TEMP TABLE import_changes (
    line integer, sku text, "column" text, before text, after text
  ) ON COMMIT DROP`;

/** Conditions of {@link DOUBTS}, see {@link CatalogChangesRepository.countDoubts}. */
const DOUBT_CONDITIONS: Record<(typeof DOUBTS)[number], string> = {
  lost_letters: 'r."lostLetters"',
  mrp_below_price: 'p.mrp_minor < p.base_price_minor',
  no_hsn: 'p.hsn IS NULL',
  no_photo: `p.images = '[]'`,
  // Costs of the file only: others than its readers may not see those that are stored.
  price_below_cost: 'i."costMinor" > p.base_price_minor',
  price_changed_by_half: 'half.line IS NOT NULL',
};
const DOUBT_COUNTS = DOUBTS.map(
  (doubt) => `count(*) FILTER (WHERE ${DOUBT_CONDITIONS[doubt]})::integer AS ${doubt}`,
).join(', ');

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
    const first = await this.noteCreated(manager);
    const isShown = `(r.outcome IS DISTINCT FROM 'created' OR r.line = ANY ($1::integer[]))`;
    await manager.query(
      `INSERT INTO import_changes
        SELECT c.line, c.sku, 'price:' || c.plan, ${amount('c.before_minor')}, ${amount('c.after_minor')}
        FROM import_price_changes c JOIN import_rows r ON r.line = c.line WHERE ${isShown}`,
      [first],
    );
    await manager.query(
      `INSERT INTO import_changes
        SELECT c.line, c.sku, '${COST_COLUMN}', ${amount('c.before_minor')}, ${amount('c.after_minor')}
        FROM import_cost_changes c JOIN import_rows r ON r.line = c.line WHERE ${isShown}`,
      [first],
    );
    await manager.query(
      `INSERT INTO import_changes
        SELECT m.line, m.sku, 'stock', ${levels('m.on_hand')}, ${levels('m.quantity')}
        FROM import_moves m JOIN import_rows r ON r.line = m.line
        WHERE ${isShown} GROUP BY m.line, m.sku`,
      [first],
    );
    const counts = await manager.query<CatalogChanges['counts']>(
      `SELECT "column", count(*)::integer AS products FROM import_changes
        WHERE line <> ALL ($1::integer[]) GROUP BY "column" ORDER BY products DESC, "column"`,
      [first],
    );
    const examples = await manager.query<CatalogChanges['examples']>(
      examplesWhere('line <> ALL ($1::integer[])', EXAMPLES_MAX),
      [first],
    );
    const created = await manager.query<CatalogChanges['examples']>(
      examplesWhere('line = ANY ($1::integer[])', CREATED_MAX),
      [first],
    );
    const prices = await this.readPrices(manager);
    return { counts, examples, created, prices, doubts: await this.countDoubts(manager) };
  }

  /** Notes the fields of the first new products. @returns their lines */
  private async noteCreated(manager: EntityManager): Promise<number[]> {
    const created = await manager.query<{ line: number }[]>(
      `SELECT line FROM import_rows WHERE outcome = 'created' ORDER BY line LIMIT ${CREATED_MAX}`,
    );
    const lines = created.map(({ line }) => line);
    const fields = PRODUCT_FIELDS.filter(({ property }) => property !== 'sku').map(
      (field) => `('${field.fileColumn}', ${shown(field, `p.${field.column}`)})`,
    );
    await manager.query(
      `INSERT INTO import_changes
        SELECT r.line, r.sku, pair."column", NULL, pair.after
        FROM import_rows r JOIN products p ON p.id = r."productId"
        CROSS JOIN LATERAL (VALUES ${fields.join(', ')}) pair ("column", after)
        WHERE r.line = ANY ($1::integer[]) AND pair.after NOT IN ('[]', '{}')`,
      [lines],
    );
    return lines;
  }

  private async readPrices(manager: EntityManager): Promise<FilePrice[]> {
    const ends = ['ASC', 'DESC'].map(
      (order) => `(SELECT line, sku, "basePriceMinor" AS "priceMinor" FROM import_rows
        WHERE "basePriceMinor" IS NOT NULL ORDER BY "basePriceMinor" ${order}, line LIMIT 1)`,
    );
    return manager.query<FilePrice[]>(ends.join(' UNION ALL '));
  }

  private async countDoubts(
    manager: EntityManager,
  ): Promise<NonNullable<CatalogChanges['doubts']>> {
    const [found] = await manager.query<Record<(typeof DOUBTS)[number], number>[]>(
      `SELECT ${DOUBT_COUNTS}
        FROM import_rows r JOIN products p ON p.id = r."productId"
        LEFT JOIN import_costs i ON i.line = r.line
        LEFT JOIN (
          SELECT DISTINCT line FROM import_changes
          WHERE CASE WHEN "column" = 'base_price' OR "column" LIKE 'price:%'
            THEN abs(after::numeric - before::numeric) > before::numeric / 2 END
        ) half ON half.line = r.line
        WHERE r.outcome IS NOT NULL OR r."lostLetters"`,
    );
    return DOUBTS.map((doubt) => ({ doubt, products: found![doubt] })).filter(
      ({ products }) => products > 0,
    );
  }
}

function examplesWhere(condition: string, limit: number): string {
  return `SELECT line, sku, jsonb_agg(
      jsonb_build_object('column', "column", 'before', ${cut('before')}, 'after', ${cut('after')})
      ORDER BY "column"
    ) AS changes
    FROM import_changes WHERE ${condition} GROUP BY line, sku ORDER BY line LIMIT ${limit}`;
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
