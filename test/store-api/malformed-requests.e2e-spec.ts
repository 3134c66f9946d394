import { connect, type AddressInfo } from 'node:net';
import request from 'supertest';
import { givenProduct, orderBody } from '../support/shop/given.js';
import { givenSuite } from '../support/shop/shop.js';
const { app, shop } = await givenSuite();
await givenProduct(app, { sku: 'MUG', stock: 5 });

describe('an unknown path', () => {
  it.each([
    ['/api/products/%00', 'product_not_found'],
    ['/api/products/a%0Ab', 'product_not_found'],
    ['/api/products/..%2F..%2Fetc/stock', 'product_not_found'],
    ['/api/products/%F0%9F%A7%BA/stock', 'product_not_found'],
    [`/api/products/${'x'.repeat(5_000)}`, 'product_not_found'],
    ['/api/products/MUG%2Fstock', 'product_not_found'],
    ['/api/products/MUG/stock/x', 'route_not_found'],
    ['/api/products/%C0%80', 'route_not_found'],
    ['/api/products/%ED%A0%80/stock', 'route_not_found'],
    ['/api/products/%/stock', 'route_not_found'],
    ['/api/orders/%00/status', 'order_not_found'],
    ['/api/orders/wo-0000000000/status', 'order_not_found'],
    ['/api/orders/1%20OR%201=1/status', 'order_not_found'],
    ['/api/orders//status', 'route_not_found'],
    ['/api/orders/status', 'order_not_found'],
    ['/api/order', 'route_not_found'],
  ])('is 404 for a client: GET %.60s is %s', async (path, code) => {
    const { body } = await app.get(path, shop.client.headers).expect(404);
    expect(body).toMatchObject({ success: false, code });
  });

  it.each(['/api', '/api/', '/api/nothing', '/API/PRODUCTS/x/y', '/%ff', '/%00', '/api//products'])(
    'is 404 without a token: GET %s',
    async (path) => {
      const { body, headers } = await request(app.server).get(path).expect(404);
      expect(body).toMatchObject({ success: false, code: 'route_not_found' });
      expect(headers).toMatchObject({
        'x-request-id': (body as { request_id: string }).request_id,
      });
    },
  );
});

describe('a method that a path does not have', () => {
  it.each([
    ['delete', '/api/products', 'GET, HEAD, OPTIONS'],
    ['put', '/api/products', 'GET, HEAD, OPTIONS'],
    ['post', '/api/orders/WO-AAAAAAAAAA?include=shipments', 'GET, HEAD, OPTIONS, PATCH'],
    ['head', '/api/orders/1/cancel', 'OPTIONS, POST'],
    ['delete', '/admin/orders', 'GET, HEAD, OPTIONS'],
    ['put', '/dashboard/api/orders', 'GET, HEAD, OPTIONS'],
    // Names next to keys.
    ['get', '/api/orders/quote', 'OPTIONS, POST'],
    ['patch', '/API/orders/reconcile/', 'OPTIONS, POST'],
    ['delete', '/admin/tax-rates/allowed', 'GET, HEAD, OPTIONS, PUT'],
    ['patch', '/admin/products/export', 'GET, HEAD, OPTIONS'],
    ['get', '/gateway/notices', 'OPTIONS, POST'],
    ['post', '/docs', 'GET, HEAD, OPTIONS'],
    ['post', '/Docs/start/', 'GET, HEAD, OPTIONS'],
    ['delete', '/', 'GET, HEAD, OPTIONS'],
  ] as const)('is 405 before the token: %s %s may be %s', async (method, path, allowed) => {
    const answer = await request(app.server)[method](path).expect(405);
    expect(answer.headers.allow).toBe(allowed);
    if (method !== 'head')
      expect(answer.body).toMatchObject({ success: false, code: 'method_not_allowed' });
  });

  it('can be looked up by OPTIONS, which grants no other origin anything', async () => {
    for (const [path, allow] of [
      ['/api/orders', 'GET, HEAD, OPTIONS, POST'],
      ['/admin/products/tax', 'OPTIONS, POST'],
      ['/gateway/notices', 'OPTIONS, POST'],
      ['/docs', 'GET, HEAD, OPTIONS'],
      ['/', 'GET, HEAD, OPTIONS'],
    ]) {
      const { headers, text } = await request(app.server)
        .options(path!)
        .set({ Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' })
        .expect(204);
      expect(text).toBe('');
      expect(headers).toMatchObject({ allow, 'cache-control': 'no-store' });
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
    for (const path of ['/api/nothing', '/docs/nothing']) {
      await request(app.server).options(path).expect(404);
    }
    await request(app.server).post('/dashboard/api/nothing').expect(404);
  });

  it('takes no name from an order that has it', async () => {
    const order = { ...orderBody({ sku: 'MUG', quantity: 1 }), store_order_id: 'quote' };
    const { headers } = shop.client;
    await app.post('/api/orders', headers, order).expect(201);
    await request(app.server).get('/api/orders/quote').set(headers).expect(200);
    await request(app.server).get('/api/orders/reconcile').set(headers).expect(405);
  });
});

describe('the headers of a response', () => {
  it('echo a valid X-Request-Id and replace any other', async () => {
    const idFor = async (id: string): Promise<string | undefined> => {
      const { headers } = await request(app.server).get('/nowhere').set('X-Request-Id', id);
      return headers['x-request-id'];
    };
    expect(await idFor('store-42.a')).toBe('store-42.a');
    expect(await idFor('a b')).not.toBe('a b');
    expect(await idFor('x'.repeat(65))).not.toContain('xx');
  });

  it('name ignored fields in a form that every HTTP client can read', async () => {
    const { sku } = await givenProduct(app);
    const unknown = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`${'한'.repeat(98)}${index}`, 1]),
    );
    const body = { ...orderBody({ sku, quantity: 1 }), price: 1, ...unknown };
    const headers = await shop.orders.placeBody(body).headers();
    expect(headers['x-ignored-fields']).toMatch(/^price, .*\+\d+$/);
    expect(headers['x-ignored-fields']?.length).toBeLessThan(1_100);
  });
});

