-- Documents are part of what an order is found by, and some are issued without a change of the order. A change of the order in the
-- same transaction has queued it already.
CREATE OR REPLACE FUNCTION queue_document_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.order_search_queue (ids)
    SELECT array_agg(DISTINCT o.id) FROM issued JOIN public.orders o USING (order_number)
    WHERE o.xmin <> pg_current_xact_id()::xid HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER tax_documents_insert_queued AFTER INSERT ON tax_documents
  REFERENCING NEW TABLE AS issued FOR EACH STATEMENT EXECUTE FUNCTION queue_document_search();
