-- Checks that receipts, payments, refunds, disputes and settlements of the gateway, transfers and the audit log tell the same
-- as the ledger. Each row is a broken rule and its place.
CREATE OR REPLACE FUNCTION payment_faults() RETURNS TABLE (broken text, subject text)
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
WITH credited AS (
  SELECT j.id, j.receipt_id, j.order_id, j.actor, r.client_id, r.source, r.method, r.reference, r.amount_minor,
    r.received_at
  FROM ledger_journals j JOIN receipts r ON r.id = j.receipt_id
  WHERE j.kind = 'receipt' AND j.reverses_id IS NULL
), wallet_changes AS (
  SELECT id, split_part(subject, ' ', 2)::integer AS client_id,
    (before->>'balance_minor')::bigint AS before_minor, (after->>'balance_minor')::bigint AS after_minor
  FROM audit_entries WHERE action IN ('wallet.credited', 'wallet.debited')
), wallet_chain AS (
  SELECT client_id, before_minor, after_minor,
    lag(after_minor) OVER (PARTITION BY client_id ORDER BY id) AS expected_minor,
    lead(id) OVER (PARTITION BY client_id ORDER BY id) IS NULL AS is_last
  FROM wallet_changes
), journals AS (
  SELECT j.id, j.kind, j.key, j.reverses_id, p.client_id, p.gateway_minor, p.bank_minor, p.fees_minor, p.tax_minor,
    EXISTS (SELECT FROM ledger_journals reversal WHERE reversal.reverses_id = j.id) AS is_reversed
  FROM ledger_journals j
  JOIN (
    -- What the wholesaler has is negative in the ledger.
    SELECT posting.journal_id, min(a.client_id) AS client_id,
      sum(posting.amount_minor) FILTER (WHERE a.kind = 'gateway') AS gateway_minor,
      coalesce(-sum(posting.amount_minor) FILTER (WHERE a.kind IN ('bank', 'bank_account')), 0) AS bank_minor,
      coalesce(-sum(posting.amount_minor) FILTER (WHERE a.kind = 'gateway_fees'), 0) AS fees_minor,
      coalesce(-sum(posting.amount_minor) FILTER (WHERE a.kind = 'gateway_tax'), 0) AS tax_minor
    FROM ledger_postings posting JOIN ledger_accounts a ON a.id = posting.account_id
    GROUP BY 1
  ) p ON p.journal_id = j.id
  WHERE j.kind IN ('payout', 'dispute', 'settlement')
), from_gateway AS (
  SELECT * FROM journals WHERE gateway_minor IS NOT NULL AND reverses_id IS NULL
)
-- Cash from before its own account is in the bank's.
SELECT 'receipt that is not on the account of its source', c.receipt_id::text
  FROM credited c
  JOIN ledger_postings p ON p.journal_id = c.id AND p.balance_after IS NULL
  JOIN ledger_accounts a ON a.id = p.account_id
  WHERE (a.kind = 'gateway') <> (c.source = 'gateway') OR a.kind = 'cash' AND c.source <> 'cash'
    OR a.kind = 'cheques_in_hand' AND c.source <> 'other'
UNION ALL
SELECT 'receipt without an audit entry of its amount, source and reference', c.receipt_id::text
  FROM credited c
  LEFT JOIN audit_entries recorded
    ON recorded.action = 'receipt.recorded' AND (recorded.after->>'receipt_id')::bigint = c.receipt_id
  WHERE c.order_id IS NULL AND c.actor <> 'migration' AND (
    recorded.id IS NULL OR recorded.subject <> 'client ' || c.client_id
    OR (recorded.after->>'amount_minor')::bigint <> c.amount_minor
    OR recorded.after->>'source' <> c.source OR recorded.after->>'reference' <> c.reference
    -- Entries of earlier releases have neither. Money without a time was received when it was recorded.
    OR recorded.after->>'method' <> c.method
    OR recorded.after ? 'method' AND abs(extract(epoch FROM
      c.received_at - coalesce((recorded.after->>'received_at')::timestamptz, recorded.at))) > 60
  )
UNION ALL
-- Entries from before 1.2.0 have no source.
SELECT 'payment of an order without an audit entry of its amount and source', c.receipt_id::text
  FROM credited c
  JOIN (
    SELECT id, order_number FROM orders UNION ALL SELECT id, order_number FROM archived_orders
  ) o ON o.id = c.order_id
  WHERE c.actor <> 'migration' AND NOT EXISTS (
    SELECT FROM audit_entries recorded
    WHERE recorded.subject = 'order ' || o.order_number AND recorded.action = 'payment.recorded'
      AND recorded.after->>'reference' IS NOT DISTINCT FROM c.reference
      AND (recorded.after->>'amount_minor')::bigint = c.amount_minor
      AND coalesce(recorded.after->>'source', c.source) = c.source AND recorded.after->>'method' = c.method
  )
