import express from 'express';
import helmet from 'helmet';
import request from 'supertest';
import { TestApp } from '../support/app.js';
import { givenClient, givenProduct, type GivenClient } from '../support/shop/given.js';

describe('the security headers', () => {
  let app: TestApp;
  let client: GivenClient;
  let expected: Record<string, string>;

  beforeAll(async () => {
    app = await TestApp.start();
    client = await givenClient(app);
    await givenProduct(app, { sku: 'TAWA' });
    expected = await headersOfHelmet();
  });

  /** Lists the headers that helmet sets with the service's intended configuration. */
  async function headersOfHelmet(): Promise<Record<string, string>> {
    const contentSecurityPolicy = {
      directives: {
        upgradeInsecureRequests: null,
        'font-src': ["'self'"],
        'style-src': ["'self'"],
      },
    };
    const guarded = express()
      .disable('x-powered-by')
      .use(helmet({ contentSecurityPolicy }), (_, response) => void response.end());
    const bare = express()
      .disable('x-powered-by')
      .use((_, response) => void response.end());
    const { headers } = await request(guarded).get('/');
    const others = Object.keys((await request(bare).get('/')).headers);
    return Object.fromEntries(
      Object.entries(headers as Record<string, string>).filter(([name]) => !others.includes(name)),
    );
  }

  it('are sent', () => {
    expect(Object.keys(expected).length).toBeGreaterThan(10);
  });

  it.each([
    ['/api/products/TAWA/stock', 200],
    ['/api/products/NONE/stock', 404],
    ['/api/products?limit=1', 200],
    ['/nowhere', 404],
    ['/docs', 200],
    ['/health/live', 200],
  ])("of %s are helmet's", async (path, status) => {
    const { headers } = await request(app.server).get(path).set(client.headers).expect(status);
    expect(headers).toMatchObject(expected);
    expect(headers).not.toHaveProperty('x-powered-by');
  });
});
