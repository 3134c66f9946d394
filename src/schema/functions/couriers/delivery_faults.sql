-- Checks every rule of what couriers told of shipments, on all stored data. Each row names a rule that is broken, and where.
CREATE OR REPLACE FUNCTION delivery_faults() RETURNS TABLE (broken text, subject text)
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
WITH phases (state, phase) AS (
  VALUES ('handed_over', 0), ('picked_up', 1), ('in_transit', 1), ('at_destination', 1), ('out_for_delivery', 1),
    ('failed_attempt', 1), ('returning', 2), ('delivered', 3), ('returned', 3), ('lost', 3), ('destroyed', 3)
), told AS (
  -- A push alone neither ends a shipment nor sends it back.
  SELECT e.shipment_id, max(p.phase) AS phase, array_agg(e.state) AS states
    FROM shipment_events e JOIN phases p ON p.state = e.state
    WHERE e.shipment_id IS NOT NULL AND (e.source <> 'push' OR p.phase <= 1)
    GROUP BY 1
)
SELECT 'phase of a shipment differs from its events', progress.shipment_id::text
  FROM shipment_progress progress JOIN phases own ON own.state = progress.state LEFT JOIN told USING (shipment_id)
  WHERE progress.phase <> coalesce(told.phase, 0) OR progress.phase <> own.phase
    OR progress.phase = 3 AND progress.state <> ALL (told.states)
UNION ALL
SELECT 'order that its courier delivered, with a shipment that is not delivered', orders.order_number
  FROM orders
  WHERE orders.status = 'delivered'
    AND EXISTS (
      SELECT FROM audit_entries entry
      WHERE entry.subject = 'order ' || orders.order_number AND entry.action = 'order.delivered' AND entry.actor = 'courier'
    )
    AND EXISTS (
      SELECT FROM shipments LEFT JOIN shipment_progress progress ON progress.shipment_id = shipments.id
      WHERE shipments.order_id = orders.id AND progress.state IS DISTINCT FROM 'delivered'
    )
UNION ALL
SELECT 'event before the booking of its shipment', event.id::text
  FROM shipment_events event JOIN courier_bookings booking ON booking.id = event.booking_id
  -- Couriers tell milliseconds.
  WHERE event.at < date_trunc('milliseconds', booking.created_at)
UNION ALL
SELECT 'event of another order than its shipment', event.id::text
  FROM shipment_events event JOIN shipments ON shipments.id = event.shipment_id
  WHERE event.order_id <> shipments.order_id
UNION ALL
SELECT 'failed delivery of an ended shipment that can still be answered', failure.id::text
  FROM delivery_failures failure JOIN shipment_progress progress USING (shipment_id)
  WHERE progress.phase = 3 AND failure.state IN ('open', 'decided')
$$;
