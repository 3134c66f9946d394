-- The ledger replaces wallets, wallet entries and payments. What orders need for closing, returns and refunds comes
-- last, because it locks them.
LOCK TABLE payments, wallets, wallet_entries IN ACCESS EXCLUSIVE MODE;

CREATE TABLE ledger_accounts (
  id integer GENERATED ALWAYS AS IDENTITY,
  kind varchar(20) NOT NULL,
  client_id integer,
  balance_minor bigint,
  CONSTRAINT ledger_accounts_pk PRIMARY KEY (id),
  CONSTRAINT ledger_accounts_client_uq UNIQUE (client_id),
  CONSTRAINT ledger_accounts_kind_ck CHECK (kind IN ('client_wallet', 'bank', 'gateway', 'sales', 'adjustments', 'opening')),
  CONSTRAINT ledger_accounts_wallet_ck CHECK (
    CASE kind
      WHEN 'client_wallet' THEN client_id IS NOT NULL AND balance_minor IS NOT NULL
      ELSE client_id IS NULL AND balance_minor IS NULL
    END
  ),
  CONSTRAINT ledger_accounts_balance_ck CHECK (balance_minor >= 0)
) WITH (fillfactor = 70);
INSERT INTO ledger_accounts (kind)
  VALUES ('bank'), ('gateway'), ('sales'), ('adjustments'), ('opening');
CREATE TABLE receipts (
  id bigint GENERATED ALWAYS AS IDENTITY,
  client_id integer NOT NULL,
  source varchar(10) NOT NULL,
  method varchar(40) NOT NULL,
  reference varchar(200),
  amount_minor bigint NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  reversed_at timestamptz,
  CONSTRAINT receipts_pk PRIMARY KEY (id),
  CONSTRAINT receipts_source_ck CHECK (source IN ('bank', 'cash', 'other', 'gateway')),
  CONSTRAINT receipts_amount_ck CHECK (amount_minor > 0)
);
CREATE TABLE ledger_journals (
  id bigint GENERATED ALWAYS AS IDENTITY,
  kind varchar(20) NOT NULL,
  key varchar(200) NOT NULL,
  order_id bigint,
  receipt_id bigint,
  reverses_id bigint,
  actor varchar(300) NOT NULL,
  note varchar(500),
  request_id varchar(64),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT ledger_journals_pk PRIMARY KEY (id),
  CONSTRAINT ledger_journals_key_uq UNIQUE (key),
  CONSTRAINT ledger_journals_reverses_uq UNIQUE (reverses_id),
  CONSTRAINT ledger_journals_kind_ck CHECK (kind IN ('receipt', 'settle', 'refund', 'payout', 'adjustment', 'opening')),
  CONSTRAINT ledger_journals_settle_ck CHECK (kind <> 'settle' OR (order_id IS NOT NULL AND key = 'settle:' || order_id)),
  CONSTRAINT ledger_journals_refund_ck CHECK (kind <> 'refund' OR order_id IS NOT NULL),
  CONSTRAINT ledger_journals_receipt_ck CHECK (kind <> 'receipt' OR receipt_id IS NOT NULL)
);
CREATE TABLE ledger_postings (
  journal_id bigint NOT NULL,
  line smallint NOT NULL,
  account_id integer NOT NULL,
  amount_minor bigint NOT NULL,
  balance_after bigint,
  CONSTRAINT ledger_postings_pk PRIMARY KEY (journal_id, line),
  CONSTRAINT ledger_postings_amount_ck CHECK (amount_minor <> 0),
  CONSTRAINT ledger_postings_balance_ck CHECK (balance_after >= 0)
);
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
  CONSTRAINT wallet_adjustments_pk PRIMARY KEY (id),
  CONSTRAINT wallet_adjustments_client_fk FOREIGN KEY (client_id) REFERENCES clients (id),
  CONSTRAINT wallet_adjustments_amount_ck CHECK (amount_minor <> 0),
  CONSTRAINT wallet_adjustments_status_ck CHECK (status IN ('proposed', 'approved', 'rejected')),
  CONSTRAINT wallet_adjustments_decided_ck CHECK (
    (status = 'proposed') = (decided_by IS NULL) AND (status = 'proposed') = (decided_at IS NULL)
  )
);
CREATE INDEX wallet_adjustments_client_ix ON wallet_adjustments (client_id, id);
CREATE TABLE auto_pay_settings (
  client_id integer NOT NULL,
  enabled boolean NOT NULL,
  max_order_minor bigint,
  keep_minor bigint NOT NULL DEFAULT 0,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT auto_pay_settings_pk PRIMARY KEY (client_id),
  CONSTRAINT auto_pay_settings_client_fk FOREIGN KEY (client_id) REFERENCES clients (id),
  CONSTRAINT auto_pay_settings_amounts_ck CHECK (max_order_minor > 0 AND keep_minor >= 0)
);

