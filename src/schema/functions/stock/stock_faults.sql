-- Checks every rule of the stock levels and their movements on all stored data. Each row is a broken rule, with its SKU and variation.
CREATE OR REPLACE FUNCTION stock_faults() RETURNS TABLE (broken text, subject text)
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
WITH level AS NOT MATERIALIZED (
  SELECT stock_levels.*, concat_ws(' ', product.sku, nullif(variation_key, '')) AS place
  FROM stock_levels LEFT JOIN products product ON product.id = product_id
)
SELECT 'level below its reservations', place FROM level WHERE on_hand < reserved OR reserved < 0
UNION ALL
SELECT 'reserved differs from the open orders', place FROM level
  WHERE level.reserved <> (
    SELECT coalesce(sum(item.quantity - item.shipped_quantity - item.canceled_quantity), 0)
    FROM order_items item JOIN orders ON orders.id = item.order_id
    WHERE item.product_id = level.product_id
      AND coalesce(item.variation_key, '') = level.variation_key
      AND orders.status = ANY (list_order_statuses('open'))
      AND NOT orders.is_test
  )
UNION ALL
SELECT 'on hand differs from the movements', place FROM level
  WHERE level.on_hand <> (
    SELECT coalesce(sum(movement.delta), 0) FROM stock_movements movement
    WHERE movement.product_id = level.product_id AND movement.variation_key = level.variation_key
  )
$$;