UNION ALL
SELECT 'audit entry of a receipt that does not exist', recorded.after->>'receipt_id'
  FROM audit_entries recorded
  WHERE recorded.action = 'receipt.recorded'
    AND NOT EXISTS (SELECT FROM receipts r WHERE r.id = (recorded.after->>'receipt_id')::bigint)
UNION ALL
SELECT 'audit entries of a wallet with a gap', client_id::text
  FROM wallet_chain WHERE before_minor <> expected_minor
UNION ALL
SELECT 'balance that differs from the audit log', wallet.client_id::text
  FROM ledger_accounts wallet
  LEFT JOIN wallet_chain latest ON latest.client_id = wallet.client_id AND latest.is_last
  WHERE wallet.kind = 'client_wallet' AND wallet.balance_minor <> coalesce(latest.after_minor, 0)
    AND NOT (latest.client_id IS NULL AND EXISTS (
      SELECT FROM ledger_journals j JOIN ledger_postings p ON p.journal_id = j.id
      WHERE p.account_id = wallet.id AND j.actor = 'migration'
    ))
UNION ALL
-- Money that the gateway had given back before the payment was found is not credited.
SELECT 'payment of the gateway that differs from its receipt', payment.payment_id
  FROM gateway_payments payment
  JOIN payment_intents intent ON intent.id = payment.intent_id
  JOIN receipts r ON r.id = payment.receipt_id
  WHERE r.source <> 'gateway' OR r.reference <> payment.payment_id OR r.client_id <> intent.client_id
    OR r.amount_minor = intent.amount_minor AND payment.amount_minor <> intent.amount_minor
    OR r.amount_minor > payment.amount_minor OR r.amount_minor + payment.refunded_minor < payment.amount_minor
UNION ALL
SELECT 'receipt of the gateway without its payment', r.id::text
  FROM receipts r
  WHERE r.source = 'gateway' AND NOT EXISTS (SELECT FROM gateway_payments payment WHERE payment.receipt_id = r.id)
UNION ALL
SELECT 'confirmed transfer that differs from its receipt', transfer.id::text
  FROM bank_transfers transfer JOIN receipts r ON r.id = transfer.receipt_id
  WHERE r.client_id <> transfer.client_id OR r.source NOT IN ('bank', 'other')
    OR transfer.amount_minor NOT IN (r.amount_minor, r.amount_minor + r.tax_deducted_minor)
    -- A claim or a receipt of a release before may have words around the number.
    OR position(upper(regexp_replace(r.reference, '\s', '', 'g')) IN transfer.utr) = 0
    AND position(transfer.utr IN upper(regexp_replace(r.reference, '\s', '', 'g'))) = 0 AND NOT EXISTS (
      SELECT FROM statement_lines line JOIN ledger_journals j ON j.id IN (line.journal_id, line.linked_journal_id)
      WHERE j.receipt_id = r.id AND transfer.utr = ANY (line.identifiers)
    -- A person said that it is the money of the receipt, although their numbers differ.
    ) AND NOT EXISTS (
      SELECT FROM audit_entries said
      WHERE said.subject = 'client ' || transfer.client_id AND said.action = 'transfer.confirmed'
        AND (said.after->>'transfer_id')::integer = transfer.id
        AND said.after->'same_as' = jsonb_build_object('kind', 'receipt', 'id', r.id)
    )
UNION ALL
SELECT 'transfer that was confirmed and is gone, has another UTR, or was confirmed by another', said.after->>'transfer_id'
  FROM audit_entries said
  WHERE said.action = 'transfer.confirmed' AND NOT EXISTS (
    SELECT FROM bank_transfers transfer
    WHERE transfer.id = (said.after->>'transfer_id')::integer AND transfer.utr = said.after->>'utr'
      AND transfer.decided_by = said.actor
  )
UNION ALL
-- Releases up to 1.4.0 told references apart by dashes and dots. What is not ASCII tells them apart still, and an amount tells that no
-- call was repeated.
SELECT 'payouts that have one reference in several spellings', string_agg(j.id::text, ', ' ORDER BY j.id)
  FROM ledger_journals j
  WHERE j.kind = 'payout' AND j.reverses_id IS NULL AND starts_with(j.key, 'payout:')
    AND NOT EXISTS (SELECT FROM ledger_journals reversal WHERE reversal.reverses_id = j.id)
  GROUP BY reference_form(substr(j.key, 8)), regexp_replace(j.key, '[\x01-\x7f]+', '', 'g'),
    (SELECT max(amount_minor) FROM ledger_postings WHERE journal_id = j.id) HAVING count(*) > 1
UNION ALL
SELECT 'refunds of an order that have one reference in several spellings', string_agg(j.id::text, ', ' ORDER BY j.id)
  FROM ledger_journals j CROSS JOIN LATERAL (SELECT split_part(j.key, ':reference:', 2) AS reference) typed
  WHERE j.kind = 'refund' AND typed.reference <> ''
  GROUP BY j.order_id, reference_form(typed.reference), regexp_replace(j.key, '[\x01-\x7f]+', '', 'g'),
    (SELECT max(amount_minor) FROM ledger_postings WHERE journal_id = j.id) HAVING count(*) > 1
