import request from 'supertest';
import { ADMIN_TOKEN, TestApp } from './support/app.js';
import { givenClient, type GivenClient } from './support/given.js';

interface Layer {
  route?: { path: string; methods: Record<string, boolean> };
}

/** Every route there is, as the router knows them: method, path, and who may call it. */
const ROUTES = [
  ['delete', '/admin/plans/:code/prices/:sku', 'operator'],
  ['delete', '/admin/tokens/:id', 'operator'],
  ['get', '/admin/audit', 'operator'],
  ['get', '/admin/clients', 'operator'],
  ['get', '/admin/clients/:id', 'operator'],
  ['get', '/admin/clients/:id/tokens', 'operator'],
  ['get', '/admin/orders', 'operator'],
  ['get', '/admin/orders/:order_number', 'operator'],
  ['get', '/admin/plans', 'operator'],
  ['get', '/admin/products', 'operator'],
  ['get', '/admin/products/:sku', 'operator'],
  ['get', '/admin/products/:sku/stock', 'operator'],
  ['get', '/admin/products/export', 'operator'],
  ['get', '/api/changes', 'client'],
  ['get', '/api/orders', 'client'],
  ['get', '/api/orders/:order_number/status', 'client'],
  ['get', '/api/products', 'client'],
  ['get', '/api/products/:sku', 'client'],
  ['get', '/api/products/:sku/stock', 'client'],
  ['get', '/docs', 'public'],
  ['get', '/docs-json', 'public'],
  ['get', '/docs-yaml', 'public'],
  ['get', '/health/live', 'public'],
  ['get', '/health/ready', 'public'],
  ['get', '/metrics', 'public'],
  ['patch', '/admin/clients/:id', 'operator'],
  ['patch', '/admin/plans/:code', 'operator'],
  ['patch', '/admin/products/:sku', 'operator'],
  ['post', '/admin/clients', 'operator'],
  ['post', '/admin/clients/:id/tokens', 'operator'],
  ['post', '/admin/orders/:order_number/cancel', 'operator'],
  ['post', '/admin/orders/:order_number/deliver', 'operator'],
  ['post', '/admin/orders/:order_number/payments', 'operator'],
  ['post', '/admin/orders/:order_number/return', 'operator'],
  ['post', '/admin/orders/:order_number/shipments', 'operator'],
  ['post', '/admin/plans', 'operator'],
  ['post', '/admin/products', 'operator'],
  ['post', '/admin/products/:sku/stock/adjustments', 'operator'],
  ['post', '/admin/products/import', 'operator'],
  ['post', '/admin/tokens/:id/rotate', 'operator'],
  ['post', '/api/orders', 'client'],
  ['put', '/admin/clients/:id/subscription', 'operator'],
  ['put', '/admin/plans/:code/prices/:sku', 'operator'],
  ['put', '/admin/products/:sku/stock', 'operator'],
] as const;

describe('the routes', () => {
  let app: TestApp;
  let client: GivenClient;
  beforeAll(async () => {
    app = await TestApp.start();
    client = await givenClient(app);
  });
  afterAll(() => app.stop());

  it('are these and no others', () => {
    const { router } = app.nest.getHttpAdapter().getInstance() as { router: { stack: Layer[] } };
    const found = router.stack
      .flatMap(({ route }) =>
        route === undefined
          ? []
          : Object.keys(route.methods).map((method) => `${method} ${route.path}`),
      )
      .filter((name) => !name.startsWith('get /docs/'));
    expect([...new Set(found)].sort()).toEqual(
      ROUTES.map(([method, path]) => `${method} ${path}`).sort(),
    );
  });

  it.each(ROUTES)('%s %s is open to: %s', async (method, path, audience) => {
    const ask = (headers: Record<string, string>) =>
      request(app.server)[method](path.replace(/:\w+/g, 'any')).set(headers);
    const isLetIn = async (headers: Record<string, string>): Promise<boolean> =>
      ![401, 403, 429].includes((await ask(headers)).status);

    expect(await isLetIn({})).toBe(audience === 'public');
    expect(await isLetIn(client.headers)).toBe(audience !== 'operator');
    const operator = { ...client.headers, Authorization: `Bearer ${ADMIN_TOKEN}` };
    expect(await isLetIn(operator)).toBe(audience !== 'client');
  });

  it('count every request, by route pattern and never by path', async () => {
    await app.get('/api/products/SENTINEL-SKU', client.headers).expect(404);
    const { text } = await request(app.server).get('/metrics').expect(200);
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/products\/:sku",status="404"\} \d/,
    );
    expect(text).toMatch(/database_pool_connections\{state="open"\} \d/);
    expect(text).not.toContain('SENTINEL');
  });

  it('say when the service is alive and ready', async () => {
    await request(app.server).get('/health/live').expect(200, { status: 'ok' });
    await request(app.server).get('/health/ready').expect(200, { status: 'ok' });
    await app.dataSource.query("UPDATE schema_migrations SET name = 'other'");
    const { body } = await request(app.server).get('/health/ready').expect(503);
    expect(body).toMatchObject({ code: 'unavailable' });
  });
});
