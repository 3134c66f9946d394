-- Notes the documents that the tax office has to register from a day on.
CREATE OR REPLACE FUNCTION queue_e_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF public.is_registrable(NEW.content::jsonb) THEN
    INSERT INTO public.e_invoice_queue (document_id, issued_on) VALUES (NEW.id, NEW.issued_on);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER tax_documents_e_invoice AFTER INSERT ON tax_documents
  FOR EACH ROW WHEN (NEW.kind IN ('invoice', 'credit_note')) EXECUTE FUNCTION queue_e_invoice();
