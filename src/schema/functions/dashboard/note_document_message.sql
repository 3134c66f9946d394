-- Notes a document that was issued, for a mail to the owners of its client.
CREATE OR REPLACE FUNCTION note_document_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.message_events (kind, client_id, subject) VALUES ('invoice', NEW.client_id, NEW.id)
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER tax_documents_message AFTER INSERT ON tax_documents
  FOR EACH ROW WHEN (NEW.kind <> 'canceled') EXECUTE FUNCTION note_document_message();
