-- Stores the accepted requests as orders with items and timeline, and reserves their stock.
--
-- Outcomes: placed; again where another request has the idempotency key or the store_order_id since find_known_orders looked: one before
-- it in the batch, or another call's, whose transaction is waited for.
CREATE OR REPLACE FUNCTION store_orders(p_requests order_request[], p_lines order_request_line[])
RETURNS json[] LANGUAGE plpgsql AS $$
DECLARE
  outcomes json[];
  are_some_lost boolean;
BEGIN
  WITH claimed AS (
    INSERT INTO public.idempotency_keys AS k (client_id, key, request_hash, order_number)
      SELECT r.client_id, r.idempotency_key, r.repetition_hash, r.order_number FROM unnest(p_requests) r
      WHERE r.idempotency_key IS NOT NULL
      ORDER BY 1, 2, r.n
    ON CONFLICT (client_id, key) DO NOTHING
    RETURNING k.order_number
  ), inserted AS (
    INSERT INTO public.orders (
        order_number, client_id, plan_id, store_order_id, request_hash, currency,
        customer_name, customer_phone, customer_email,
        shipping_address, shipping_city, shipping_state, shipping_pincode, shipping_country,
        notes, gift_message, items_count, subtotal_minor, delivery_minor, total_minor, surcharge_minor, is_test, test_scenario, by_operator
      )
      SELECT r.order_number, r.client_id, r.plan_id, r.store_order_id, r.request_hash, r.currency,
        r.customer_name, r.customer_phone, r.customer_email,
        r.shipping_address, r.shipping_city, r.shipping_state, r.shipping_pincode, r.shipping_country,
        r.notes, r.gift_message, r.items_count, r.subtotal_minor, r.delivery_minor, r.total_minor, r.surcharge_minor,
        coalesce(r.is_test, false), r.test_scenario, coalesce(r.by_operator, false)
      FROM unnest(p_requests) r
      WHERE r.idempotency_key IS NULL OR r.order_number IN (SELECT order_number FROM claimed)
      ORDER BY r.client_id, r.store_order_id, r.n
    ON CONFLICT (client_id, store_order_id) DO NOTHING
    RETURNING id, order_number, is_test
  ), placed AS (
    SELECT i.id, i.is_test, r.n, r.total_minor FROM inserted i JOIN unnest(p_requests) r USING (order_number)
  ), items AS (
    INSERT INTO public.order_items (order_id, line, product_id, sku, name, variation, variation_key,
        quantity, unit_price_minor, line_total_minor)
      SELECT p.id, l.line, l.product_id, l.sku, l.name, l.variation, nullif(l.variation_key, ''),
        l.quantity, l.unit_price_minor, l.unit_price_minor * l.quantity
      FROM placed p JOIN unnest(p_lines) l USING (n)
  ), timeline AS (
    INSERT INTO public.order_status_changes (order_id, status, total_minor, changed_at)
      SELECT id, 'awaiting_payment', total_minor, now() FROM placed
  ), reserved AS (
    UPDATE public.stock_levels level SET reserved = level.reserved + taken.quantity
    FROM (
      SELECT l.product_id, l.variation_key, sum(l.quantity) AS quantity
      FROM placed p JOIN unnest(p_lines) l USING (n) WHERE NOT p.is_test GROUP BY 1, 2
    ) taken
    WHERE level.product_id = taken.product_id AND level.variation_key = taken.variation_key
  )
  SELECT array_agg(json_build_object('n', r.n, 'outcome', CASE WHEN p.n IS NULL THEN 'again' ELSE 'placed' END)),
      bool_or(p.n IS NULL)
    INTO outcomes, are_some_lost FROM unnest(p_requests) r LEFT JOIN placed p USING (n);

  -- A key whose order lost its store_order_id to another call is given back.
  IF are_some_lost THEN
    DELETE FROM public.idempotency_keys k USING unnest(p_requests) r
      WHERE k.client_id = r.client_id AND k.key = r.idempotency_key AND k.order_number = r.order_number
        AND NOT EXISTS (SELECT FROM public.orders o WHERE o.order_number = r.order_number OFFSET 0);
  END IF;
  RETURN coalesce(outcomes, '{}');
END $$;
