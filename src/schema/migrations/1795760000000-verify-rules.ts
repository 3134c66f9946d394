import { sqlMigration } from '../sql-migration.js';

/**
 * Writes an audit entry for each further setting that `verify` compares, as the upgrade found it. Functions of this migration
 * know the spellings of bank references.
 */
export const VerifyRules1795760000000 = sqlMigration(
  'VerifyRules1795760000000',
  [
    `INSERT INTO audit_entries (actor, action, subject, after)
      SELECT 'migration', 'setting.found', subject, facts FROM (
        SELECT 'client ' || c.id AS subject, jsonb_build_object('tax_deducted_bp', tax_deducted_bp, 'plan', plan.code,
            'max_reserved_units', max_reserved_units, 'max_open_value_minor', max_open_value_minor) AS facts
          FROM clients c LEFT JOIN subscriptions s ON s.client_id = c.id LEFT JOIN plans plan ON plan.id = s.plan_id
          WHERE test_of IS NULL
        UNION ALL
        SELECT 'product ' || sku, jsonb_build_object('delivery_charge_minor', delivery_charge_minor)
          FROM products WHERE test_scenario IS NULL
      ) found ORDER BY subject`,
  ],
  // The entries stay: the audit log is append-only.
  ['SELECT'],
);
