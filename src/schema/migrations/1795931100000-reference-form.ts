import { sqlMigration } from '../sql-migration.js';

const WORDS =
  '(?:UTR|RRN|REFERENCE|REF|TRANSACTION|TRANSFER|TXN|TRN|NEFT|RTGS|IMPS|UPI|ID|NUMBER|NO' +
  '|CHEQUE|CHECK|CHQ|CHK|CH(?=NO|[0-9])|CQ|CK)+';

/**
 * `reference_form` is `normalForm` of src/platform/reference-form.ts for texts in ASCII, as they are recorded. It leaves out all other
 * characters, so two different references can have one form: callers compare what they find.
 */
export const ReferenceForm1795931100000 = sqlMigration(
  'ReferenceForm1795931100000',
  [
    `CREATE FUNCTION reference_form(p_reference text) RETURNS text
      LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = public, pg_temp AS $$
      SELECT regexp_replace(regexp_replace(
        regexp_replace(upper(regexp_replace(p_reference, '(?<=[0-9])\\.0+\\s*$', '')), '[^A-Z0-9]+', '', 'g'),
        '^${WORDS}(?=.*[0-9])|(?<=[0-9])${WORDS}$',
        '', 'g'), '^0+(?=[0-9]+$)', '')
    $$`,
    `CREATE INDEX ledger_journals_payout_form_ix ON ledger_journals (reference_form(substr(key, 8)))
      WHERE kind = 'payout' AND reverses_id IS NULL AND starts_with(key, 'payout:')`,
  ],
  ['DROP INDEX ledger_journals_payout_form_ix', 'DROP FUNCTION reference_form(text)'],
);
