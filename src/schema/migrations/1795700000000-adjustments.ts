import { sqlMigration } from '../sql-migration.js';

const AMOUNT = 'approvals_amount_ck';
const DECIDED = 'approvals_decided_ck';

/**
 * Corrections of wallets become approvals of the kind `adjustment`. Their table is locked while they are copied.
 * - afterwards a trigger refuses what instances of the previous release write to it: nothing is proposed or decided there any
 *   more
 */
export const Adjustments1795700000000 = sqlMigration(
  'Adjustments1795700000000',
  [
    'LOCK TABLE wallet_adjustments IN SHARE ROW EXCLUSIVE MODE',
    `ALTER TABLE approvals DROP CONSTRAINT ${AMOUNT}, DROP CONSTRAINT ${DECIDED},
      ADD CONSTRAINT ${AMOUNT} CHECK (amount_minor > 0 OR kind = 'adjustment' AND amount_minor < 0),
      ADD CONSTRAINT ${DECIDED} CHECK (
        (status = 'waiting') = (decided_by IS NULL) AND (status = 'waiting') = (decided_at IS NULL)
        AND (rejection_reason IS NULL OR status = 'rejected')
        AND (rejection_reason IS NOT NULL OR status <> 'rejected' OR kind = 'adjustment')
      )`,
    // Earlier releases compared references by letter case and spaces: the first of those that are the same now has the key.
    `INSERT INTO approvals (id, kind, key, client_id, amount_minor, reference, note, details, journal_id, status, proposed_by,
        proposed_at, decided_by, decided_at, rejection_reason)
      SELECT a.id, 'adjustment', a.client_id || ':' || CASE
          WHEN a.reference IS NULL THEN '#' || a.id
          WHEN a.status <> 'rejected' AND a.nth > 1 THEN a.form || '#' || a.id
          ELSE a.form
        END, a.client_id, a.amount_minor, a.reference, a.reason, '{}', j.id,
        CASE a.status WHEN 'proposed' THEN 'waiting' ELSE a.status END, a.proposed_by, a.proposed_at, a.decided_by,
        a.decided_at, a.rejection_reason
      FROM (
        SELECT one.*, form, count(*) FILTER (WHERE status <> 'rejected') OVER (
            PARTITION BY client_id, form ORDER BY id ROWS UNBOUNDED PRECEDING
          ) AS nth
        FROM wallet_adjustments one, upper(regexp_replace(reference, '\\s', '', 'g')) form
      ) a
      LEFT JOIN ledger_journals j ON j.key = 'adjustment:' || a.id`,
    // Here as well as among the functions, which come with the newest migration: in between, an older instance would still decide.
    `CREATE OR REPLACE FUNCTION refuse_old_adjustment() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
    BEGIN
      RAISE EXCEPTION 'adjustments are approvals now' USING ERRCODE = 'lock_not_available';
    END $$`,
    `CREATE OR REPLACE TRIGGER wallet_adjustments_moved BEFORE INSERT OR UPDATE OR DELETE ON wallet_adjustments
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_old_adjustment()`,
    `CREATE UNIQUE INDEX approvals_adjustment_uq ON approvals (key) WHERE kind = 'adjustment' AND status <> 'rejected'`,
    `CREATE INDEX approvals_client_ix ON approvals (client_id, id) WHERE kind = 'adjustment'`,
  ],
  [
    'DROP TRIGGER IF EXISTS wallet_adjustments_moved ON wallet_adjustments',
    'DROP FUNCTION IF EXISTS refuse_old_adjustment()',
    `INSERT INTO wallet_adjustments (id, client_id, amount_minor, reason, reference, status, proposed_by, proposed_at, decided_by,
        decided_at, rejection_reason)
      OVERRIDING SYSTEM VALUE
      SELECT id, client_id, amount_minor, note, reference, CASE status WHEN 'waiting' THEN 'proposed' ELSE status END,
        proposed_by, proposed_at, decided_by, decided_at, rejection_reason
      FROM approvals WHERE kind = 'adjustment'
      ON CONFLICT (id) DO UPDATE SET status = excluded.status, decided_by = excluded.decided_by,
        decided_at = excluded.decided_at, rejection_reason = excluded.rejection_reason`,
    `DELETE FROM approvals WHERE kind = 'adjustment'`,
    'DROP INDEX approvals_adjustment_uq, approvals_client_ix',
    `ALTER TABLE approvals DROP CONSTRAINT ${AMOUNT}, DROP CONSTRAINT ${DECIDED},
      ADD CONSTRAINT ${AMOUNT} CHECK (amount_minor > 0),
      ADD CONSTRAINT ${DECIDED} CHECK (
        (status = 'waiting') = (decided_by IS NULL) AND (status = 'waiting') = (decided_at IS NULL)
        AND (status = 'rejected') = (rejection_reason IS NOT NULL)
      )`,
  ],
);
