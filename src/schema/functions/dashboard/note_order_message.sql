-- Notes what happened to an order, for a mail to the people of its client. Test orders are not mailed about.
CREATE OR REPLACE FUNCTION note_order_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.message_events (kind, client_id, subject)
    SELECT TG_ARGV[0], o.client_id, NEW.id FROM public.orders o WHERE o.id = NEW.order_id AND NOT o.is_test
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER order_status_changes_message AFTER INSERT ON order_status_changes
  FOR EACH ROW WHEN (NEW.status = 'pending') EXECUTE FUNCTION note_order_message('order_paid');
CREATE OR REPLACE TRIGGER shipments_message AFTER INSERT ON shipments
  FOR EACH ROW EXECUTE FUNCTION note_order_message('order_shipped');
