-- Keeps the SKU of an active product that loses a plan's own price: it may have no other price on that plan.
CREATE OR REPLACE FUNCTION keep_sku_of_price() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO former_skus AS f (product_id, sku)
    SELECT id, sku FROM products WHERE id = OLD.product_id AND active
  ON CONFLICT (product_id, sku) DO UPDATE SET xid = excluded.xid WHERE f.xid < excluded.xid;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER plan_prices_sku_kept AFTER DELETE ON plan_prices
  FOR EACH ROW EXECUTE FUNCTION keep_sku_of_price();
