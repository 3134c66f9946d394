-- Compares the settings that decide about prices, tax, credit, who may act, and where money is paid, and the locks of months with the
-- audit log, whose entries are sealed. Each row is a broken rule and its place.
CREATE OR REPLACE FUNCTION setting_faults() RETURNS TABLE (broken text, subject text)
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
WITH RECURSIVE stored AS (
  SELECT 'client ' || c.id AS subject, jsonb_build_object('gstin', gstin, 'sez', sez, 'tax_deducted_bp', tax_deducted_bp, 'plan', plan.code,
      'max_reserved_units', max_reserved_units, 'max_open_value_minor', max_open_value_minor,
      'billing', CASE WHEN billing_place IS NOT NULL THEN jsonb_build_object('line1', billing_line1, 'line2', billing_line2,
        'place', billing_place, 'state', billing_state, 'pincode', billing_pincode) END) AS facts
    FROM clients c LEFT JOIN subscriptions s ON s.client_id = c.id LEFT JOIN plans plan ON plan.id = s.plan_id WHERE test_of IS NULL
  UNION ALL
  SELECT 'client ' || owner_id, jsonb_build_object('limit_minor', credit_limit_minor, 'payment_days', payment_days,
      'overdue_days', overdue_days)
    FROM ledger_accounts WHERE kind = 'client_credit'
  UNION ALL
  SELECT 'client ' || client_id, jsonb_build_object('enabled', enabled, 'max_order_minor', max_order_minor, 'keep_minor', keep_minor)
    FROM auto_pay_settings
  UNION ALL
  SELECT 'token ' || t.id, jsonb_build_object('client_id', coalesce(test_of, client_id), 'domain', domain,
      'permissions', to_jsonb(CASE WHEN may_read_wallet THEN ARRAY['wallet:read'] ELSE ARRAY[]::text[] END))
    FROM api_tokens t JOIN clients c ON c.id = client_id
  UNION ALL
  SELECT 'product ' || sku, jsonb_build_object('gst_rate_bp', gst_rate_bp, 'hsn', hsn, 'base_price_minor', base_price_minor,
      'delivery_charge_minor', delivery_charge_minor)
    FROM products WHERE test_scenario IS NULL
  UNION ALL
  SELECT 'plan ' || code, jsonb_build_object('discount_bp', discount_bp) FROM plans
  UNION ALL
  SELECT 'bank account ' || id, jsonb_build_object('ifsc', ifsc, 'account_last4', account_last4, 'details', details,
      'upi_address', upi_address, 'opened_on', opened_on, 'opening_minor', opening_minor, 'entered_alone_by', entered_alone_by)
    FROM bank_accounts
  UNION ALL
  SELECT 'method ' || word, jsonb_build_object('method', method) FROM method_aliases
  UNION ALL
  SELECT 'tax rate of HSN ' || hsn || ' from ' || effective_from, jsonb_build_object('rate_bp', rate_bp,
      'threshold_minor', threshold_minor, 'rate_above_bp', rate_above_bp)
    FROM hsn_rates
  UNION ALL
  SELECT 'tax rates from ' || effective_from, jsonb_build_object('rates_bp', rates_bp) FROM allowed_tax_rates
  UNION ALL
  SELECT 'approval limits', jsonb_build_object(kind || '_minor', limit_minor)
      || CASE WHEN day_limit_minor IS NULL THEN '{}' ELSE jsonb_build_object(kind || '_per_day_minor', day_limit_minor) END
    FROM approval_limits
  UNION ALL
  SELECT 'user ' || user_id, jsonb_build_object('roles', jsonb_agg(role)) FROM operator_roles GROUP BY user_id
  UNION ALL
  SELECT 'user ' || user_id, jsonb_build_object('role', role) FROM members
  UNION ALL
  SELECT 'user ' || id, jsonb_build_object('email', email) FROM users
  UNION ALL
  SELECT 'tax profile ' || effective_from, to_jsonb(profile) - 'changed_at' FROM tax_profiles profile
  UNION ALL
  SELECT 'month ' || month, jsonb_build_object('journals', journals, 'debit_minor', debit_minor, 'last_seq', last_seq,
      'last_sha256', encode(last_sha256, 'hex'))
    FROM closed_months
  UNION ALL
  SELECT 'GST return ' || month, jsonb_build_object('gstin', gstin, 'documents', documents) FROM gst_filings
), written AS MATERIALIZED (
  SELECT id, at, action, subject, after FROM audit_entries
  WHERE jsonb_typeof(after) = 'object' AND (action IN ('setting.found', 'credit.terms_changed', 'payer.remembered')
    OR split_part(action, '.', 1)
      IN ('client', 'product', 'price', 'plan', 'bank_account', 'approval_limits', 'user', 'tax_profile', 'month', 'gst_return', 'subscription', 'token', 'auto_pay',
        'method_alias', 'tax_rate', 'tax_rates'))
), renamings AS MATERIALIZED (
  SELECT id, subject, 'product ' || (after ->> 'sku') AS becomes FROM written
  WHERE action = 'product.updated' AND subject <> 'product ' || (after ->> 'sku')
), followed AS (
  SELECT id, id AS latest, becomes FROM renamings
  UNION ALL
  SELECT followed.id, next.id, next.becomes FROM followed CROSS JOIN LATERAL (
    SELECT r.id, r.becomes FROM renamings r WHERE r.subject = followed.becomes AND r.id > followed.latest ORDER BY r.id LIMIT 1
  ) next
), entries AS MATERIALIZED (
  -- By the SKU that the product has now.
  SELECT DISTINCT ON (w.id) w.id, w.at, w.action, coalesce(f.becomes, w.subject) AS subject, w.after
  FROM written w
  LEFT JOIN renamings r ON r.subject = w.subject AND r.id >= w.id
  LEFT JOIN followed f ON f.id = r.id
  ORDER BY w.id, r.id, f.latest DESC
), said AS (
  SELECT DISTINCT ON (subject, name) subject, name, value
  FROM entries CROSS JOIN LATERAL jsonb_each(after) fact (name, value) ORDER BY subject, name, id DESC
), prices AS (
  SELECT DISTINCT ON (subject, after ->> 'plan') subject, after ->> 'plan' AS plan, (after ->> 'price_minor')::bigint AS price_minor
  FROM entries WHERE action IN ('price.set', 'setting.found') AND after ? 'plan' AND subject LIKE 'product %'
  ORDER BY subject, after ->> 'plan', id DESC
), shipped (subject, rates_bp) AS ( -- Stored by a migration, without an entry.
  VALUES ('tax rates from 2017-07-01', '[0, 10, 25, 150, 300, 500, 1200, 1800, 2800]'::jsonb),
    ('tax rates from 2025-09-22', '[0, 25, 150, 300, 500, 1800, 2800, 4000]'),
    ('tax rates from 2026-02-01', '[0, 25, 150, 300, 500, 1800, 4000]')
)
SELECT 'setting that differs from its latest audit entry', stored.subject || ' ' || fact.name
  FROM stored CROSS JOIN LATERAL jsonb_each(stored.facts) fact (name, value)
  LEFT JOIN said ON said.subject = stored.subject AND said.name = fact.name
  LEFT JOIN shipped ON shipped.subject = stored.subject
  -- An entry has only what changed, the first one too. Those of 1.3.0 about tokens name no rights, and earlier ones about bank accounts
  -- do not say who was alone.
  CROSS JOIN LATERAL (SELECT coalesce(said.value, shipped.rates_bp, CASE WHEN fact.name IN ('permissions', 'entered_alone_by') THEN fact.value
    WHEN fact.name = 'keep_minor' THEN '0' WHEN fact.name = 'enabled' THEN 'false' ELSE 'null' END::jsonb)) last (value)
  -- In both directions, so that the order of a list does not matter.
  WHERE NOT (fact.value @> last.value AND last.value @> fact.value)
