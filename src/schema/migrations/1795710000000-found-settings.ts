import { sqlMigration } from '../sql-migration.js';

/**
 * Writes an audit entry for each setting as the upgrade found it. From now on, `verify` compares settings with their latest
 * entries.
 */
export const FoundSettings1795710000000 = sqlMigration(
  'FoundSettings1795710000000',
  [
    `INSERT INTO audit_entries (actor, action, subject, after)
      SELECT 'migration', 'setting.found', subject, facts FROM (
        SELECT 'client ' || id AS subject, jsonb_build_object('gstin', gstin, 'sez', sez) AS facts
          FROM clients WHERE test_of IS NULL
        UNION ALL
        SELECT 'client ' || owner_id, jsonb_build_object('limit_minor', credit_limit_minor, 'payment_days', payment_days,
            'overdue_days', overdue_days)
          FROM ledger_accounts WHERE kind = 'client_credit'
        UNION ALL
        SELECT 'product ' || sku, jsonb_build_object('gst_rate_bp', gst_rate_bp, 'hsn', hsn, 'base_price_minor', base_price_minor)
          FROM products WHERE test_scenario IS NULL
        UNION ALL
        SELECT 'product ' || p.sku, jsonb_build_object('plan', plan.code, 'price_minor', own.price_minor)
          FROM plan_prices own JOIN products p ON p.id = own.product_id JOIN plans plan ON plan.id = own.plan_id
        UNION ALL
        SELECT 'plan ' || code, jsonb_build_object('discount_bp', discount_bp) FROM plans
        UNION ALL
        SELECT 'bank account ' || id, jsonb_build_object('ifsc', ifsc, 'account_last4', account_last4, 'details', details,
            'opened_on', opened_on, 'opening_minor', opening_minor)
          FROM bank_accounts WHERE details IS NOT NULL OR opened_on IS NOT NULL
        UNION ALL
        SELECT 'approval limits', jsonb_build_object(kind || '_minor', limit_minor)
            || CASE WHEN day_limit_minor IS NULL THEN '{}' ELSE jsonb_build_object(kind || '_per_day_minor', day_limit_minor) END
          FROM approval_limits
        UNION ALL
        SELECT 'user ' || user_id, jsonb_build_object('roles', jsonb_agg(role)) FROM operator_roles GROUP BY user_id
        UNION ALL
        SELECT 'user ' || user_id, jsonb_build_object('role', role) FROM members
        UNION ALL
        SELECT 'tax profile ' || effective_from, to_jsonb(profile) - 'changed_at' FROM tax_profiles profile
        UNION ALL
        SELECT 'bank line ' || line_id, jsonb_build_object('client_id', client_id, 'payers', jsonb_agg(value))
          FROM known_payers GROUP BY line_id, client_id
      ) found ORDER BY subject`,
  ],
  // The entries stay: the audit log is append-only.
  ['SELECT'],
);
