-- Notes documents with tax to clients with a GSTIN: from a day on, the tax office has to register them.
CREATE OR REPLACE FUNCTION queue_e_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  content jsonb := NEW.content;
BEGIN
  IF content #>> '{recipient,gstin}' IS NOT NULL AND (content ->> 'is_with_tax')::boolean THEN
    INSERT INTO public.e_invoice_queue (document_id, issued_on) VALUES (NEW.id, NEW.issued_on);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER tax_documents_e_invoice AFTER INSERT ON tax_documents
  FOR EACH ROW WHEN (NEW.kind IN ('invoice', 'credit_note')) EXECUTE FUNCTION queue_e_invoice();
