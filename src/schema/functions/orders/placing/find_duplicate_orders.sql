-- Duplicate: the client already has an order with the store_order_id of the request, perhaps an archived one. sameRequest tells whether that
-- order was requested with the same content.
--
-- Outcome: duplicate.
CREATE OR REPLACE FUNCTION find_duplicate_orders(p_requests order_request[])
RETURNS json[] LANGUAGE plpgsql AS $$
BEGIN
  RETURN ARRAY(
    SELECT json_build_object('n', r.n, 'outcome', 'duplicate', 'orderNumber', o.order_number,
        'status', o.status, 'sameRequest', o.request_hash = r.request_hash)
    FROM unnest(p_requests) r
    CROSS JOIN LATERAL (
      SELECT o.order_number, o.status, o.request_hash FROM public.orders o
        WHERE o.client_id = r.client_id AND o.store_order_id = r.store_order_id
      UNION ALL
      SELECT a.order_number, a.status, a.request_hash FROM public.archived_orders a
        WHERE a.client_id = r.client_id AND a.store_order_id = r.store_order_id
      OFFSET 0
    ) o
  );
END $$;
