-- Replay: a request whose idempotency key made an order before gets that order again, regardless of later changes. With
-- the same key and another request it is a mismatch, which names the order. A key counts until a job deletes it, not by
-- its age, p_key_hours.
--
-- A known store_order_id takes precedence over another request's key: find_duplicate_orders finds its order.
--
-- Outcomes: replayed, mismatch.
CREATE OR REPLACE FUNCTION find_replayed_orders(p_requests order_request[], p_key_hours integer)
RETURNS json[] LANGUAGE plpgsql AS $$
BEGIN
  RETURN ARRAY(
    SELECT CASE
        WHEN k.request_hash <> r.repetition_hash THEN json_build_object('n', r.n, 'outcome', 'mismatch',
          'orderNumber', o.order_number, 'storeOrderId', o.store_order_id, 'status', o.status)
        ELSE json_build_object('n', r.n, 'outcome', 'replayed', 'orderNumber', o.order_number,
          'itemsCount', o.items_count, 'subtotalMinor', o.subtotal_minor,
          'deliveryMinor', o.delivery_minor, 'totalMinor', o.total_minor)
      END
    FROM unnest(p_requests) r
    CROSS JOIN LATERAL (
      SELECT * FROM public.idempotency_keys k
      WHERE k.client_id = r.client_id AND k.key = r.idempotency_key
      OFFSET 0
    ) k
    CROSS JOIN LATERAL (SELECT * FROM public.orders o WHERE o.order_number = k.order_number OFFSET 0) o
    WHERE k.request_hash = r.repetition_hash OR NOT EXISTS (
      SELECT FROM public.orders known WHERE known.client_id = r.client_id AND known.store_order_id = r.store_order_id
      UNION ALL
      SELECT FROM public.archived_orders known
        WHERE known.client_id = r.client_id AND known.store_order_id = r.store_order_id
      OFFSET 0
    )
  );
END $$;
