import { sqlMigration } from '../sql-migration.js';

/**
 * Finds receipts by the digits of their references.
 * - writes an audit entry for each further setting that `verify` compares, as the upgrade found it
 * - credit notes for bills of supply no longer wait for a registration
 */
export const ReferenceDigits1795780000000 = sqlMigration(
  'ReferenceDigits1795780000000',
  [
    // Pending entries would be read by each search, and the planner would rather read all receipts.
    `CREATE INDEX receipts_numbers_ix ON receipts USING gin (array_to_tsvector(array_remove(regexp_split_to_array(
    reference || '/' || regexp_replace(reference, '[^A-Za-z0-9]+', '', 'g')
      || '/' || reverse(regexp_replace(reference, '[^A-Za-z0-9]+', '', 'g')), '[^0-9]+'), '')
    || string_to_array('k' || coalesce(
      nullif(regexp_replace(regexp_replace(regexp_replace(reference, '(?<=[0-9])\\.0+\\s*$', ''), '[^0-9]+', '', 'g'), '^0+(?=.)', ''), ''),
      upper(regexp_replace(reference, '[^A-Za-z]+', '', 'g'))), ' '))) WITH (fastupdate = off)`,
    `INSERT INTO audit_entries (actor, action, subject, after)
      SELECT 'migration', 'setting.found', subject, facts FROM (
        SELECT 'token ' || t.id AS subject, jsonb_build_object('client_id', coalesce(test_of, client_id), 'domain', domain,
            'permissions', to_jsonb(CASE WHEN may_read_wallet THEN ARRAY['wallet:read'] ELSE ARRAY[]::text[] END)) AS facts
          FROM api_tokens t JOIN clients c ON c.id = client_id
        UNION ALL
        SELECT 'client ' || c.id, jsonb_build_object('ends_at', s.ends_at, 'billing', CASE WHEN billing_place IS NOT NULL
            THEN jsonb_build_object('line1', billing_line1, 'line2', billing_line2, 'place', billing_place,
              'state', billing_state, 'pincode', billing_pincode) END)
          FROM clients c LEFT JOIN subscriptions s ON s.client_id = c.id WHERE test_of IS NULL
        UNION ALL
        SELECT 'client ' || client_id, jsonb_build_object('enabled', enabled, 'max_order_minor', max_order_minor,
            'keep_minor', keep_minor)
          FROM auto_pay_settings
        UNION ALL
        SELECT 'user ' || id, jsonb_build_object('email', email) FROM users
      ) found ORDER BY subject`,
    `DELETE FROM e_invoice_queue q USING tax_documents d WHERE d.id = q.document_id AND d.kind = 'credit_note'
      AND NOT jsonb_path_exists(d.content::jsonb, '$.lines[*].credits.number ? (!(@ starts with "BS-"))')`,
  ],
  // The entries stay: the audit log is append-only.
  [
    `INSERT INTO e_invoice_queue SELECT id, issued_on FROM tax_documents d WHERE kind = 'credit_note'
        AND content::jsonb #>> '{recipient,gstin}' IS NOT NULL AND (content::jsonb ->> 'is_with_tax')::boolean
        AND NOT EXISTS (SELECT FROM document_events e WHERE e.document_id = d.id AND e.kind = 'registered')
      ON CONFLICT DO NOTHING`,
    'DROP INDEX receipts_numbers_ix',
  ],
);