UNION ALL
SELECT 'refunds to source that have one reference in several spellings', string_agg(refund.id::text, ', ' ORDER BY refund.id)
  FROM gateway_refunds refund WHERE refund.status <> 'failed' AND NOT refund.is_outside
  GROUP BY refund.receipt_id, refund.amount_minor, reference_form(refund.reference),
    regexp_replace(refund.reference, '[\x01-\x7f]+', '', 'g') HAVING count(*) > 1
UNION ALL
-- The gateway may have counted refunds that failed later.
SELECT 'payment of the gateway that was refunded by more than its refunds', payment.payment_id
  FROM gateway_payments payment JOIN receipts r ON r.id = payment.receipt_id
  WHERE payment.refunded_minor > payment.amount_minor - r.amount_minor + (
    SELECT coalesce(sum(refund.amount_minor), 0) FROM gateway_refunds refund WHERE refund.receipt_id = r.id
  )
UNION ALL
SELECT 'refund to source that differs from its receipt or its journal', refund.id::text
  FROM gateway_refunds refund
  JOIN receipts r ON r.id = refund.receipt_id
  LEFT JOIN from_gateway j ON j.id = refund.journal_id
  LEFT JOIN journals held ON held.id = refund.held_journal_id
  WHERE r.source <> 'gateway' OR r.reference <> refund.payment_id OR j.kind IS DISTINCT FROM 'payout'
    OR coalesce(j.client_id, held.client_id) IS DISTINCT FROM r.client_id OR j.gateway_minor <> refund.amount_minor
    OR NOT CASE
      WHEN refund.is_outside THEN j.key = 'outside:' || refund.gateway_refund_id
      ELSE starts_with(j.key, 'source:' || r.id || ':') OR starts_with(j.key, 'source:' || r.id || '#')
    END
UNION ALL
SELECT 'failed refund to source without a reversal, or a reversal of one that did not fail', refund.id::text
  FROM gateway_refunds refund JOIN from_gateway j ON j.id = refund.journal_id
  WHERE (refund.status = 'failed') <> j.is_reversed
UNION ALL
SELECT 'journal of a refund to source without its refund', j.id::text
  FROM from_gateway j
  WHERE j.kind = 'payout' AND NOT EXISTS (SELECT FROM gateway_refunds refund WHERE refund.journal_id = j.id)
UNION ALL
SELECT 'dispute that differs from its receipt or its journal', dispute.dispute_id
  FROM gateway_disputes dispute
  JOIN receipts r ON r.id = dispute.receipt_id
  LEFT JOIN from_gateway j ON j.id = dispute.journal_id
  WHERE r.reference <> dispute.payment_id OR dispute.journal_id IS NOT NULL AND (
    j.kind IS DISTINCT FROM 'dispute' OR j.is_reversed OR j.client_id IS DISTINCT FROM r.client_id
    OR j.gateway_minor <> dispute.taken_minor OR NOT starts_with(j.key, 'dispute:' || dispute.dispute_id || ':')
  )
UNION ALL
-- The reversal of a receipt has taken the money of a dispute that comes later.
SELECT 'dispute that took another amount than the gateway holds back', dispute.dispute_id
  FROM gateway_disputes dispute JOIN receipts r ON r.id = dispute.receipt_id
  WHERE r.reversed_at IS NULL AND dispute.taken_minor <> dispute.deducted_minor
UNION ALL
SELECT 'journal of a dispute that is not reversed, and not of a dispute', j.id::text
  FROM from_gateway j
  WHERE j.kind = 'dispute' AND NOT j.is_reversed
    AND NOT EXISTS (SELECT FROM gateway_disputes dispute WHERE dispute.journal_id = j.id)
UNION ALL
SELECT 'settlement that differs from its journal', settlement.settlement_id
  FROM gateway_settlements settlement
  LEFT JOIN from_gateway j ON j.id = settlement.journal_id
  WHERE settlement.journal_id IS NOT NULL AND (
    j.kind IS DISTINCT FROM 'settlement' OR j.is_reversed OR j.bank_minor <> settlement.amount_minor
    OR j.fees_minor <> settlement.fees_minor OR j.tax_minor <> settlement.tax_minor
    OR NOT starts_with(j.key, 'settlement:' || settlement.settlement_id || ':')
  )
UNION ALL
SELECT 'journal of a settlement that is not reversed, and not of a settlement', j.id::text
  FROM journals j
  WHERE j.kind = 'settlement' AND j.reverses_id IS NULL AND NOT j.is_reversed
    AND NOT EXISTS (SELECT FROM gateway_settlements settlement WHERE settlement.journal_id = j.id)
$$;
