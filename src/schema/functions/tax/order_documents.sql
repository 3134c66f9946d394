-- Returns the sums of the documents of an order.
CREATE OR REPLACE FUNCTION order_documents(p_order_number text)
  RETURNS TABLE (invoiced_minor bigint, credited_minor bigint) LANGUAGE sql STABLE AS $$
SELECT coalesce(sum(total_minor) FILTER (WHERE kind <> 'credit_note'), 0)::bigint,
    coalesce(sum(total_minor) FILTER (WHERE kind = 'credit_note'), 0)::bigint
  FROM public.tax_documents WHERE order_number = p_order_number
$$;
