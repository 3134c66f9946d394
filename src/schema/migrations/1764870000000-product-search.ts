import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes for the operators' search of products. */
export class ProductSearch1764870000000 implements MigrationInterface {
  readonly name = 'ProductSearch1764870000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}

const UP = [
  // Part of the schema instead of a replaceable function, because the index stores its results. The setting prevents
  // inlining, so that the planner sees its cost and prefers the index to computing it for every product.
  `CREATE FUNCTION product_search_terms(sku text, name text, brand text, category text, gtin text)
    RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 10000 SET search_path = pg_catalog AS $$
      SELECT array_to_tsvector(array_remove(regexp_split_to_array(lower(
        sku || ' ' || name || ' ' || coalesce(brand, '') || ' ' || category || ' ' || coalesce(gtin, '')
      ), '\\s+'), ''))
    $$`,
  `CREATE INDEX products_search_ix ON products USING gin (product_search_terms(sku, name, brand, category, gtin))`,
  `CREATE INDEX products_no_image_ix ON products (id) WHERE images = '[]'::jsonb`,
];

const DOWN = [
  'DROP INDEX products_no_image_ix',
  'DROP INDEX products_search_ix',
  'DROP FUNCTION product_search_terms',
];
