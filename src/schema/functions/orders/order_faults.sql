-- Checks every rule of the orders, their shipments and timelines on all stored data. Each row names a rule that is broken, and where.
CREATE OR REPLACE FUNCTION order_faults() RETURNS TABLE (broken text, subject text)
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
-- Grouped once: in a subquery for each order, a planner without statistics reads the whole table for its first row.
WITH timelines AS (
  SELECT order_id, (array_agg(status ORDER BY id))[1] AS first, (array_agg(status ORDER BY id DESC))[1] AS last
  FROM order_status_changes GROUP BY 1
)
SELECT 'shipped less restocked differs from the movements', coalesce(sent.order_number, moved.order_id::text)
  FROM (
    SELECT orders.id, orders.order_number, items.units
      FROM orders LEFT JOIN (
        SELECT order_id, sum(shipped_quantity - restocked_quantity) AS units FROM order_items GROUP BY 1
      ) items ON items.order_id = orders.id AND NOT orders.is_test
    UNION ALL
    SELECT id, order_number, shipped_units FROM archived_orders
  ) sent
  -- Grouped once: there is no index by order.
  FULL JOIN (
    SELECT order_id, -sum(delta) AS units FROM stock_movements WHERE order_id IS NOT NULL GROUP BY 1
  ) moved ON moved.order_id = sent.id
  WHERE coalesce(sent.units, 0) <> coalesce(moved.units, 0)
UNION ALL
SELECT 'order of a client or a plan that does not exist', order_number
  FROM orders
  WHERE NOT EXISTS (SELECT FROM clients c WHERE c.id = orders.client_id)
    OR NOT EXISTS (SELECT FROM plans p WHERE p.id = orders.plan_id)
UNION ALL
SELECT 'item of an order or a product that does not exist', item.order_id || ' line ' || item.line
  FROM order_items item
  WHERE NOT EXISTS (SELECT FROM orders WHERE orders.id = item.order_id)
    OR NOT EXISTS (SELECT FROM products p WHERE p.id = item.product_id)
UNION ALL
SELECT 'timeline of an order that does not exist', c.order_id::text
  FROM order_status_changes c WHERE NOT EXISTS (SELECT FROM orders WHERE orders.id = c.order_id)
UNION ALL
SELECT 'foreign key that rows stored before it may break', conname::text
  FROM pg_constraint WHERE contype = 'f' AND NOT convalidated AND connamespace = 'public'::regnamespace
UNION ALL
SELECT 'archived order that is stored as well', order_number
  FROM orders JOIN archived_orders USING (order_number)
UNION ALL
SELECT 'archive with another number of orders than its file', coalesce(archive.file, 'archive ' || kept.archive_number)
  FROM order_archives archive
  FULL JOIN (SELECT archive_number, count(*) AS orders FROM archived_orders GROUP BY 1) kept
    ON kept.archive_number = archive.number
  WHERE kept.orders IS DISTINCT FROM archive.orders
UNION ALL
-- A running command publishes within seconds.
SELECT 'archive that is not published', file
  FROM order_archives WHERE NOT is_published AND created_at < now() - interval '10 minutes'
UNION ALL
SELECT 'shipped differs from the shipments', item.order_id || ' line ' || item.line
  FROM order_items item
  WHERE item.shipped_quantity <> (
    SELECT coalesce(sum(quantity), 0) FROM shipment_items sent
    WHERE sent.order_id = item.order_id AND sent.line = item.line
  )
UNION ALL
SELECT 'shipped item of a shipment that is gone, or of another order', sent.order_id || ' line ' || sent.line
  FROM shipment_items sent LEFT JOIN shipments ON shipments.id = sent.shipment_id
  WHERE shipments.order_id IS DISTINCT FROM sent.order_id
UNION ALL
SELECT 'amounts do not add up', orders.order_number
  FROM orders
  CROSS JOIN LATERAL (
    SELECT sum(line_total_minor) AS subtotal, count(*) AS lines
    FROM order_items WHERE order_id = orders.id
  ) items
  WHERE items.subtotal IS DISTINCT FROM orders.subtotal_minor
    OR items.lines <> orders.items_count
    OR orders.total_minor <> orders.subtotal_minor + orders.delivery_minor
UNION ALL
SELECT 'status differs from the timeline', orders.order_number
  FROM orders LEFT JOIN timelines ON timelines.order_id = orders.id
  WHERE orders.status IS DISTINCT FROM timelines.last
UNION ALL
SELECT 'timeline out of order', changes.order_id::text
  FROM (
    SELECT order_id, changed_at, lag(changed_at) OVER (PARTITION BY order_id ORDER BY id) AS before
    FROM order_status_changes
  ) changes
  WHERE changes.changed_at < changes.before
UNION ALL
SELECT 'shipped without all units shipped or canceled, or all of them without shipped', orders.order_number
  FROM orders
  WHERE (status = ANY (list_order_statuses('dispatched'))) <> (NOT EXISTS (
    SELECT FROM order_items WHERE order_id = orders.id AND shipped_quantity + canceled_quantity < quantity
  ))
