-- Refuses adjustments of instances of the release before this one: they are approvals now. The code is that of a lock which cannot
-- be had: every release answers it with 503 and Retry-After, and a retry reaches an instance of this release soon.
CREATE OR REPLACE FUNCTION refuse_old_adjustment() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'adjustments are approvals now' USING ERRCODE = 'lock_not_available';
END $$;

CREATE OR REPLACE TRIGGER wallet_adjustments_moved BEFORE INSERT OR UPDATE OR DELETE ON wallet_adjustments
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_old_adjustment();
