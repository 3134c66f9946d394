import { sqlMigration } from '../sql-migration.js';

/** Idempotency-Keys of requests that move money, and references of proposed corrections of wallets. */
export const MoneyCalls1764902000000 = sqlMigration(
  'MoneyCalls1764902000000',
  [
    `CREATE TABLE money_calls (
    caller varchar(300) NOT NULL,
    key varchar(255) NOT NULL,
    request_hash bytea NOT NULL,
    status smallint,
    body text,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT money_calls_pk PRIMARY KEY (caller, key),
    CONSTRAINT money_calls_answer_ck CHECK ((status IS NULL) = (body IS NULL))
  )`,
    'CREATE INDEX money_calls_created_ix ON money_calls (created_at)',
    'ALTER TABLE wallet_adjustments ADD COLUMN reference varchar(120)',
    `CREATE UNIQUE INDEX wallet_adjustments_reference_uq ON wallet_adjustments (client_id, reference)
    WHERE reference IS NOT NULL AND status <> 'rejected'`,
  ],
  [
    'DROP INDEX wallet_adjustments_reference_uq',
    'ALTER TABLE wallet_adjustments DROP COLUMN reference',
    'DROP TABLE money_calls',
  ],
);
