import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import request from 'supertest';
import { TestApp } from '../support/app.js';
import {
  givenClient,
  givenProduct,
  givenShirt,
  orderBody,
  type GivenClient,
} from '../support/given.js';

interface ErrorBody {
  code: string;
  errors: { field: string; code: string; message: string }[];
}

describe('bad input to POST /api/orders', () => {
  let app: TestApp;
  let client: GivenClient;
  let sku: string;
  beforeAll(async () => {
    app = await TestApp.start();
    client = await givenClient(app);
    ({ sku } = await givenProduct(app));
  });
  afterAll(async () => {
    // Nothing of all this may have ordered anything.
    const { body } = await app.get(`/api/products/${sku}/stock`, client.headers);
    expect(body).toMatchObject({ stock_qty: 100 });
    await app.stop();
  });

  const raw = (body: string | Buffer, type = 'application/json') =>
    app
      .call('post', '/api/orders', client.headers)
      .type(type)
      .serialize((sent) => sent as string)
      .send(body);
  const valid = () => orderBody({ sku, quantity: 1 });
  const refused = async (body: object): Promise<[field: string, code: string][]> => {
    const response = await app.post('/api/orders', client.headers, body).expect(422);
    const { code, errors } = response.body as ErrorBody;
    expect(code).toBe('validation_failed');
    return errors.map((error) => [error.field, error.code]);
  };

  describe('as a whole', () => {
    it.each([
      ['truncated JSON', '{"customer":'],
      ['no JSON at all', 'customer=Asha'],
      ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ])('%s is 400', async (_, body) => {
      const response = await raw(body).expect(400);
      expect(response.body).toMatchObject({ success: false, code: 'malformed_json' });
    });

    it('does not quote the body in the answer', async () => {
      const { text } = await raw('{"customer": Asha-secret').expect(400);
      expect(text).not.toContain('Asha');
    });

    it.each(['null', '"text"', '5', '[]', '[{}]'])(
      'JSON that is no object is 422: %s',
      async (body) => {
        const response = await raw(body).expect(422);
        expect((response.body as ErrorBody).errors).toEqual([
          expect.objectContaining({ field: 'body', code: 'object_expected' }),
        ]);
      },
    );

    it('nesting of any depth is 422', async () => {
      const depth = 50_000;
      const body = `{"notes":${'['.repeat(depth)}${']'.repeat(depth)}}`;
      const response = await raw(body).expect(422);
      expect((response.body as ErrorBody).errors[0]).toMatchObject({ code: 'too_deep' });
    });

    it('more than 256 kB are 413', async () => {
      const response = await raw(JSON.stringify({ notes: 'x'.repeat(257 * 1024) })).expect(413);
      expect(response.body).toMatchObject({ code: 'payload_too_large' });
    });

    it.each([
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=latin1',
    ])('%s is 415', async (type) => {
      const response = await raw('{}', type).expect(415);
      expect(response.body).toMatchObject({ code: 'unsupported_media_type' });
    });

    it('a compressed body is 415', async () => {
      await raw('{}').set('Content-Encoding', 'gzip').expect(415);
    });

    it('no body at all names every required field', async () => {
      const response = await app.call('post', '/api/orders', client.headers).expect(422);
      expect((response.body as ErrorBody).errors.map(({ field }) => field)).toEqual([
        'customer.name',
        'customer.phone',
        'shipping.address',
        'shipping.city',
        'shipping.state',
        'shipping.pincode',
        'items',
      ]);
    });
  });

  describe('names every field at fault', () => {
    it('in one answer, with dotted paths', async () => {
      const errors = await refused({
        customer: { name: 5, phone: 'call me', email: 'nobody' },
        shipping: { address: 'x', city: '  ', state: ['MH'], pincode: '012345' },
        items: [
          { sku, quantity: 0 },
          { quantity: '2' },
          'three',
          { sku, quantity: 1, variation: 4 },
        ],
        store_order_id: 'WO-0123456789',
        notes: 'tab\there',
      });
      expect(errors).toEqual([
        ['customer.name', 'string_expected'],
        ['customer.phone', 'invalid_phone'],
        ['customer.email', 'invalid_email'],
        ['shipping.city', 'required'],
        ['shipping.state', 'string_expected'],
        ['shipping.pincode', 'invalid_pincode'],
        ['items.0.quantity', 'out_of_range'],
        ['items.1.sku', 'required'],
        ['items.1.quantity', 'integer_expected'],
        ['items.2.sku', 'required'],
        ['items.2.quantity', 'required'],
        ['items.3.variation', 'string_expected'],
        ['store_order_id', 'reserved_form'],
        ['notes', 'invalid_characters'],
      ]);
    });
  });

  describe('objects and lists', () => {
    it.each([
      ['customer', []],
      ['customer', [{ name: 'A', phone: '9876543210' }]],
      ['customer', 'Asha'],
      ['shipping', 7],
      ['shipping', true],
    ])('%s as %j is no object', async (field, value) => {
      expect(await refused({ ...valid(), [field]: value })).toContainEqual([
        field,
        'object_expected',
      ]);
    });

    it.each([
      [null, 'required'],
      [{}, 'list_expected'],
      ['x', 'list_expected'],
      [[], 'out_of_range'],
    ])('items as %j are %s', async (items, code) => {
      expect(await refused({ ...valid(), items })).toEqual([['items', code]]);
    });

    it('a list in the list of items is no item', async () => {
      expect(await refused({ ...valid(), items: [[{ sku, quantity: 1 }]] })).toEqual([
        ['items.0.sku', 'required'],
        ['items.0.quantity', 'required'],
      ]);
    });

    it('more than 100 items are refused without judging thousands of them', async () => {
      const refusedFor = async (count: number): Promise<[string, string] | undefined> => {
        const items = Array.from({ length: count }, () => ({ sku, quantity: 1 }));
        return (await refused({ ...valid(), items }))[0];
      };
      expect(await refusedFor(101)).toEqual(['items', 'out_of_range']);
      expect(await refusedFor(1_000)).toEqual(['items', 'out_of_range']);
      expect(await refusedFor(6_000)).toEqual(['body', 'too_large']);
    });

    it('100 items are taken', async () => {
      const many = await givenProduct(app, { stock: 100 });
      const items = Array.from({ length: 100 }, () => ({ sku: many.sku, quantity: 1 }));
      const { body } = await app.post('/api/orders', client.headers, orderBody(items)).expect(201);
      expect(body).toMatchObject({ items_count: 100, subtotal: 10_000 });
    });
  });

  describe('numbers', () => {
    it.each([
      ['2', 'integer_expected'],
      [true, 'integer_expected'],
      [[2], 'integer_expected'],
      [1.5, 'integer_expected'],
      [0, 'out_of_range'],
      [-1, 'out_of_range'],
      [10_001, 'out_of_range'],
      [1e21, 'out_of_range'],
      [2 ** 53 + 2, 'out_of_range'],
    ])('quantity %j is %s', async (quantity, code) => {
      expect(await refused(orderBody({ sku, quantity }))).toEqual([['items.0.quantity', code]]);
    });
  });

  describe('texts', () => {
    it.each([
      ['a NUL', 'a\u0000b'],
      ['another control character', 'a\u001bb'],
      ['a line break outside of address and notes', 'a\nb'],
      ['a lone surrogate', '\ud800'],
    ])('%s is refused', async (_, text) => {
      const errors = await refused({
        ...valid(),
        store_order_id: text,
        items: [{ sku: text, quantity: 1, variation: text }],
      });
      expect(errors).toEqual([
        ['items.0.sku', 'invalid_characters'],
        ['items.0.variation', 'invalid_characters'],
        ['store_order_id', 'invalid_characters'],
      ]);
    });

    it.each([
      ['customer.name', 120],
      ['shipping.address', 500],
      ['store_order_id', 64],
      ['notes', 1_000],
    ])('%s may have %i characters, whatever they are', async (field, max) => {
      const body = (length: number): object => {
        const text = '🧺'.repeat(length);
        const made = valid();
        const [outer = '', inner] = field.split('.');
        if (inner === undefined) return { ...made, [outer]: text };
        return { ...made, [outer]: { ...(made[outer] as object), [inner]: text } };
      };
      expect(await refused(body(max + 1))).toEqual([[field, 'too_long']]);
      // Refused for its items, so that nothing is ordered: the text itself is fine.
      const fine = { ...body(max), items: [{ sku: 'NO-SUCH', quantity: 1 }] };
      const { body: answer } = await app.post('/api/orders', client.headers, fine).expect(422);
      expect(answer).toMatchObject({ code: 'unknown_sku' });
    });

    it.each([
      ['9876543210', true],
      ['+91 (98765) 432.10', true],
      ['1234567', true],
      ['123456', false],
      ['1234567890123456', false],
      ['++919876543210', false],
      ['98765x43210', false],
    ])('phone %p: %p', async (phone, isTaken) => {
      const body = { ...valid(), customer: { name: 'A', phone }, items: [] };
      const fields = (await refused(body)).map(([field]) => field);
      expect(fields.includes('customer.phone')).toBe(!isTaken);
    });

    it.each([
      ['560001', undefined, true],
      ['560 001', 'India', true],
      ['056001', 'india', false],
      ['56000', undefined, false],
      ['SW1A 1AA', 'United Kingdom', true],
      ['SW1A 1AA', 'India', false],
      ['12', 'Monaco', false],
    ])('pincode %p in %p: %p', async (pincode, country, isTaken) => {
      const shipping = { address: 'a', city: 'c', state: 's', pincode, country };
      const fields = (await refused({ ...valid(), shipping, items: [] })).map(([field]) => field);
      expect(fields.includes('shipping.pincode')).toBe(!isTaken);
    });
  });

  it('takes no property of an object for a field', async () => {
    const body = `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},${JSON.stringify(
      orderBody({ sku: 'NO-SUCH', quantity: 1 }),
    ).slice(1)}`;
    await raw(body).expect(422);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

/** An order's body with other values at dotted paths. */
function orderWith(sku: string, values: Record<string, unknown>): Record<string, unknown> {
  const body = orderBody({ sku, quantity: 1 });
  for (const [path, value] of Object.entries(values)) {
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    const holder = keys.reduce<object>((outer, key) => Reflect.get(outer, key) as object, body);
    Reflect.set(holder, last, value);
  }
  return body;
}

/** Values that no field takes, and the code that says why; beyond those above. */
const BAD_VALUES: [path: string, value: unknown, code: string][] = [
  ['customer.name', null, 'required'],
  ['customer.name', '', 'required'],
  ['customer.name', ' \t\n', 'required'],
  ['customer.name', [], 'string_expected'],
  ['customer.name', {}, 'string_expected'],
  ['customer.name', false, 'string_expected'],
  ['customer.phone', '', 'required'],
  ['customer.phone', 9_876_543_210, 'string_expected'],
  ['customer.phone', '+', 'invalid_phone'],
  ['customer.phone', '- ( ) .', 'invalid_phone'],
  ['customer.phone', '٩٨٧٦٥٤٣٢١٠', 'invalid_phone'],
  ['customer.phone', '98765 43210 ext 5', 'invalid_phone'],
  ['customer.phone', '98765 43210 98765 43210', 'too_long'],
  ['customer.email', 5, 'string_expected'],
  ['customer.email', 'asha@', 'invalid_email'],
  ['customer.email', 'asha@example', 'invalid_email'],
  ['customer.email', 'asha verma@example.com', 'invalid_email'],
  ['customer.email', `${'x'.repeat(250)}@example.com`, 'too_long'],
  ['shipping.address', null, 'required'],
  ['shipping.address', 14, 'string_expected'],
  ['shipping.address', '14\tLake View Road', 'invalid_characters'],
  ['shipping.address', '14\u0085Lake View Road', 'invalid_characters'],
  ['shipping.city', 'x'.repeat(81), 'too_long'],
  ['shipping.city', 'Pu\r\nne', 'invalid_characters'],
  ['shipping.state', '', 'required'],
  ['shipping.state', 'x'.repeat(81), 'too_long'],
  ['shipping.pincode', 560_001, 'string_expected'],
  ['shipping.pincode', '5600011', 'invalid_pincode'],
  ['shipping.pincode', '56000l', 'invalid_pincode'],
  ['shipping.pincode', '५६०००१', 'invalid_pincode'],
  ['shipping.pincode', '560001 560001', 'too_long'],
  ['shipping.country', 91, 'string_expected'],
  ['shipping.country', 'x'.repeat(81), 'too_long'],
  ['shipping.country', 'India\ud800', 'invalid_characters'],
  ['items.0.sku', null, 'required'],
  ['items.0.sku', ' ', 'required'],
  ['items.0.sku', 5, 'string_expected'],
  ['items.0.sku', 'x'.repeat(65), 'too_long'],
  ['items.0.quantity', null, 'required'],
  ['items.0.quantity', '', 'required'],
  ['items.0.quantity', {}, 'integer_expected'],
  ['items.0.quantity', '1e3', 'integer_expected'],
  ['items.0.quantity', 0.1 + 0.2, 'integer_expected'],
  ['items.0.quantity', -0, 'out_of_range'],
  ['items.0.quantity', 1.7e308, 'out_of_range'],
  ['items.0.variation', [], 'string_expected'],
  ['items.0.variation', 'x'.repeat(201), 'too_long'],
  ['store_order_id', 1001, 'string_expected'],
  ['store_order_id', '.', 'reserved_form'],
  ['store_order_id', '..', 'reserved_form'],
  ['store_order_id', 'SHOP\t1001', 'invalid_characters'],
  ['notes', 5, 'string_expected'],
  ['notes', ['call'], 'string_expected'],
  ['notes', 'ring\u007f', 'invalid_characters'],
];

describe('bad values, field by field', () => {
  let app: TestApp;
  let client: GivenClient;
  let shirt: string;
  beforeAll(async () => {
    app = await TestApp.start();
    client = await givenClient(app);
    await givenProduct(app, { sku: 'MUG', stock: 5 });
    await givenProduct(app, { sku: 'OFF', active: false });
    await givenProduct(app, { sku: 'UNPRICED', basePriceMinor: null });
    ({ sku: shirt } = await givenShirt(app, { 'Size:M|Colour:Red': 0 }));
  });
  afterAll(async () => {
    expect(await app.dataSource.query('SELECT FROM orders')).toEqual([]);
    await app.stop();
  });

  const place = (body: object) => app.post('/api/orders', client.headers, body);

  it.each(BAD_VALUES)('%s: %j is 422 %s', async (path, value, code) => {
    const { body } = await place(orderWith('MUG', { [path]: value })).expect(422);
    const { errors, ...rest } = body as ErrorBody;
    expect(rest).toMatchObject({ success: false, code: 'validation_failed' });
    expect(errors.map((error) => [error.field, error.code])).toEqual([[path, code]]);
  });

  it.each([
    ['NO-SUCH', 1, null, 'unknown_sku', 'sku'],
    ['mug', 1, null, 'unknown_sku', 'sku'],
    ['OFF', 1, null, 'unknown_sku', 'sku'],
    ['UNPRICED', 1, null, 'unknown_sku', 'sku'],
    ['MUG', 6, null, 'insufficient_stock', 'quantity'],
    ['MUG', 10_000, 'any', 'insufficient_stock', 'quantity'],
    ['a shirt', 1, null, 'variation_required', 'variation'],
    ['a shirt', 1, ' ', 'variation_required', 'variation'],
    ['a shirt', 1, 'XL / Red', 'variation_unknown', 'variation'],
    ['a shirt', 1, 'M', 'variation_unknown', 'variation'],
    ['a shirt', 1, 'Colour:M|Size:Red', 'variation_unknown', 'variation'],
    ['a shirt', 1, 'M / Red', 'insufficient_stock', 'quantity'],
  ])('%s × %j, variation %j, is 422 %s', async (sku, quantity, variation, code, field) => {
    const ordered = sku === 'a shirt' ? shirt : sku;
    const { body } = await place(orderBody({ sku: ordered, quantity, variation })).expect(422);
    expect(body).toMatchObject({ code, errors: [{ field: `items.0.${field}`, code }] });
  });

  it.each(['', 'x'.repeat(256), 'clé'])('Idempotency-Key %j is 422 invalid_key', async (key) => {
    const { body } = await place(orderBody({ sku: 'MUG', quantity: 1 }))
      .set('Idempotency-Key', key)
      .expect(422);
    const errors = [{ field: 'Idempotency-Key', code: 'invalid_key' }];
    expect(body).toMatchObject({ code: 'validation_failed', errors });
  });

  it.each([
    ['/api/products/%00', 'product_not_found'],
    ['/api/products/a%0Ab', 'product_not_found'],
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
    ['/api/orders/status', 'route_not_found'],
    ['/api/order', 'route_not_found'],
  ])('GET %.60s is 404 %s', async (path, code) => {
    const { body } = await app.get(path, client.headers).expect(404);
    expect(body).toMatchObject({ success: false, code });
  });
});

describe('requests to nowhere and requests that are none', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());

  it.each([
    '/',
    '/api',
    '/api/',
    '/api/nothing',
    '/API/PRODUCTS/x/y',
    '/%ff',
    '/%00',
    '/api//products',
  ])('GET %s is 404', async (path) => {
    const { body, headers } = await request(app.server).get(path).expect(404);
    expect(body).toMatchObject({ success: false, code: 'route_not_found' });
    expect(headers).toMatchObject({ 'x-request-id': (body as { request_id: string }).request_id });
  });

  it.each(['delete', 'put', 'patch', 'options'] as const)(
    '%s of a known path is 404',
    async (verb) => {
      await request(app.server)[verb]('/api/products').expect(404);
    },
  );

  it("keeps a caller's sane request id, and no other", async () => {
    const ask = (id: string) => request(app.server).get('/nowhere').set('X-Request-Id', id);
    expect((await ask('store-42.a')).headers['x-request-id']).toBe('store-42.a');
    expect((await ask('a b')).headers['x-request-id']).not.toBe('a b');
    expect((await ask('x'.repeat(65))).headers['x-request-id']).not.toContain('xx');
  });

  it('names ignored fields in a header that every client can read', async () => {
    const client = await givenClient(app);
    const { sku } = await givenProduct(app);
    const unknown = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`${'한'.repeat(98)}${index}`, 1]),
    );
    const { headers } = await app
      .post('/api/orders', client.headers, {
        ...orderBody({ sku, quantity: 1 }),
        price: 1,
        ...unknown,
      })
      .expect(201);
    expect(headers['x-ignored-fields']).toMatch(/^price, .*\+\d+$/);
    expect(headers['x-ignored-fields']?.length).toBeLessThan(1_100);
  });

  it.each([
    [
      'Expect: something',
      'GET /health/live HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\nConnection: close\r\n\r\n',
      200,
    ],
    ['no Host', 'GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n', 200],
    ['HTTP/1.0', 'GET /health/live HTTP/1.0\r\n\r\n', 200],
    ['CONNECT', 'CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n', 404],
  ])('%s is answered with a request id', async (_, sent, status) => {
    const answer = await exchange(sent);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer.toLowerCase()).toContain('x-request-id: ');
    expect(
      JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1)),
    ).toBeDefined();
  });

  it('a caller that shuts its side after the request gets its answer, order or not', async () => {
    const client = await givenClient(app);
    const { sku } = await givenProduct(app);
    const body = JSON.stringify(orderBody({ sku, quantity: 1 }));
    const headers = Object.entries(client.headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const order = `POST /api/orders HTTP/1.1\r\nHost: x\r\n${headers.join('')}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    expect(await exchange(order, { shutAfterwards: true })).toMatch(/^HTTP\/1.1 201 /);
  });

  it('a fault on a connection is not taken for the answer to the request before it', async () => {
    const client = await givenClient(app);
    const headers = Object.entries(client.headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const asked = `GET /api/products HTTP/1.1\r\nHost: x\r\n${headers.join('')}\r\n`;
    expect(await exchange(`${asked}GARBAGE\r\n\r\n`)).toMatch(/^HTTP\/1.1 200 /);
  });

  /** Sends bytes and reads until the other side closes. */
  const exchange = (sent: string, { shutAfterwards = false } = {}): Promise<string> => {
    const { port } = app.server.address() as AddressInfo;
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => {
        if (shutAfterwards) socket.end(sent);
        else socket.write(sent);
      });
      let received = '';
      socket.on('data', (data) => (received += data.toString()));
      socket.on('end', () => resolve(received));
      socket.on('error', reject);
    });
  };

  it.each([
    ['no HTTP at all', 'HELLO\r\n\r\n', 400, 'malformed_request'],
    [
      'headers of 20 kB',
      `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
  ])('%s is answered in the one error shape', async (_, sent, status, code) => {
    const answer = await exchange(sent);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as object;
    expect(body).toMatchObject({ success: false, code, request_id: expect.any(String) });
  });
});
