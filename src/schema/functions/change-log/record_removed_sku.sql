-- Records the SKU of a product if stores can no longer order it by this SKU.
CREATE OR REPLACE FUNCTION record_removed_sku() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.change_queue (kind, label, ids) VALUES ('product', OLD.sku, ARRAY[OLD.id]);
  RETURN NULL;
END $$;

-- The SKU of a product that was inactive is not recorded: stores could not order it. A lower base price removes the product
-- only if a plan's discount rounds it to zero, which can happen below 5000 minor units.
CREATE OR REPLACE TRIGGER products_removed_sku AFTER UPDATE OF sku, active, base_price_minor ON products
  FOR EACH ROW WHEN (OLD.active AND (
    NEW.sku <> OLD.sku OR NOT NEW.active
    OR coalesce(NEW.base_price_minor, 0) < least(coalesce(OLD.base_price_minor, 0), 5000)
  )) EXECUTE FUNCTION record_removed_sku();
