-- Keeps journals append-only. A correction is another entry.
CREATE OR REPLACE FUNCTION refuse_journal_change() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME
    USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME;
END $$;

CREATE OR REPLACE TRIGGER audit_entries_append_only_ck BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_journal_change();
CREATE OR REPLACE TRIGGER ledger_journals_append_only_ck BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_journals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_journal_change();
CREATE OR REPLACE TRIGGER ledger_postings_append_only_ck BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_postings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_journal_change();
CREATE OR REPLACE TRIGGER ledger_seals_append_only_ck BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_seals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_journal_change();
CREATE OR REPLACE TRIGGER audit_seals_append_only_ck BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_journal_change();
-- A closed month cannot be opened again.
CREATE OR REPLACE TRIGGER closed_months_append_only_ck BEFORE UPDATE OR DELETE OR TRUNCATE ON closed_months
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_journal_change();
-- A receipt can only be marked as reversed.
CREATE OR REPLACE TRIGGER receipts_append_only_ck BEFORE DELETE OR TRUNCATE
    OR UPDATE OF id, client_id, source, method, reference, amount_minor, tax_deducted_minor, received_at, created_at ON receipts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_journal_change();
-- A line of a bank statement can only be decided about.
CREATE OR REPLACE TRIGGER statement_lines_append_only_ck BEFORE DELETE OR TRUNCATE
    OR UPDATE OF id, bank_account_id, import_id, value_date, direction, amount_minor, balance_minor, reference, description,
      ordinal, identifiers ON statement_lines
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_journal_change();
CREATE OR REPLACE TRIGGER stock_movements_append_only_ck BEFORE UPDATE OR DELETE OR TRUNCATE ON stock_movements
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_journal_change();
CREATE OR REPLACE TRIGGER tax_documents_append_only_ck BEFORE UPDATE OR DELETE OR TRUNCATE ON tax_documents
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_journal_change();
CREATE OR REPLACE TRIGGER document_events_append_only_ck BEFORE UPDATE OR DELETE OR TRUNCATE ON document_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_journal_change();
-- A month whose return was filed cannot be opened again.
CREATE OR REPLACE TRIGGER gst_filings_append_only_ck BEFORE UPDATE OR DELETE OR TRUNCATE ON gst_filings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_journal_change();
-- A series only grows, by the documents that are added to it.
CREATE OR REPLACE TRIGGER document_series_append_only_ck BEFORE DELETE OR TRUNCATE
    OR UPDATE OF series, financial_year ON document_series
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_journal_change();
