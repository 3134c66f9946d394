/** Units on hand of every stock level: more than any run sells. */
const ON_HAND = 50_000_000;

/** 32 words: descriptions made of them compress about as well as real ones. */
const WORDS =
  'cotton printed by hand in natural dyes soft light breathable washed cold line dried ironed warm color may differ little cloth artisan village cluster pattern border thread double stitched generous pocket finish'.split(
    ' ',
  );

/**
 * Fills an empty database with plans, products and stock. A product is about 460 bytes long in the list.
 * - 3 of 10 products have two variations of two values
 * - a tenth has prices for each plan
 *
 * @param {import('pg').Client} client
 * @param {{ products: number, plans: number }} size
 */
export async function seedCatalog(client, { products, plans }) {
  await client.query(
    `INSERT INTO plans (code, name, discount_bp)
      SELECT 'bench-' || n, 'Bench ' || n, 500 * (n % 10) FROM generate_series(1, $1::integer) n`,
    [plans],
  );
  await client.query(
    `INSERT INTO products (sku, name, description, category, images, variations, base_price_minor, delivery_charge_minor)
      SELECT 'BN-' || lpad(n::text, 6, '0'),
        'Hand-block printed cotton product no. ' || n,
        (
          SELECT string_agg(($2::text[])[1 + (hashint4(n * 64 + k) & 31)], ' ' ORDER BY k)
          FROM generate_series(1, 27) k
        ),
        (ARRAY['Apparel', 'Home textiles', 'Kitchen', 'Stationery'])[1 + n % 4],
        jsonb_build_array('https://images.example.com/catalog/BN-' || lpad(n::text, 6, '0') || '-front.jpg'),
        CASE WHEN n % 10 < 3
          THEN '[{"name": "Size", "values": ["M", "L"]}, {"name": "Colour", "values": ["Red", "Blue"]}]'::jsonb
          ELSE '[]' END,
        10000 + (n * 7919) % 90000,
        4900 + 100 * (n % 20)
      FROM generate_series(1, $1::integer) n`,
    [products, WORDS],
  );
  await client.query(
    `INSERT INTO plan_prices (plan_id, product_id, price_minor)
      SELECT plan.id, product.id, product.base_price_minor - 1000
      FROM plans plan CROSS JOIN products product
      WHERE product.id % 10 = 5 AND product.test_scenario IS NULL`,
  );
  await client.query(
    `INSERT INTO stock_levels (product_id, variation_key, on_hand)
      SELECT product.id, key, ${ON_HAND}
      FROM products product
      CROSS JOIN LATERAL unnest(
        CASE WHEN product.variations = '[]' THEN ARRAY['']
        ELSE ARRAY['Size:M|Colour:Red', 'Size:M|Colour:Blue', 'Size:L|Colour:Red', 'Size:L|Colour:Blue'] END
      ) key
      WHERE product.test_scenario IS NULL`,
  );
}

/**
 * Creates a table of stock levels with the prices of a plan, numbered from 1, for the load and for the limit.
 *
 * @param {import('pg').Client} client
 * @param {number} planId
 */
export async function makeLines(client, planId) {
  await client.query('CREATE SCHEMA bench');
  await client.query(
    `CREATE TABLE bench.lines AS
      SELECT row_number() OVER (ORDER BY level.product_id, level.variation_key)::integer AS n,
        level.product_id, level.variation_key, product.sku, product.name,
        CASE WHEN level.variation_key = '' THEN NULL
          ELSE regexp_replace(level.variation_key, 'Size:(.)[|]Colour:(.*)', '\\1 / \\2') END AS variation,
        coalesce(
          price.price_minor, round(product.base_price_minor * (10000 - plan.discount_bp) / 10000.0)
        )::bigint AS price_minor,
        product.delivery_charge_minor AS delivery_minor
      FROM stock_levels level
      JOIN products product ON product.id = level.product_id AND product.test_scenario IS NULL
      JOIN plans plan ON plan.id = ${Number(planId)}
      LEFT JOIN plan_prices price ON price.plan_id = plan.id AND price.product_id = product.id`,
  );
  await client.query('ALTER TABLE bench.lines ADD PRIMARY KEY (n)');
}

/** A client with a subscription and a token. @typedef {{ clientId: number, planId: number, headers: Record<string, string> }} StoreClient */

/**
 * Creates clients through the Admin API: the first one for the first plan, and so on.
 *
 * @param {import('./service.js').Service} service
 * @param {{ plans: number, count: number }} how many plans there are, `bench-1` and so on; how many clients to make
 * @returns {Promise<StoreClient[]>}
 */
export async function giveClients({ baseUrl, adminToken }, { plans, count }) {
  const call = async (method, path, body) => {
    const response = await fetch(`${baseUrl}/admin${path}`, {
      method,
      headers: { Authorization: `Bearer ${adminToken}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()).data;
  };
  const clients = [];
  for (let number = 1; number <= count; number += 1) {
    // Plans were added to an empty database, in this order.
    const planId = 1 + ((number - 1) % plans);
    const domain = `store-${number}.example`;
    const { id } = await call('POST', '/clients', { name: domain, email: `hello@${domain}` });
    await call('PUT', `/clients/${id}/subscription`, { plan: `bench-${planId}`, status: 'active' });
    const { token } = await call('POST', `/clients/${id}/tokens`, { domain });
    const headers = { Authorization: `Bearer ${token}`, 'X-Client-Domain': domain };
    clients.push({ clientId: id, planId, headers });
  }
  return clients;
}
