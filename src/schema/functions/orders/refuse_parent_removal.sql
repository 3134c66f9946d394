-- Clients, plans and products are never removed, and keep their ids, also where no order names them: the live cache would keep what is gone.
CREATE OR REPLACE FUNCTION refuse_parent_removal() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION '% are never removed, and keep their ids', TG_TABLE_NAME
    USING ERRCODE = 'restrict_violation', CONSTRAINT = TG_NAME;
END $$;

CREATE OR REPLACE TRIGGER clients_kept_ck BEFORE DELETE OR UPDATE OF id ON clients
  FOR EACH ROW EXECUTE FUNCTION refuse_parent_removal();
CREATE OR REPLACE TRIGGER plans_kept_ck BEFORE DELETE OR UPDATE OF id ON plans
  FOR EACH ROW EXECUTE FUNCTION refuse_parent_removal();
CREATE OR REPLACE TRIGGER products_kept_ck BEFORE DELETE OR UPDATE OF id ON products
  FOR EACH ROW EXECUTE FUNCTION refuse_parent_removal();
CREATE OR REPLACE TRIGGER clients_truncate_ck BEFORE TRUNCATE ON clients
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_parent_removal();
CREATE OR REPLACE TRIGGER plans_truncate_ck BEFORE TRUNCATE ON plans
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_parent_removal();
CREATE OR REPLACE TRIGGER products_truncate_ck BEFORE TRUNCATE ON products
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_parent_removal();
