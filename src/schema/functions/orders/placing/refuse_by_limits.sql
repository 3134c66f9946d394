-- Limits: first come, first served, as with stock. A request of a client with limits goes on when it fits together with
-- the client's open orders and all of its requests before it in the batch. The others get an outcome here:
--
--   busy     another call has locked the client
--   limited  it would not fit with the open orders alone; units and valueMinor are what these hold
--   again    it would fit then, but not together with the requests before it
CREATE OR REPLACE FUNCTION refuse_by_limits(p_requests order_request[], p_needs stock_need[], p_locked integer[])
RETURNS json[] LANGUAGE plpgsql AS $$
BEGIN
  RETURN ARRAY(
    SELECT CASE
        WHEN w.open_units + w.units > w.max_units OR w.open_value + w.value > w.max_value
          THEN json_build_object('n', w.n, 'outcome', 'limited', 'units', w.open_units, 'valueMinor', w.open_value)
        ELSE json_build_object('n', w.n, 'outcome', 'again')
      END
    FROM (
      SELECT r.n, r.max_reserved_units AS max_units, r.max_open_value_minor AS max_value,
        open.units AS open_units, open.value_minor AS open_value,
        need.units, r.total_minor AS value,
        sum(need.units) OVER batch AS running_units, sum(r.total_minor) OVER batch AS running_value
      FROM unnest(p_requests) r
      JOIN (SELECT n, sum(quantity) AS units FROM unnest(p_needs) GROUP BY n) need USING (n)
      JOIN sum_open_orders(p_locked) open ON open.client_id = r.client_id
      WHERE r.max_reserved_units IS NOT NULL OR r.max_open_value_minor IS NOT NULL
      WINDOW batch AS (PARTITION BY r.client_id ORDER BY r.n)
    ) w
    WHERE w.open_units + w.running_units > w.max_units OR w.open_value + w.running_value > w.max_value
  ) || ARRAY(
    SELECT json_build_object('n', r.n, 'outcome', 'busy') FROM unnest(p_requests) r
    WHERE (r.max_reserved_units IS NOT NULL OR r.max_open_value_minor IS NOT NULL) AND r.client_id <> ALL (p_locked)
  );
END $$;
