import request from 'supertest';
import { TestApp } from './support/app.js';

interface Layer {
  route?: { path: string; methods: Record<string, boolean> };
}

/** Every route there is, as the router knows them: method, path, and who may call it. */
const ROUTES = [
  ['get', '/api/orders/:order_number/status', 'client'],
  ['post', '/api/orders', 'client'],
  ['get', '/api/products', 'client'],
  ['get', '/api/products/:sku', 'client'],
  ['get', '/api/products/:sku/stock', 'client'],
  ['get', '/docs', 'public'],
  ['get', '/docs-json', 'public'],
  ['get', '/docs-yaml', 'public'],
  ['get', '/health/live', 'public'],
  ['get', '/health/ready', 'public'],
] as const;

describe('the routes', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
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
    const response = await request(app.server)[method](path.replace(/:\w+/, 'any'));
    expect(response.status === 401).toBe(audience !== 'public');
  });

  it('say when the service is alive and ready', async () => {
    await request(app.server).get('/health/live').expect(200, { status: 'ok' });
    await request(app.server).get('/health/ready').expect(200, { status: 'ok' });
    await app.dataSource.query("UPDATE schema_migrations SET name = 'other'");
    const { body } = await request(app.server).get('/health/ready').expect(503);
    expect(body).toMatchObject({ code: 'unavailable' });
  });
});
