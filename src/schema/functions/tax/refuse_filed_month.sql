-- Refuses a document that is dated into a month whose return was filed. What is found later is a document of a later month.
CREATE OR REPLACE FUNCTION refuse_filed_month() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM gst_filings f WHERE f.month = to_char(NEW.issued_on, 'YYYY-MM')) THEN
    RAISE EXCEPTION 'document % is dated into the filed month of %', NEW.document_number, NEW.issued_on
      USING ERRCODE = 'check_violation', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER tax_documents_filed_ck BEFORE INSERT ON tax_documents
  FOR EACH ROW EXECUTE FUNCTION refuse_filed_month();
