-- Changes that only pages follow, by their client; 0: it is of none. No statement that places an order changes these tables.
CREATE OR REPLACE FUNCTION log_money_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.change_queue (kind, ids) VALUES ('money', ARRAY[coalesce(NEW.client_id, 0)]);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER receipts_logged AFTER INSERT OR UPDATE ON receipts
  FOR EACH ROW EXECUTE FUNCTION log_money_change();
CREATE OR REPLACE TRIGGER bank_transfers_logged AFTER INSERT OR UPDATE ON bank_transfers
  FOR EACH ROW EXECUTE FUNCTION log_money_change();
CREATE OR REPLACE TRIGGER approvals_logged AFTER INSERT OR UPDATE ON approvals
  FOR EACH ROW EXECUTE FUNCTION log_money_change();
