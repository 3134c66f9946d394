-- Notes an order that an operator placed, for a mail to the people of its client who are to pay it.
CREATE OR REPLACE FUNCTION note_placed_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.message_events (kind, client_id, subject) VALUES ('order_to_pay', NEW.client_id, NEW.id)
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

-- The orders of stores do not call it.
CREATE OR REPLACE TRIGGER orders_message AFTER INSERT ON orders
  FOR EACH ROW WHEN (NEW.by_operator AND NOT NEW.is_test) EXECUTE FUNCTION note_placed_order();
