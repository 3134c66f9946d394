// The limit of an order's status: Node's own server, one prepared statement with all that the answer
// holds, JSON.stringify. Its one argument is a JSON file.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import pg from 'pg';

const { url, clientId, poolSize } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const pool = new pg.Pool({ connectionString: url, max: poolSize });

const STATUS = `SELECT o.order_number, o.store_order_id, o.status, o.payment_status, o.total_minor,
    (
      SELECT jsonb_agg(jsonb_build_object(
        'sku', i.sku, 'name', i.name, 'variation', i.variation, 'variation_key', i.variation_key,
        'quantity', i.quantity, 'unit_price', i.unit_price_minor, 'line_total', i.line_total_minor
      ) ORDER BY i.line) FROM order_items i WHERE i.order_id = o.id
    ) AS items,
    (
      SELECT jsonb_agg(jsonb_build_object('status', c.status, 'changed_at', c.changed_at) ORDER BY c.id)
      FROM order_status_changes c WHERE c.order_id = o.id
    ) AS timeline,
    (
      SELECT jsonb_build_object(
        'courier', s.courier, 'tracking_number', s.tracking_number,
        'tracking_url', s.tracking_url, 'shipped_at', s.shipped_at
      ) FROM shipments s WHERE s.order_id = o.id ORDER BY s.id DESC LIMIT 1
    ) AS tracking
  FROM orders o
  WHERE o.client_id = $1 AND o.order_number = $2`;

const server = createServer((request, response) => void answer(request.url, response));
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));

async function answer(path, response) {
  const orderNumber = path.split('/')[3];
  const { rows } = await pool.query({
    name: 'status',
    text: STATUS,
    values: [clientId, orderNumber],
  });
  const body = JSON.stringify(rows[0]);
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}
