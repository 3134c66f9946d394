import { sqlMigration } from '../sql-migration.js';

/** The words that orders are found by, and the orders whose words may have changed. */
export const OrderSearchWords1765630000000 = sqlMigration(
  'OrderSearchWords1765630000000',
  [
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
  ],
  ['DROP TABLE order_search_queue, order_search_words'],
);