-- Payments become receipts with the same ids. Two methods may map to one source, so that a reference that was unique
-- for each method exists twice: the later one gets its method and id added. Test mode has no money.
INSERT INTO receipts (id, client_id, source, method, reference, amount_minor, received_at, created_at)
  OVERRIDING SYSTEM VALUE
  SELECT id, client_id, source, method,
    CASE WHEN row_number() OVER (PARTITION BY source, reference ORDER BY id) = 1 THEN reference
      ELSE reference || ' (' || method || ', payment ' || id || ')' END,
    amount_minor, created_at, created_at
  FROM (
    SELECT p.*, o.client_id, CASE
        WHEN lower(p.method) IN ('bank', 'bank_transfer', 'neft', 'rtgs', 'imps', 'upi') THEN 'bank'
        WHEN lower(p.method) IN ('cash', 'gateway') THEN lower(p.method)
        ELSE 'other'
      END AS source
    FROM payments p JOIN orders o ON o.id = p.order_id WHERE NOT o.is_test
  ) p;

-- One row for each journal: what was credited for late payments and refunds, from the entries of wallets; and for each
-- paid order opening -> wallet -> sales.
CREATE TEMP TABLE movements ON COMMIT DROP AS
SELECT row_number() OVER (ORDER BY at, rank, source_id) AS id, kind, key, account, client_id, order_id, receipt_id,
  amount_minor, at, sum(amount_minor) OVER (PARTITION BY client_id ORDER BY at, rank, source_id) AS balance_after
FROM (
  SELECT 'opening' AS kind, 'opening:entry:' || e.id AS key, 'opening' AS account, e.client_id, e.order_id,
    p.id AS receipt_id, e.amount_minor, e.created_at AS at, 0 AS rank, e.id AS source_id
  FROM (
    SELECT *, row_number() OVER (PARTITION BY order_id ORDER BY id) AS nth
    FROM wallet_entries WHERE reason = 'late_payment'
  ) e
  LEFT JOIN (
    SELECT *, row_number() OVER (PARTITION BY order_id ORDER BY id) AS nth
    FROM payments WHERE outcome = 'credited'
  ) p ON p.order_id = e.order_id AND p.nth = e.nth
  UNION ALL
  SELECT leg.kind, leg.key || o.id, leg.account, o.client_id, o.id, p.id, leg.sign * o.total_minor,
    coalesce(p.created_at, o.updated_at), leg.rank, o.id
  FROM orders o
  LEFT JOIN (
    SELECT DISTINCT ON (order_id) id, order_id, created_at
    FROM payments WHERE outcome = 'applied' ORDER BY order_id, id
  ) p ON p.order_id = o.id
  CROSS JOIN (VALUES ('opening', 'opening:order:', 'opening', 1, 1), ('settle', 'settle:', 'sales', -1, 2))
    AS leg (kind, key, account, sign, rank)
  WHERE o.payment_status IN ('paid', 'refunded') AND NOT o.is_test
  UNION ALL
  SELECT 'refund', 'refund:' || e.order_id || ':entry:' || e.id, 'sales', e.client_id, e.order_id, NULL,
    e.amount_minor, e.created_at, 3, e.id
  FROM wallet_entries e WHERE e.reason = 'refund'
) legs
WHERE client_id IN (SELECT id FROM clients WHERE test_of IS NULL);
ANALYZE movements;

-- A wallet must not hold another amount than before.
DO $$
DECLARE
  other record;
BEGIN
  SELECT w.client_id, w.balance_minor AS stored, coalesce(m.total, 0) AS summed INTO other
    FROM wallets w JOIN clients c ON c.id = w.client_id
    LEFT JOIN (SELECT client_id, sum(amount_minor) AS total FROM movements GROUP BY 1) m USING (client_id)
    WHERE c.test_of IS NULL AND w.balance_minor <> coalesce(m.total, 0) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the wallet of client % holds % minor units, its entries sum to %',
      other.client_id, other.stored, other.summed;
  END IF;
END $$;

INSERT INTO ledger_accounts (kind, client_id, balance_minor)
  SELECT 'client_wallet', client_id, sum(amount_minor) FROM movements GROUP BY 2 ORDER BY 2;