UNION ALL
SELECT 'canceled units of an order that was not shipped, or that differ from its refund', orders.order_number
  FROM orders
  CROSS JOIN LATERAL (
    SELECT sum(canceled_quantity) AS units, sum(canceled_quantity * unit_price_minor) AS amount_minor
    FROM order_items WHERE order_id = orders.id
  ) canceled
  WHERE canceled.units > 0 AND (
    orders.status <> ALL (list_order_statuses('dispatched'))
    OR canceled.amount_minor IS DISTINCT FROM (
      SELECT p.amount_minor FROM ledger_journals j JOIN ledger_postings p ON p.journal_id = j.id
      WHERE j.key = 'refund:' || orders.id || ':close' AND p.balance_after IS NOT NULL
    )
  )
UNION ALL
SELECT 'restocked units of an order that was not returned', orders.order_number
  FROM orders
  WHERE status <> ALL (list_order_statuses('refundable'))
    AND EXISTS (SELECT FROM order_items WHERE order_id = orders.id AND restocked_quantity > 0)
UNION ALL
SELECT 'return of more units than were shipped', item.order_id || ' line ' || item.line
  FROM order_return_items back JOIN order_items item USING (order_id, line)
  WHERE back.quantity > item.shipped_quantity
UNION ALL
SELECT 'return without units, or with units of another one', coalesce(asked.order_id, back.order_id)::text
  FROM order_returns asked
  FULL JOIN order_return_items back ON back.return_id = asked.id
  WHERE back.order_id IS DISTINCT FROM asked.order_id
UNION ALL
SELECT 'good and scrapped units of more than were returned', 'return ' || asked.id || ' line ' || item.line
  FROM order_returns asked
  JOIN order_items item ON item.order_id = asked.order_id
  LEFT JOIN order_return_items back ON back.return_id = asked.id AND back.line = item.line
  WHERE asked.declined_at IS NULL
    AND item.restocked_quantity + coalesce(back.scrapped_quantity, 0) > coalesce(back.quantity, 0)
UNION ALL
SELECT 'inspected return with units that are neither good nor scrap', 'return ' || asked.id || ' line ' || item.line
  FROM order_returns asked
  JOIN order_return_items back ON back.return_id = asked.id
  JOIN order_items item ON item.order_id = back.order_id AND item.line = back.line
  WHERE asked.inspected_at IS NOT NULL AND item.restocked_quantity + back.scrapped_quantity < back.quantity
UNION ALL
SELECT 'inspected or scrapped units of an order that was not returned', orders.order_number
  FROM orders JOIN order_returns asked ON asked.order_id = orders.id
  WHERE (asked.declined_at IS NOT NULL OR orders.status <> ALL (list_order_statuses('refundable')))
    AND (asked.inspected_at IS NOT NULL OR EXISTS (
      SELECT FROM order_return_items WHERE return_id = asked.id AND scrapped_quantity > 0
    ))
UNION ALL
SELECT 'open return of an order that cannot be returned', orders.order_number
  FROM orders JOIN order_returns asked ON asked.order_id = orders.id
  WHERE asked.declined_at IS NULL
    AND orders.status <> ALL (list_order_statuses('dispatched'))
UNION ALL
SELECT 'final refund that is open again', orders.order_number
  FROM orders JOIN audit_entries said ON said.subject = 'order ' || orders.order_number
  WHERE said.action = 'order.refunded' AND (said.after ->> 'final')::boolean AND NOT orders.refund_final
UNION ALL
SELECT 'paid without pending in the timeline, or pending without paid', orders.order_number
  FROM orders
  WHERE (payment_status IN ('paid', 'refunded'))
    <> EXISTS (SELECT FROM order_status_changes WHERE order_id = orders.id AND status = 'pending')
UNION ALL
SELECT 'open item without a level that it is reserved from', item.order_id || ' line ' || item.line
  FROM order_items item JOIN orders ON orders.id = item.order_id
  WHERE orders.status = ANY (list_order_statuses('open'))
    AND NOT EXISTS (
      SELECT FROM stock_levels level
      WHERE level.product_id = item.product_id
        AND level.variation_key = coalesce(item.variation_key, '')
    )
UNION ALL
SELECT 'timeline that does not begin with awaiting_payment', orders.order_number
  FROM orders LEFT JOIN timelines ON timelines.order_id = orders.id
  WHERE 'awaiting_payment' IS DISTINCT FROM timelines.first
UNION ALL
SELECT 'total that differs from the one it was placed with', orders.order_number
  FROM orders JOIN order_status_changes placed ON placed.order_id = orders.id
  WHERE placed.total_minor <> orders.total_minor
UNION ALL
SELECT 'key that leads to the order of another client', idempotency_keys.order_number
  FROM idempotency_keys LEFT JOIN orders USING (order_number)
  WHERE orders.client_id IS DISTINCT FROM idempotency_keys.client_id
UNION ALL
-- As `repetitionHash` of the service computes it.
SELECT 'key that leads to an order of another request', orders.order_number
  FROM idempotency_keys k JOIN orders USING (order_number)
  WHERE k.request_hash <> sha256(
    orders.request_hash || convert_to(coalesce(to_json(orders.store_order_id)::text, 'null'), 'UTF8')
  )
UNION ALL
SELECT 'order in another currency than the others', order_number
  FROM orders
  WHERE currency <> (SELECT mode() WITHIN GROUP (ORDER BY currency) FROM orders)
$$;
