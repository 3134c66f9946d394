-- Records the SKU of an active product that loses a plan's own price, because it may have no other price on that plan.
CREATE OR REPLACE FUNCTION record_sku_of_removed_price() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.change_queue (kind, label, ids)
    SELECT 'product', sku, ARRAY[id] FROM public.products WHERE id = OLD.product_id AND active;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER plan_prices_removed_sku AFTER DELETE ON plan_prices
  FOR EACH ROW EXECUTE FUNCTION record_sku_of_removed_price();
