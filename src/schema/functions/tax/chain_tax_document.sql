-- Gives a new document its place in its series: the next number, a day that is not before the latest one's, and a hash of
-- its content and of the hash before it.
CREATE OR REPLACE FUNCTION chain_tax_document() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  latest document_series;
BEGIN
  SELECT * INTO latest FROM document_series s
    WHERE s.series = NEW.series AND s.financial_year = NEW.financial_year FOR UPDATE;
  IF NEW.number IS DISTINCT FROM latest.last_number + 1 OR NEW.issued_on < latest.last_issued_on
    OR financial_year(NEW.issued_on) <> NEW.financial_year THEN
    RAISE EXCEPTION 'document % of % does not continue its series', NEW.document_number, NEW.issued_on
      USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME;
  END IF;
  NEW.prev_sha256 := latest.last_sha256;
  NEW.sha256 := sha256(latest.last_sha256 || convert_to(NEW.content, 'UTF8'));
  UPDATE document_series s SET last_number = NEW.number, last_issued_on = NEW.issued_on, last_sha256 = NEW.sha256
    WHERE s.series = NEW.series AND s.financial_year = NEW.financial_year;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER tax_documents_chain_ck BEFORE INSERT ON tax_documents
  FOR EACH ROW EXECUTE FUNCTION chain_tax_document();
