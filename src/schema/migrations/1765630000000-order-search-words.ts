import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The words by which orders are found, and the orders whose words may have changed. */
export class OrderSearchWords1765630000000 implements MigrationInterface {
  readonly name = 'OrderSearchWords1765630000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE order_search_queue, order_search_words');
  }
}

const UP = [
  // No foreign key: storing words must not lock orders.
  `CREATE TABLE order_search_words (
    order_id bigint NOT NULL,
    words tsvector NOT NULL,
    CONSTRAINT order_search_words_pk PRIMARY KEY (order_id)
  )`,
  'CREATE INDEX order_search_words_ix ON order_search_words USING gin (words)',
  `CREATE TABLE order_search_queue (
    id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
    ids bigint[] NOT NULL,
    CONSTRAINT order_search_queue_pk PRIMARY KEY (id)
  )`,
];
