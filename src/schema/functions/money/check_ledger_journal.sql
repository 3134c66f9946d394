-- Checks at the commit that every new journal has at least two postings that sum to 0, and that exactly the postings of
-- wallets have a balance. A CHECK cannot read other rows. Postings that are added to an older journal are checked too.
CREATE OR REPLACE FUNCTION check_ledger_journal() RETURNS trigger LANGUAGE plpgsql
  SET enable_seqscan = off SET search_path = public, pg_temp AS $$
DECLARE
  journal bigint;
  postings record;
BEGIN
  IF TG_TABLE_NAME = 'ledger_journals' THEN journal := NEW.id; ELSE journal := NEW.journal_id; END IF;
  SELECT count(*) AS lines, coalesce(sum(p.amount_minor), 0) AS total,
      coalesce(bool_or((a.kind = 'client_wallet') <> (p.balance_after IS NOT NULL)), false) AS is_misplaced
    INTO postings
    FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id
    WHERE p.journal_id = journal;
  IF postings.lines < 2 OR postings.total <> 0 THEN
    RAISE EXCEPTION 'journal % has % postings that sum to %', journal, postings.lines, postings.total
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_journals_sum_ck';
  END IF;
  IF postings.is_misplaced THEN
    RAISE EXCEPTION 'journal % has a balance on a posting that is not of a wallet, or a wallet without one', journal
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_journals_balance_ck';
  END IF;
  RETURN NULL;
END $$;

-- CREATE OR REPLACE does not exist for constraint triggers.
DROP TRIGGER IF EXISTS ledger_journals_sum_ck ON ledger_journals;
CREATE CONSTRAINT TRIGGER ledger_journals_sum_ck AFTER INSERT ON ledger_journals
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_journal();
DROP TRIGGER IF EXISTS ledger_postings_sum_ck ON ledger_postings;
CREATE CONSTRAINT TRIGGER ledger_postings_sum_ck AFTER INSERT ON ledger_postings
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_journal();
