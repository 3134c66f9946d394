-- Checks every rule of the ledger on all stored data. Each row is a broken rule and its place.
CREATE OR REPLACE FUNCTION ledger_faults() RETURNS TABLE (broken text, subject text)
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
WITH journals AS (
  SELECT j.*, p.lines, p.total, w.client_id, w.amount_minor, w.wallets
  FROM ledger_journals j
  LEFT JOIN (
    SELECT journal_id, count(*) AS lines, sum(amount_minor) AS total FROM ledger_postings GROUP BY 1
  ) p ON p.journal_id = j.id
  LEFT JOIN (
    SELECT posting.journal_id, min(a.client_id) AS client_id, sum(posting.amount_minor) AS amount_minor, count(*) AS wallets
    FROM ledger_postings posting JOIN ledger_accounts a ON a.id = posting.account_id
    WHERE a.kind = 'client_wallet' GROUP BY 1
  ) w ON w.journal_id = j.id
), settled AS (
  SELECT order_id, count(*) AS settles, -sum(amount_minor) AS amount_minor
  FROM journals WHERE kind = 'settle' GROUP BY 1
), every_order AS (
  SELECT id, order_number, client_id, is_test, payment_status, total_minor FROM orders
  UNION ALL
  SELECT id, order_number, client_id, is_test, payment_status, total_minor FROM archived_orders
), refunded AS (
  SELECT order_id, sum(amount_minor) AS amount_minor FROM journals WHERE kind = 'refund' GROUP BY 1
), bought AS (
  SELECT order_id, min(client_id) AS client_id, coalesce(sum(amount_minor) FILTER (WHERE amount_minor > 0), 0) AS amount_minor,
    coalesce(-sum(amount_minor) FILTER (WHERE amount_minor < 0), 0) AS paid_minor
  FROM journals WHERE kind = 'credit' GROUP BY 1
)
SELECT 'journal without two postings that sum to 0', id::text FROM journals
  WHERE coalesce(lines, 0) < 2 OR total <> 0
UNION ALL
SELECT 'journal that does not move the money of one wallet', id::text FROM journals
  WHERE coalesce(wallets, 0) > 1
    OR wallets IS NULL
      AND kind NOT IN ('settlement', 'bank_charge', 'suspense', 'clearing', 'other', 'opening', 'payout')
UNION ALL
SELECT 'debt or credit of another client than the wallet of its journal', j.id::text
  FROM journals j
  JOIN ledger_postings p ON p.journal_id = j.id
  JOIN ledger_accounts a ON a.id = p.account_id
  WHERE a.kind IN ('client_debt', 'client_credit') AND a.owner_id IS DISTINCT FROM j.client_id
UNION ALL
SELECT 'ledger does not sum to 0', sum(amount_minor)::text FROM ledger_postings HAVING sum(amount_minor) <> 0
UNION ALL
SELECT 'posting to an account that is not of its journal''s kind', j.id::text
  FROM ledger_journals j
  JOIN ledger_postings p ON p.journal_id = j.id
  JOIN ledger_accounts a ON a.id = p.account_id
  WHERE a.kind <> 'client_wallet' AND NOT CASE j.kind
    WHEN 'receipt' THEN a.kind IN ('bank', 'bank_account', 'cash', 'cheques_in_hand', 'gateway', 'tax_receivable', 'suspense')
    WHEN 'payout' THEN a.kind IN ('bank', 'bank_account', 'gateway', 'payouts_waiting')
    WHEN 'debt' THEN a.kind = 'client_debt'
    WHEN 'credit' THEN a.kind = 'client_credit'
    WHEN 'settlement' THEN a.kind IN ('gateway', 'bank', 'bank_account', 'gateway_fees', 'gateway_tax')
    WHEN 'bank_charge' THEN a.kind IN ('bank', 'bank_account', 'bank_charges')
    WHEN 'other' THEN a.kind IN ('bank', 'bank_account', 'other_account')
    WHEN 'dispute' THEN a.kind = 'gateway'
    WHEN 'suspense' THEN a.kind IN ('bank', 'bank_account', 'suspense')
    WHEN 'clearing' THEN a.kind IN ('bank', 'bank_account', 'cheques_in_hand')
    WHEN 'settle' THEN a.kind = 'sales'
    WHEN 'refund' THEN a.kind = 'sales'
    WHEN 'adjustment' THEN a.kind = 'adjustments'
    ELSE a.kind IN ('opening', 'bank', 'bank_account')
  END
UNION ALL
SELECT 'journal in the wrong direction', id::text FROM journals
  WHERE reverses_id IS NULL AND (
    kind IN ('receipt', 'refund') AND amount_minor < 0 OR kind IN ('settle', 'payout', 'dispute') AND amount_minor > 0
  )
UNION ALL
SELECT 'reversal that is not the opposite of its journal', reversal.id::text
  FROM journals reversal JOIN journals reversed ON reversed.id = reversal.reverses_id
  WHERE reversal.kind <> reversed.kind OR reversal.client_id <> reversed.client_id
    OR reversal.amount_minor <> -reversed.amount_minor OR reversed.reverses_id IS NOT NULL
UNION ALL
SELECT 'balance differs from the postings', coalesce(a.client_id, a.owner_id)::text
  FROM ledger_accounts a
  LEFT JOIN (SELECT account_id, sum(amount_minor) AS total FROM ledger_postings GROUP BY 1) p ON p.account_id = a.id
  WHERE a.balance_minor <> coalesce(p.total, 0)
