-- Checks that bookings with couriers fit their orders, their shipments, and the AWBs that couriers gave. Each row is a broken rule
-- and its place.
CREATE OR REPLACE FUNCTION booking_faults() RETURNS TABLE (broken text, subject text)
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
WITH live AS (
  SELECT b.id, b.order_id, b.units FROM courier_bookings b JOIN orders o ON o.id = b.order_id
  WHERE b.state IN ('wanted', 'calling', 'unknown', 'booked', 'needs_person') AND b.released_why IS NULL
    AND o.status = ANY (list_order_statuses('shippable'))
)
SELECT 'booking that is booked or handed over without an AWB', id::text FROM courier_bookings
  WHERE state IN ('booked', 'handed_over') AND awb IS NULL
UNION ALL
SELECT 'AWB of two bookings', kind || ' ' || awb FROM courier_bookings
  WHERE awb IS NOT NULL GROUP BY kind, awb HAVING count(*) > 1
UNION ALL
SELECT 'booking with an AWB that a courier gave for another booking', b.id::text
  FROM courier_bookings b JOIN courier_awbs a ON a.kind = b.kind AND a.awb = b.awb
  WHERE a.booking_id <> b.id AND b.state IN ('booked', 'handed_over')
UNION ALL
SELECT 'booking with two AWBs that were not canceled', b.id::text
  FROM courier_bookings b JOIN courier_awbs a ON a.booking_id = b.id
  WHERE a.canceled_at IS NULL AND a.awb IS DISTINCT FROM b.awb AND b.state IN ('booked', 'handed_over', 'canceled')
UNION ALL
SELECT 'more units in live bookings than are left of the order', o.order_number || ' line ' || held.line
  FROM (
    SELECT live.order_id, u.line, sum(u.quantity) AS quantity
    FROM live, jsonb_to_recordset(live.units) AS u (line integer, quantity integer) GROUP BY 1, 2
  ) held
  JOIN orders o ON o.id = held.order_id
  LEFT JOIN order_items i ON i.order_id = held.order_id AND i.line = held.line
  WHERE held.quantity > coalesce(i.quantity - i.shipped_quantity - i.canceled_quantity, 0)
UNION ALL
SELECT 'booking that was handed over as another shipment, or as one of another order', b.id::text
  FROM courier_bookings b LEFT JOIN shipments s ON s.id = b.shipment_id
  WHERE (b.state = 'handed_over' OR b.shipment_id IS NOT NULL) AND (s.id IS NULL OR s.order_id <> b.order_id OR (
    s.tracking_number <> b.awb AND NOT EXISTS (
      SELECT FROM audit_entries e JOIN orders o ON o.id = b.order_id
      WHERE e.subject = 'order ' || o.order_number AND e.action = 'shipment.corrected' AND e.before ->> 'shipment_id' = s.id::text
    )
  ))
UNION ALL
SELECT 'booking that was handed over and is canceled, and nobody noted that it was not handed over', b.id::text
  FROM courier_bookings b JOIN orders o ON o.id = b.order_id
  WHERE b.shipment_id IS NOT NULL AND b.state IN ('canceling', 'canceled') AND NOT EXISTS (
    SELECT FROM audit_entries e
    WHERE e.subject = 'order ' || o.order_number AND e.action = 'shipment.noted' AND e.after ->> 'shipment_id' = b.shipment_id::text
      AND e.after ->> 'state' = 'not_handed_over'
  )
UNION ALL
SELECT 'secret of an account with a courier that is readable', a.id::text FROM courier_accounts a
  WHERE EXISTS (
    SELECT FROM unnest(ARRAY[a.keys, a.session, a.push_secret] || ARRAY(
      SELECT earlier ->> 'secret' FROM jsonb_array_elements(a.previous_pushes) AS earlier
    )) AS secret
    WHERE secret NOT LIKE 'v1:%'
  )
$$;