UNION ALL
-- What a setting allowed before may stay. Products have kept rates from before there was such a setting.
SELECT 'tax rate that no setting has allowed', stored.subject
  FROM stored CROSS JOIN LATERAL jsonb_each(stored.facts) fact (name, value)
  LEFT JOIN (
    SELECT rate FROM shipped, jsonb_array_elements(rates_bp) rate
    UNION
    SELECT rate FROM entries, jsonb_path_query(after, '$.rates_bp[*]') rate WHERE action = 'tax_rates.allowed'
  ) allowed ON allowed.rate = fact.value
  WHERE fact.name IN ('rate_bp', 'rate_above_bp') AND jsonb_typeof(fact.value) = 'number' AND allowed.rate IS NULL
UNION ALL
SELECT 'end of a subscription that differs from its latest audit entry', 'client ' || client_id
  FROM subscriptions LEFT JOIN said ON said.subject = 'client ' || client_id AND said.name = 'ends_at'
  -- The log has milliseconds.
  WHERE date_trunc('second', ends_at) IS DISTINCT FROM date_trunc('second', (said.value #>> '{}')::timestamptz)
UNION ALL
SELECT 'own price of a plan that differs from its latest audit entry', 'product ' || p.sku || ' ' || plan.code
  FROM products p
  JOIN plans plan ON true
  LEFT JOIN plan_prices own ON own.product_id = p.id AND own.plan_id = plan.id
  LEFT JOIN prices said ON said.subject = 'product ' || p.sku AND said.plan = plan.code
  WHERE own.price_minor IS DISTINCT FROM said.price_minor
UNION ALL
SELECT 'closed month, or filed return, that is open again', said.subject
  FROM said
  WHERE said.name IN ('journals', 'documents') AND (said.subject LIKE 'month %' OR said.subject LIKE 'GST return %')
    AND NOT EXISTS (SELECT FROM stored WHERE stored.subject = said.subject)
UNION ALL
SELECT 'known payer without an audit entry of its client', payer.value
  FROM known_payers payer
  WHERE NOT EXISTS (
    SELECT FROM entries WHERE subject = 'bank line ' || payer.line_id AND (after ->> 'client_id')::integer = payer.client_id
      AND after -> 'payers' ? payer.value
  )
UNION ALL
-- By the terms of any earlier entry: those of a purchase are not recorded.
SELECT 'due date that no payment days of the client give', item.order_id::text
  FROM credit_items item
  WHERE EXISTS (SELECT FROM entries WHERE subject = 'client ' || item.client_id AND after ? 'payment_days')
    AND NOT EXISTS (
      SELECT FROM entries WHERE subject = 'client ' || item.client_id
        AND item.due_at = ((item.created_at AT TIME ZONE 'Asia/Kolkata')::date + (after ->> 'payment_days')::integer + 1)::timestamp
          AT TIME ZONE 'Asia/Kolkata'
    )
$$;
