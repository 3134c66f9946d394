-- What clients hold without having paid: the units and the totals of their orders that await payment. Test orders hold
-- nothing.
CREATE OR REPLACE FUNCTION sum_open_orders(p_clients integer[])
RETURNS TABLE (client_id integer, units bigint, value_minor bigint) LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY
    SELECT c.id, coalesce(sum(items.units), 0)::bigint, coalesce(sum(o.total_minor), 0)::bigint
    FROM unnest(p_clients) c (id)
    LEFT JOIN LATERAL (
      SELECT * FROM public.orders o
      WHERE o.status = 'awaiting_payment' AND o.client_id = c.id AND NOT o.is_test OFFSET 0
    ) o ON true
    LEFT JOIN LATERAL (
      SELECT sum(i.quantity) AS units FROM public.order_items i WHERE i.order_id = o.id OFFSET 0
    ) items ON true
    GROUP BY c.id;
END $$;
