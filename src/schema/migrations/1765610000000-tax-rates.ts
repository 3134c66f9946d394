import { sqlMigration } from '../sql-migration.js';

/** Tax rates by HSN code, and the rates that the law has allowed since each of its changes. */
export const TaxRates1765610000000 = sqlMigration(
  'TaxRates1765610000000',
  [
    `CREATE TABLE hsn_rates (
      id integer GENERATED ALWAYS AS IDENTITY,
      hsn varchar(8) NOT NULL,
      effective_from date NOT NULL,
      rate_bp integer NOT NULL,
      threshold_minor bigint,
      rate_above_bp integer,
      CONSTRAINT hsn_rates_pk PRIMARY KEY (id),
      CONSTRAINT hsn_rates_uq UNIQUE (hsn, effective_from),
      CONSTRAINT hsn_rates_hsn_ck CHECK (hsn ~ '^([0-9]{2}){1,4}$'),
      CONSTRAINT hsn_rates_rate_ck CHECK (rate_bp BETWEEN 0 AND 10000 AND rate_above_bp BETWEEN 0 AND 10000),
      CONSTRAINT hsn_rates_threshold_ck CHECK (threshold_minor >= 1 AND num_nulls(threshold_minor, rate_above_bp) IN (0, 2))
    )`,
    `CREATE TABLE allowed_tax_rates (
      effective_from date NOT NULL,
      rates_bp integer[] NOT NULL,
      CONSTRAINT allowed_tax_rates_pk PRIMARY KEY (effective_from),
      CONSTRAINT allowed_tax_rates_ck CHECK (cardinality(rates_bp) >= 1)
    )`,
    `INSERT INTO allowed_tax_rates VALUES
      ('2017-07-01', '{0, 10, 25, 150, 300, 500, 1200, 1800, 2800}'),
      ('2025-09-22', '{0, 25, 150, 300, 500, 1800, 2800, 4000}'),
      ('2026-02-01', '{0, 25, 150, 300, 500, 1800, 4000}')`,
  ],
  ['DROP TABLE allowed_tax_rates', 'DROP TABLE hsn_rates'],
);
