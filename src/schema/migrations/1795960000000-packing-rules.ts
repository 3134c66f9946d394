import { sqlMigration } from '../sql-migration.js';

/** Whether the articles of a shipment are counted before it is sent: one row. */
export const PackingRules1795960000000 = sqlMigration(
  'PackingRules1795960000000',
  [
    `CREATE TABLE packing_rules (
      id smallint NOT NULL,
      check_articles varchar(10) NOT NULL,
      CONSTRAINT packing_rules_pk PRIMARY KEY (id),
      CONSTRAINT packing_rules_one_row_ck CHECK (id = 1),
      CONSTRAINT packing_rules_check_articles_ck CHECK (check_articles IN ('off', 'offered', 'required'))
    )`,
  ],
  ['DROP TABLE packing_rules'],
);
