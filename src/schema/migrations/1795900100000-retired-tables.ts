import { sqlMigration } from '../sql-migration.js';

/**
 * Drops the table from which migration Adjustments made approvals, unless an adjustment is missing among them. Its sequence, which gives
 * approvals of this kind their ids, is made again with its next value and its rights.
 */
const DROP_ADJUSTMENTS = `DO $$
DECLARE
  next_id bigint;
  rights text[];
  right_of text;
BEGIN
  IF EXISTS (
    SELECT FROM wallet_adjustments w WHERE NOT EXISTS (
      SELECT FROM approvals a WHERE a.kind = 'adjustment' AND a.id = w.id AND a.client_id = w.client_id
        AND a.amount_minor = w.amount_minor AND a.proposed_at = w.proposed_at
    )
  ) THEN
    RAISE WARNING 'wallet_adjustments stays: it has rows that are no approvals';
    RETURN;
  END IF;
  -- Its lock waits for transactions that took an id, and keeps others from taking one.
  ALTER SEQUENCE wallet_adjustments_id_seq CACHE 1;
  SELECT last_value + is_called::integer INTO next_id FROM wallet_adjustments_id_seq;
  SELECT array_agg(format('GRANT %s ON SEQUENCE wallet_adjustments_id_seq TO %s', privilege_type,
      CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END))
    INTO rights FROM pg_class CROSS JOIN aclexplode(relacl)
    WHERE oid = 'wallet_adjustments_id_seq'::regclass AND grantee <> relowner;
  DROP TABLE wallet_adjustments;
  DROP FUNCTION IF EXISTS refuse_old_adjustment();
  -- Later migrations that are undone restore the functions of the release before: not this one, until its table is back.
  IF to_regclass('schema_functions') IS NOT NULL THEN
    INSERT INTO schema_functions (name, release) VALUES ('refuse_old_adjustment', 1795900100000) ON CONFLICT DO NOTHING;
  END IF;
  EXECUTE format('CREATE SEQUENCE wallet_adjustments_id_seq AS integer START WITH %s', next_id);
  FOREACH right_of IN ARRAY coalesce(rights, '{}') LOOP
    EXECUTE right_of;
  END LOOP;
END $$`;

/** Makes the table again, empty: 1.3.0 only keeps it, and the migration Adjustments fills it when it is undone. */
const MAKE_ADJUSTMENTS = `DO $$
DECLARE
  next_id bigint;
BEGIN
  IF to_regclass('wallet_adjustments') IS NOT NULL THEN RETURN; END IF;
  SELECT last_value + is_called::integer INTO next_id FROM wallet_adjustments_id_seq;
  DROP SEQUENCE wallet_adjustments_id_seq;
  CREATE TABLE wallet_adjustments (
    id integer GENERATED ALWAYS AS IDENTITY,
    client_id integer NOT NULL,
    amount_minor bigint NOT NULL,
    reason varchar(500) NOT NULL,
    status varchar(10) NOT NULL DEFAULT 'proposed',
    proposed_by varchar(300) NOT NULL,
    proposed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    decided_by varchar(300),
    decided_at timestamptz,
    reference varchar(120),
    rejection_reason varchar(500),
    CONSTRAINT wallet_adjustments_amount_ck CHECK (amount_minor <> 0),
    CONSTRAINT wallet_adjustments_decided_ck CHECK (
      (status = 'proposed') = (decided_by IS NULL) AND (status = 'proposed') = (decided_at IS NULL)
    ),
    CONSTRAINT wallet_adjustments_status_ck CHECK (status IN ('proposed', 'approved', 'rejected')),
    CONSTRAINT wallet_adjustments_pk PRIMARY KEY (id),
    CONSTRAINT wallet_adjustments_client_fk FOREIGN KEY (client_id) REFERENCES clients (id)
  );
  CREATE INDEX wallet_adjustments_client_ix ON wallet_adjustments (client_id, id);
  CREATE INDEX wallet_adjustments_proposed_ix ON wallet_adjustments (id) WHERE status = 'proposed';
  CREATE UNIQUE INDEX wallet_adjustments_reference_uq ON wallet_adjustments (client_id, reference)
    WHERE reference IS NOT NULL AND status <> 'rejected';
  PERFORM setval('wallet_adjustments_id_seq', next_id, false);
END $$`;

/** Drops what only instances of 1.1.0 and 1.2.0 used. */
export const RetiredTables1795900100000 = sqlMigration(
  'RetiredTables1795900100000',
  [
    'ALTER TABLE change_log_state DROP COLUMN history_start_xid',
    'DROP TABLE removed_skus',
    'DROP INDEX stock_movements_at_ix',
    'DROP FUNCTION order_search_terms(text, text, text, text)',
    DROP_ADJUSTMENTS,
  ],
  [
    MAKE_ADJUSTMENTS,
    `CREATE FUNCTION order_search_terms(order_number text, store_order_id text, name text, phone text) RETURNS tsvector
      LANGUAGE sql IMMUTABLE PARALLEL SAFE
      AS $$
        SELECT array_to_tsvector(array_remove(string_to_array(lower(
          order_number || ' ' || coalesce(store_order_id, '') || ' ' || name || ' '
            || regexp_replace(phone, '[^0-9]', '', 'g') || ' ' || right(regexp_replace(phone, '[^0-9]', '', 'g'), 10)
        ), ' '), ''))
      $$`,
    'CREATE INDEX stock_movements_at_ix ON stock_movements (created_at)',
    `CREATE TABLE removed_skus (
      product_id integer NOT NULL,
      xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
      sku varchar(64) NOT NULL,
      CONSTRAINT removed_skus_pk PRIMARY KEY (product_id, sku)
    )`,
    `ALTER TABLE change_log_state ADD COLUMN history_start_xid xid8 NOT NULL DEFAULT '3'`,
    'ALTER TABLE change_log_state ALTER history_start_xid DROP DEFAULT',
  ],
);
