-- Returns whether a shipment of an order went without a document that is still to be issued.
CREATE OR REPLACE FUNCTION has_uninvoiced_shipment(p_order_number text) RETURNS boolean
  LANGUAGE sql STABLE AS $$
SELECT EXISTS (SELECT FROM public.uninvoiced_shipments WHERE order_number = p_order_number)
$$;
