-- Finds the requests that an earlier order answers, regardless of later changes. In this order:
--
--   replayed   the idempotency key made this order before, with the same request
--   duplicate  the client has an order of this store_order_id, perhaps an archived one; sameRequest: with the same content
--   mismatch   the idempotency key made an order with another request
--
-- A key counts until a job deletes it, not by its age.
CREATE OR REPLACE FUNCTION find_known_orders(p_requests order_request[])
RETURNS json[] LANGUAGE plpgsql AS $$
BEGIN
  RETURN ARRAY(
    SELECT known.outcome
    FROM unnest(p_requests) r
    CROSS JOIN LATERAL (
      SELECT 1 AS rank, json_build_object('n', r.n, 'outcome', 'replayed', 'orderNumber', o.order_number, 'itemsCount', o.items_count,
          'subtotalMinor', o.subtotal_minor, 'deliveryMinor', o.delivery_minor, 'totalMinor', o.total_minor) AS outcome
        FROM public.idempotency_keys k JOIN public.orders o USING (order_number)
        WHERE k.client_id = r.client_id AND k.key = r.idempotency_key AND k.request_hash = r.repetition_hash
      UNION ALL
      SELECT 2, json_build_object('n', r.n, 'outcome', 'duplicate', 'orderNumber', o.order_number, 'status', o.status,
          'sameRequest', o.request_hash = r.request_hash)
        FROM public.orders o WHERE o.client_id = r.client_id AND o.store_order_id = r.store_order_id
      UNION ALL
      SELECT 3, json_build_object('n', r.n, 'outcome', 'duplicate', 'orderNumber', a.order_number, 'status', a.status,
          'sameRequest', a.request_hash = r.request_hash)
        FROM public.archived_orders a WHERE a.client_id = r.client_id AND a.store_order_id = r.store_order_id
      UNION ALL
      SELECT 4, json_build_object('n', r.n, 'outcome', 'mismatch', 'orderNumber', o.order_number, 'storeOrderId', o.store_order_id,
          'status', o.status)
        FROM public.idempotency_keys k JOIN public.orders o USING (order_number)
        WHERE k.client_id = r.client_id AND k.key = r.idempotency_key AND k.request_hash <> r.repetition_hash
      ORDER BY rank LIMIT 1
    ) known
  );
END $$;
