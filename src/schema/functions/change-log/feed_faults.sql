-- Checks that the feeds tell stores of everything: a row without a position reaches no store that polls, and a position that was
-- set back is given out twice. Each row is a broken rule and its place.
-- The planner cannot know how many ids an array holds: after a large import its nested loops would take minutes.
CREATE OR REPLACE FUNCTION feed_faults() RETURNS TABLE (broken text, subject text)
  LANGUAGE sql STABLE SET enable_nestloop = off SET search_path = public, pg_temp AS $$
WITH queued AS (
  SELECT DISTINCT kind, id FROM change_queue CROSS JOIN unnest(ids) AS id
), positioned AS (
  SELECT DISTINCT kind, id FROM (
    SELECT kind, id FROM queued
    UNION ALL SELECT kind, id FROM latest_positions
    UNION ALL SELECT kind, unnest(ids) FROM numbered_changes
  ) known
)
SELECT 'feed state without its one row', count(*) || ' rows' FROM feed_state HAVING count(*) <> 1
UNION ALL
SELECT 'position after the latest one', used.place || ' ' || used.position
  FROM (
    SELECT 'order_positions' AS place, max(position) AS position FROM order_positions
    UNION ALL SELECT 'numbered_changes', max(position) FROM numbered_changes
    UNION ALL SELECT 'latest_positions', max(position) FROM latest_positions
    UNION ALL SELECT 'feed_ticks', max(position) FROM feed_ticks
    UNION ALL SELECT 'feed_incarnations', max(start) FROM feed_incarnations
  ) used
  JOIN feed_state state ON used.position > state.position
UNION ALL
SELECT 'incarnation that is not in the list', state.incarnation
  FROM feed_state state
  WHERE state.incarnation <> '' AND NOT EXISTS (SELECT FROM feed_incarnations known WHERE known.id = state.incarnation)
UNION ALL
SELECT 'order without a position', orders.order_number
  FROM orders
  WHERE NOT EXISTS (SELECT FROM order_positions p WHERE p.order_id = orders.id)
    AND NOT EXISTS (SELECT FROM queued WHERE queued.kind = 'order' AND queued.id = orders.id)
UNION ALL
SELECT 'order that changed its status without a new position', orders.order_number
  FROM orders JOIN order_positions p ON p.order_id = orders.id
  WHERE p.status <> orders.status
    AND NOT EXISTS (SELECT FROM queued WHERE queued.kind = 'order' AND queued.id = orders.id)
UNION ALL
SELECT 'position of an order that is gone, or of another client', p.order_id::text
  FROM order_positions p LEFT JOIN orders ON orders.id = p.order_id
  WHERE orders.client_id IS DISTINCT FROM p.client_id
UNION ALL
SELECT 'product without a position', products.sku
  FROM products
  -- Those of the test mode are older than the triggers.
  WHERE products.test_scenario IS NULL AND NOT EXISTS (
    SELECT FROM positioned WHERE positioned.kind = 'product' AND positioned.id = products.id
  )
UNION ALL
SELECT 'stock level without a position', level.product_id::text
  FROM stock_levels level JOIN products ON products.id = level.product_id
  WHERE products.test_scenario IS NULL AND NOT EXISTS (
    SELECT FROM positioned WHERE positioned.kind = 'stock' AND positioned.id = level.product_id
  )
UNION ALL
SELECT 'plan without a position', plans.code
  FROM plans
  WHERE NOT EXISTS (SELECT FROM positioned WHERE positioned.kind = 'plan' AND positioned.id = plans.id)
UNION ALL
SELECT 'client without a position', clients.id::text
  FROM clients
  WHERE NOT EXISTS (SELECT FROM positioned WHERE positioned.kind = 'client' AND positioned.id = clients.id)
$$;
