import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Optional details of products for stores and invoices. */
export class ProductDetails1764850000000 implements MigrationInterface {
  readonly name = 'ProductDetails1764850000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE products
        ADD gtin varchar(14), ADD hsn varchar(8), ADD brand varchar(80), ADD weight_grams integer, ADD gst_rate_bp integer,
        ADD CONSTRAINT products_weight_ck CHECK (weight_grams BETWEEN 1 AND 1000000),
        ADD CONSTRAINT products_gst_rate_ck CHECK (gst_rate_bp BETWEEN 0 AND 10000)`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'ALTER TABLE products DROP gst_rate_bp, DROP weight_grams, DROP brand, DROP hsn, DROP gtin',
    );
  }
}
