-- A client's hidden test client has no own subscription: it shares the client's.
CREATE OR REPLACE FUNCTION log_subscriptions_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH found AS (
    SELECT array_agg(DISTINCT id) AS ids FROM (
      SELECT client_id AS id FROM changed
      UNION ALL SELECT c.id FROM public.clients c JOIN changed ON c.test_of = changed.client_id
    ) holders
    HAVING count(*) > 0
  ), queued AS (
    INSERT INTO public.change_queue (kind, ids) SELECT 'client', ids FROM found
  )
  INSERT INTO public.change_log (kind, ids) SELECT 'client', ids FROM found;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER subscriptions_insert_logged AFTER INSERT ON subscriptions
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_subscriptions_change();
CREATE OR REPLACE TRIGGER subscriptions_update_logged AFTER UPDATE ON subscriptions
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_subscriptions_change();
CREATE OR REPLACE TRIGGER subscriptions_delete_logged AFTER DELETE ON subscriptions
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION log_subscriptions_change();