describe('bytes on a connection', () => {
  /** Sends bytes, and more after the first answer, and reads until the other side closes. */
  const exchange = (sent: string, { then = '' } = {}): Promise<string> => {
    const { port } = app.server.address() as AddressInfo;
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(sent));
      let received = '';
      socket.once('data', () => {
        if (then !== '') socket.write(then);
      });
      socket.on('data', (data) => (received += data.toString()));
      socket.on('end', () => resolve(received));
      socket.on('error', reject);
    });
  };
  /** Makes the head of a request with the store's headers. */
  const headOf = (requestLine: string): string => {
    const headers = Object.entries(shop.client.headers).map(([name, value]) => `${name}: ${value}`);
    return [requestLine, 'Host: x', ...headers, ''].join('\r\n');
  };

  it.each([
    [
      'Expect: something',
      'GET /health/live HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\nConnection: close\r\n\r\n',
      200,
    ],
    ['no Host', 'GET /health/live HTTP/1.1\r\n\r\n', 400],
    ['two Hosts', 'GET /health/live HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n', 400],
    ['two in one Host', 'GET /health/live HTTP/1.1\r\nHost: x, y\r\n\r\n', 400],
    ['an empty Host', 'GET /health/live HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n', 200],
    ['HTTP/1.0 with two Hosts', 'GET /health/live HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n', 400],
    ['HTTP/1.0', 'GET /health/live HTTP/1.0\r\n\r\n', 200],
    ['CONNECT', 'CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n', 404],
  ])('get a response with a request id: %s', async (_, sent, status) => {
    const answer = await exchange(sent);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer.toLowerCase()).toContain('x-request-id: ');
    const json = answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1);
    expect(JSON.parse(json)).toBeDefined();
  });

  it.each([
    'POST /api/orders',
    'POST /api/orders/quote',
    'PATCH /api/orders/WO-1/shipping',
    'POST /admin/clients',
  ])(
    'keep their connection after a refused %s that arrived whole, and lose it after a part of one',
    async (line) => {
      const head = `${line} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n`;
      const last = 'GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
      const whole = await exchange(`${head}{}`, { then: last });
      expect(whole.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 401', 'HTTP/1.1 200']);
      expect(whole).toMatch(/^Connection: keep-alive\r$/m);
      const part = await exchange(`${head}{`);
      expect(part.match(/^HTTP\/1.1 \d+|^Connection: .*$/gm)).toEqual([
        'HTTP/1.1 401',
        'Connection: close',
      ]);
    },
  );

  it('do not affect the response to the request before them', async () => {
    const sent = `${headOf('GET /api/products HTTP/1.1')}\r\nGARBAGE\r\n\r\n`;
    expect(await exchange(sent)).toMatch(/^HTTP\/1.1 200 /);
  });

  it.each([
    ['are malformed HTTP', 'HELLO\r\n\r\n', '400 Bad Request', 'malformed_request'],
    [
      'have headers of 20 kB',
      `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      '431 Request Header Fields Too Large',
      'headers_too_large',
    ],
  ])('are refused in the common error format when they %s', async (_, sent, status, code) => {
    const answer = await exchange(sent);
    expect(answer.slice(0, answer.indexOf('\r\n'))).toBe(`HTTP/1.1 ${status}`);
    expect(answer).toContain(`\r\nLink: </docs/errors#${code}>; rel="help"\r\n`);
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as object;
    expect(body).toMatchObject({ success: false, code, request_id: expect.any(String) });
  });

  describe('that come too late', () => {
    let headersTimeout: number;
    beforeAll(() => {
      ({ headersTimeout } = app.server);
      app.server.headersTimeout = 1;
    });
    afterAll(() => {
      app.server.headersTimeout = headersTimeout;
    });

    it('are answered 408 if a request has begun', async () => {
      expect(await exchange('GET / HT')).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/);
    });

    it('are not answered if nothing was sent', async () => {
      expect(await exchange('')).toBe('');
    });
  });
});