UNION ALL
SELECT 'money in the wallet of a client who owes', wallet.client_id::text
  FROM ledger_accounts wallet
  JOIN ledger_accounts owed ON owed.owner_id = wallet.client_id AND owed.kind IN ('client_debt', 'client_credit')
  WHERE wallet.balance_minor > 0 AND owed.balance_minor < 0
UNION ALL
SELECT 'balance of a posting is not the one before plus its amount', journal_id::text
  FROM (
    SELECT journal_id, amount_minor, balance_after,
      lag(balance_after, 1, 0::bigint) OVER (PARTITION BY account_id ORDER BY journal_id) AS before
    FROM ledger_postings WHERE balance_after IS NOT NULL
  ) chain
  WHERE balance_after <> before + amount_minor
UNION ALL
SELECT 'wallet journals out of the order of their times', later.id::text
  FROM (SELECT id, at, lag(at) OVER (PARTITION BY client_id ORDER BY id) AS before FROM journals) later
  WHERE later.at < later.before
UNION ALL
SELECT 'paid or refunded without one settle journal of the total, or such a journal without paid or refunded', o.order_number
  FROM every_order o LEFT JOIN settled s ON s.order_id = o.id
  WHERE NOT o.is_test AND CASE
    WHEN o.payment_status IN ('paid', 'refunded') THEN s.settles IS DISTINCT FROM 1 OR s.amount_minor <> o.total_minor
    ELSE s.settles IS NOT NULL
  END
UNION ALL
SELECT 'refunds that do not match the payment status', o.order_number
  FROM every_order o LEFT JOIN refunded r ON r.order_id = o.id
  WHERE NOT o.is_test AND CASE o.payment_status
    WHEN 'refunded' THEN r.amount_minor IS DISTINCT FROM o.total_minor
    WHEN 'paid' THEN r.amount_minor >= o.total_minor
    ELSE r.amount_minor IS NOT NULL
  END
UNION ALL
SELECT 'money of an order in the wallet of another client, or of no order', j.id::text
  FROM journals j LEFT JOIN every_order o ON o.id = j.order_id
  WHERE j.order_id IS NOT NULL AND j.client_id IS DISTINCT FROM o.client_id
UNION ALL
SELECT 'money of a receipt in the wallet of another client', j.id::text
  FROM journals j JOIN receipts r ON r.id = j.receipt_id WHERE j.client_id <> r.client_id
UNION ALL
SELECT 'receipt without one journal of its amount, or reversed without a reversal', r.id::text
  FROM receipts r
  LEFT JOIN (
    SELECT receipt_id, count(*) FILTER (WHERE reverses_id IS NULL) AS journals,
      sum(amount_minor) FILTER (WHERE reverses_id IS NULL) AS amount_minor,
      count(*) FILTER (WHERE reverses_id IS NOT NULL) AS reversals
    FROM journals WHERE kind IN ('receipt', 'opening') GROUP BY 1
  ) j ON j.receipt_id = r.id
  WHERE j.journals IS DISTINCT FROM 1 OR j.amount_minor <> r.amount_minor + r.tax_deducted_minor
    OR j.reversals <> (r.reversed_at IS NOT NULL)::integer
UNION ALL
SELECT 'receipt that paid more than its amount', r.id::text
  FROM receipts r JOIN journals j ON j.receipt_id = r.id AND j.kind = 'settle'
  GROUP BY r.id HAVING -sum(j.amount_minor) > r.amount_minor + r.tax_deducted_minor
UNION ALL
SELECT 'adjustment that was approved without a journal of its amount, or has one without approval', coalesce(a.id::text, j.key)
  FROM (SELECT * FROM approvals WHERE kind = 'adjustment') a
  FULL JOIN (SELECT * FROM journals WHERE kind = 'adjustment') j ON j.key = 'adjustment:' || a.id
  WHERE (a.status IS NOT DISTINCT FROM 'approved') <> (j.id IS NOT NULL) OR j.client_id <> a.client_id OR j.amount_minor <> a.amount_minor
UNION ALL
SELECT 'order bought on account whose client, amount or payments differ from its journals', coalesce(i.order_id, b.order_id)::text
  FROM credit_items i FULL JOIN bought b ON b.order_id = i.order_id
  WHERE (i.client_id, i.amount_minor, i.paid_minor) IS DISTINCT FROM (b.client_id, b.amount_minor, b.paid_minor)
UNION ALL
SELECT 'unpaid orders bought on account that do not sum to the credit of their client', coalesce(a.owner_id, i.client_id)::text
  FROM (SELECT owner_id, balance_minor FROM ledger_accounts WHERE kind = 'client_credit') a
  FULL JOIN (SELECT client_id, sum(amount_minor - paid_minor) AS left_minor FROM credit_items GROUP BY 1) i
    ON i.client_id = a.owner_id
  WHERE -coalesce(a.balance_minor, 0) <> coalesce(i.left_minor, 0)
UNION ALL
SELECT 'test order in the ledger', o.order_number
  FROM every_order o JOIN ledger_journals j ON j.order_id = o.id WHERE o.is_test
UNION ALL
SELECT 'wallet of a test client', c.id::text
  FROM clients c
  JOIN ledger_accounts a ON a.client_id = c.id OR a.owner_id = c.id AND a.kind IN ('client_debt', 'client_credit')
  WHERE c.test_of IS NOT NULL
$$;
