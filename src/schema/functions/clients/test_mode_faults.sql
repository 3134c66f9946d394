-- Checks that test orders and test clients are separate from live ones. Each row is a broken rule and its place.
CREATE OR REPLACE FUNCTION test_mode_faults() RETURNS TABLE (broken text, subject text)
  LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
SELECT 'test order of a client, or live order of a test client', orders.order_number
  FROM orders JOIN clients ON clients.id = orders.client_id
  WHERE orders.is_test <> (clients.test_of IS NOT NULL)
UNION ALL
SELECT 'order of a test product', item.order_id || ' line ' || item.line
  FROM order_items item
  JOIN orders ON orders.id = item.order_id
  JOIN products ON products.id = item.product_id
  WHERE products.test_scenario IS NOT NULL AND NOT orders.is_test
UNION ALL
SELECT 'test order in the audit log', orders.order_number
  FROM orders JOIN audit_entries ON audit_entries.subject = 'order ' || orders.order_number
  WHERE orders.is_test
UNION ALL
SELECT 'test client in the audit log', clients.id::text
  FROM clients JOIN audit_entries ON audit_entries.subject = 'client ' || clients.id
  WHERE clients.test_of IS NOT NULL
UNION ALL
SELECT 'test client with a subscription or a test client of its own', clients.id::text
  FROM clients
  WHERE clients.test_of IS NOT NULL AND (
    EXISTS (SELECT FROM subscriptions WHERE client_id = clients.id)
    OR EXISTS (SELECT FROM clients side WHERE side.test_of = clients.id)
  )
$$;
