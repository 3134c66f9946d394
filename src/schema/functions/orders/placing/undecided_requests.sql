-- The requests that have none of these outcomes.
CREATE OR REPLACE FUNCTION undecided_requests(p_requests order_request[], p_outcomes json[])
RETURNS order_request[] LANGUAGE plpgsql AS $$
BEGIN
  -- As in most calls: the array is passed on as it is.
  IF cardinality(p_outcomes) = 0 THEN RETURN p_requests; END IF;
  RETURN ARRAY(
    SELECT r FROM unnest(p_requests) r
    WHERE r.n <> ALL (ARRAY(SELECT (o ->> 'n')::integer FROM unnest(p_outcomes) o))
  );
END $$;