INSERT INTO ledger_journals (id, kind, key, order_id, receipt_id, actor, at) OVERRIDING SYSTEM VALUE
  SELECT id, kind, key, order_id, receipt_id, 'migration', at FROM movements ORDER BY id;
INSERT INTO ledger_postings (journal_id, line, account_id, amount_minor, balance_after)
  SELECT m.id, 1, a.id, -m.amount_minor, NULL
  FROM movements m JOIN ledger_accounts a ON a.kind = m.account AND a.client_id IS NULL
  UNION ALL
  SELECT m.id, 2, a.id, m.amount_minor, m.balance_after
  FROM movements m JOIN ledger_accounts a ON a.client_id = m.client_id;
SELECT setval(pg_get_serial_sequence('receipts', 'id'), coalesce(max(id), 0) + 1, false) FROM receipts;
SELECT setval(pg_get_serial_sequence('ledger_journals', 'id'), coalesce(max(id), 0) + 1, false) FROM ledger_journals;

DROP TABLE payments, wallet_entries, wallets, movements;

-- After the data: foreign keys are then checked for all rows at once.
ALTER TABLE ledger_accounts
  ADD CONSTRAINT ledger_accounts_client_fk FOREIGN KEY (client_id) REFERENCES clients (id);
ALTER TABLE receipts
  ADD CONSTRAINT receipts_client_fk FOREIGN KEY (client_id) REFERENCES clients (id);
ALTER TABLE ledger_journals
  ADD CONSTRAINT ledger_journals_order_fk FOREIGN KEY (order_id) REFERENCES orders (id),
  ADD CONSTRAINT ledger_journals_receipt_fk FOREIGN KEY (receipt_id) REFERENCES receipts (id),
  ADD CONSTRAINT ledger_journals_reverses_fk FOREIGN KEY (reverses_id) REFERENCES ledger_journals (id);
ALTER TABLE ledger_postings
  ADD CONSTRAINT ledger_postings_journal_fk FOREIGN KEY (journal_id) REFERENCES ledger_journals (id),
  ADD CONSTRAINT ledger_postings_account_fk FOREIGN KEY (account_id) REFERENCES ledger_accounts (id);

CREATE UNIQUE INDEX ledger_accounts_system_uq ON ledger_accounts (kind) WHERE client_id IS NULL;
CREATE UNIQUE INDEX receipts_reference_uq ON receipts (source, reference) WHERE reversed_at IS NULL;
CREATE INDEX receipts_client_ix ON receipts (client_id, id);
CREATE INDEX ledger_journals_order_ix ON ledger_journals (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX ledger_journals_receipt_ix ON ledger_journals (receipt_id) WHERE receipt_id IS NOT NULL;
CREATE INDEX ledger_journals_at_ix ON ledger_journals (at);
CREATE INDEX ledger_postings_wallet_ix ON ledger_postings (account_id, journal_id) WHERE balance_after IS NOT NULL;
ANALYZE ledger_accounts, ledger_journals, ledger_postings, receipts;

ALTER TABLE orders DROP CONSTRAINT orders_state_ck, ADD CONSTRAINT orders_state_ck CHECK (
  CASE
    WHEN status IN ('awaiting_payment', 'expired') THEN payment_status = 'unpaid'
    WHEN status = 'cancelled' THEN payment_status IN ('unpaid', 'refunded')
    WHEN status = 'returned' THEN payment_status IN ('paid', 'refunded')
    ELSE payment_status = 'paid'
  END
);
-- Only after a revert: the schema before has no refunded returns.
UPDATE orders SET payment_status = 'refunded' WHERE status = 'returned' AND total_minor = (
  SELECT sum(p.amount_minor) FROM ledger_journals j
  JOIN ledger_postings p ON p.journal_id = j.id AND p.balance_after IS NOT NULL
  WHERE j.order_id = orders.id AND j.kind = 'refund'
);
ALTER TABLE order_items
  ADD COLUMN canceled_quantity integer NOT NULL DEFAULT 0,
  ADD COLUMN restocked_quantity integer NOT NULL DEFAULT 0,
  DROP CONSTRAINT order_items_quantity_ck,
  ADD CONSTRAINT order_items_quantity_ck CHECK (
    quantity BETWEEN 1 AND 10000 AND shipped_quantity >= 0 AND canceled_quantity >= 0
    AND shipped_quantity + canceled_quantity <= quantity
    AND restocked_quantity BETWEEN 0 AND shipped_quantity
  );
ALTER TABLE shipments ALTER COLUMN tracking_url DROP NOT NULL;
UPDATE shipments SET tracking_url = NULL WHERE tracking_url = '';
