-- Keeps the SKU of a product that stores may no longer order under it.
CREATE OR REPLACE FUNCTION record_removed_sku() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO change_queue (kind, label, ids) VALUES ('product', OLD.sku, ARRAY[OLD.id]);
  -- For instances of the release before.
  INSERT INTO removed_skus AS f (product_id, sku) VALUES (OLD.id, OLD.sku)
  ON CONFLICT (product_id, sku) DO UPDATE SET xid = excluded.xid WHERE f.xid < excluded.xid;
  RETURN NULL;
END $$;

-- A product that was not active could not be ordered: its SKU stays untold. A lower base price removes the product only
-- where a plan's discount rounds it to zero, which it can below 5000 minor units.
CREATE OR REPLACE TRIGGER products_removed_sku AFTER UPDATE OF sku, active, base_price_minor ON products
  FOR EACH ROW WHEN (OLD.active AND (
    NEW.sku <> OLD.sku OR NOT NEW.active
    OR coalesce(NEW.base_price_minor, 0) < least(coalesce(OLD.base_price_minor, 0), 5000)
  )) EXECUTE FUNCTION record_removed_sku();
