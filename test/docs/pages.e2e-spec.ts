import request from 'supertest';
import { CreateOrderDto } from '../../src/orders/placing/request/create-order.dto.js';
import { ERRORS } from '../../src/platform/http/errors.js';
import { PublicUrl } from '../../src/platform/http/public-url.js';
import { expectRealHistory, givenDemoSuite } from '../support/shop/demo.js';
import { headersOf } from '../support/shop/given.js';

interface Content {
  examples?: Record<string, { summary: string; value: Record<string, unknown> }>;
}

interface Operation {
  security?: object[];
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { description: string; content?: Record<string, Content> }>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  security: object[];
  components: { securitySchemes: Record<string, object>; schemas: Record<string, object> };
}
const { app, demo } = await givenDemoSuite();
const response = await request(app.server).get('/docs-json').expect(200);
const document = response.body as Document;
const operations = new Map<string, Operation>(
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => [`${method} ${path}`, operation] as const),
  ),
);
const headers = headersOf(demo.clients[0]!.token, demo.clients[0]!.domain);
const requestsOf = (name: string) =>
  Object.values(operations.get(name)?.requestBody?.content['application/json']?.examples ?? {});
const responsesOf = (name: string, status: number) => {
  const { content } = operations.get(name)!.responses[status]!;
  return Object.values(content?.['application/json']?.examples ?? {});
};
const examplesOf = (name: string, status: number) =>
  responsesOf(name, status).map(({ value }) => value);
/** Reads what the service answers to the first client of the demo. */
const answerTo = async <T = object>(path: string, status = 200): Promise<T> =>
  (await app.get(path, headers).expect(status)).body as T;

describe('the documentation', () => {
  it('has no example of ids, which importers would send with every order', () => {
    const { parameters = [], requestBody } = operations.get('post /api/orders')!;
    const key = parameters.find(({ name }) => name === 'Idempotency-Key');
    expect(key).toMatchObject({ in: 'header' });
    expect(JSON.stringify(key)).not.toContain('"example');
    const { examples = {} } = requestBody?.content['application/json'] ?? {};
    expect(Object.keys(examples)).toHaveLength(2);
    expect(JSON.stringify(examples)).not.toContain('store_order_id');
    const { properties } = document.components.schemas[CreateOrderDto.name] as {
      properties: Record<string, object>;
    };
    expect(properties.store_order_id).not.toHaveProperty('example');
  });

  it('requires both headers together', () => {
    expect(document.security).toEqual([{ token: [], domain: [] }]);
    expect(document.components.securitySchemes).toEqual({
      token: expect.objectContaining({ type: 'http', scheme: 'bearer' }),
      domain: expect.objectContaining({ type: 'apiKey', in: 'header', name: 'X-Client-Domain' }),
    });
  });

  it('has a named example of every answer except 304, and error examples from the table of errors', () => {
    for (const [name, { responses }] of operations) {
      for (const [status, { content }] of Object.entries(responses)) {
        if (status === '304' || content?.['application/pdf'] !== undefined) continue;
        const examples = Object.entries(content?.['application/json']?.examples ?? {});
        expect([name, status, examples.length]).not.toEqual([name, status, 0]);
        if (status < '400') continue;
        for (const [code, { value }] of examples) {
          expect(value.code).toBe(code);
          expect(ERRORS[code as keyof typeof ERRORS].status).toBe(Number(status));
        }
      }
    }
  });

  it('has realistic demo data', async () => {
    const { total, data } = await answerTo<{ total: number; data: { stock_qty: number }[] }>(
      '/api/products',
    );
    expect(total).toBeGreaterThanOrEqual(40);
    expect(data.filter(({ stock_qty }) => stock_qty === 0)).toHaveLength(1);
    expect(demo.clients.map(({ subscription }) => subscription).sort()).toEqual([
      ...Array.from({ length: 9 }, () => 'active'),
      'ended',
    ]);
    const ended = demo.clients[2];
    await app.get('/api/products', headersOf(ended?.token ?? '', ended?.domain ?? '')).expect(403);
    await app.expectInvariants();
    await expectRealHistory(app);
  });
});

describe('the documentation, on the demo,', () => {
  it('shows the products and stocks that the demo answers', async () => {
    const { data } = await answerTo<{ data: object[] }>('/api/products');
    const [documented] = examplesOf('get /api/products', 200) as { data: object[] }[];
    expect(data[0]).toEqual(documented?.data[0]);

    const refused = await answerTo('/api/products?limit=0&in_stock=yes', 422);
    const [refusal] = examplesOf('get /api/products', 422);
    expect({ ...refused, request_id: '' }).toEqual({ ...refusal, request_id: '' });

    const products = examplesOf('get /api/products/{sku}', 200) as { data: { sku: string } }[];
    for (const example of products) {
      expect(await answerTo(`/api/products/${example.data.sku}`)).toEqual(example);
    }
    for (const example of examplesOf('get /api/products/{sku}/stock', 200)) {
      expect(await answerTo(`/api/products/${String(example.sku)}/stock`)).toEqual(example);
    }
  });

  it('shows the stock lists that the demo answers', async () => {
    for (const { summary: query, value } of responsesOf('get /api/stock', 200)) {
      expect(await answerTo(`/api/stock?${query}`)).toEqual(value);
    }
    const refused = await answerTo('/api/stock?skus=', 422);
    const [refusal] = examplesOf('get /api/stock', 422);
    expect({ ...refused, request_id: '' }).toEqual({ ...refusal, request_id: '' });
  });

  it("shows the identity of the demo's first client", async () => {
    const [documented] = examplesOf('get /api/me', 200) as { data: object }[];
    expect(await answerTo('/api/me')).toEqual({
      success: true,
      data: {
        ...documented?.data,
        token: { last4: demo.clients[0]?.token.slice(-4), expires_at: null },
        server_time: expect.any(String),
      },
    });
  });

  it('shows a quote that the demo answers', async () => {
    const [wanted] = requestsOf('post /api/orders/quote');
    const { body } = await app.post('/api/orders/quote', headers, wanted?.value).expect(200);
    expect([body]).toEqual(examplesOf('post /api/orders/quote', 200));
  });

  it('shows changes as the demo answers them', async () => {
    const [everything, changes] = examplesOf('get /api/changes', 200);
    const next_cursor: unknown = expect.any(String);
    expect(await answerTo('/api/changes?limit=1')).toEqual({ ...everything, next_cursor });

    // Until no change is returned again: transactions of other databases may have been open.
    let since = '';
    for (let told = 1; told > 0;) {
      const page = await answerTo<{ data: object[]; next_cursor: string }>(
        `/api/changes?since=${since}`,
      );
      [told, since] = [page.data.length, page.next_cursor];
    }
    await app.admin('patch', 'products/TW-GLS-06', { active: true }).expect(200);
    await app.admin('patch', 'products/KT-APR-85', { active: false }).expect(200);
    expect(await answerTo(`/api/changes?since=${since}`)).toEqual({ ...changes, next_cursor });
    await app.admin('patch', 'products/KT-APR-85', { active: true }).expect(200);
  });

  it('shows orders that the demo accepts, with its amounts', async () => {
    const [documented] = examplesOf('post /api/orders', 201);
    const answers: Record<string, unknown>[] = [];
    const ids = ['SHOP-1001', 'SHOP-1002'];
    for (const [index, { value }] of requestsOf('post /api/orders').entries()) {
      // As an importer sends it, once and again.
      await app.post('/api/orders', headers, value).expect(201);
      await app.post('/api/orders', headers, value).expect(201);
      const order = { ...value, store_order_id: ids[index] };
      const { body } = await app.post('/api/orders', headers, order).expect(201);
      answers.push(body as Record<string, unknown>);
    }
    const number = String(answers[0]?.order_number);
    const page = app.service(PublicUrl).dashboard(`/orders/${number}`);
    const message = String(documented?.message).replace(/\(.*\)/, `(${page})`);
    expect(answers[0]).toEqual({ ...documented, order_number: number, message });

    const [status] = examplesOf('get /api/orders/{order_number}/status', 200);
    expect(await answerTo('/api/orders/SHOP-1001/status')).toEqual({
      ...status,
      order_number: answers[0]?.order_number,
      timeline: [{ status: 'awaiting_payment', changed_at: expect.any(String) }],
    });

    const [listed] = examplesOf('get /api/orders', 200) as [{ data: object[] }];
    const list = await answerTo<{ data: { store_order_id: string }[] }>(
      '/api/orders?status=awaiting_payment',
    );
    expect(Object.keys(list).sort()).toEqual(Object.keys(listed).sort());
    expect(list.data.find((order) => order.store_order_id === 'SHOP-1001')).toEqual({
      ...listed.data[0],
      order_number: answers[0]?.order_number,
      timeline: [{ status: 'awaiting_payment', changed_at: expect.any(String) }],
    });
  });

  it('shows refusals that the demo answers', async () => {
    const [duplicate] = examplesOf('post /api/orders', 409);
    const { value: first } = requestsOf('post /api/orders')[0]!;
    const repeated = { ...first, store_order_id: 'SHOP-1001' };
    const { body } = await app.post('/api/orders', headers, repeated).expect(409);
    expect(Object.keys(body as object).sort()).toEqual(Object.keys(duplicate ?? {}).sort());

    const items: Record<string, object> = {
      unknown_sku: { sku: 'TW-GLS-99', quantity: 1 },
      variation_required: { sku: 'BB-TWL-75', quantity: 1 },
      variation_unknown: { sku: 'BB-TWL-75', quantity: 1, variation: 'Purple' },
    };
    for (const example of examplesOf('post /api/orders', 422)) {
      const item = items[String(example.code)];
      if (item === undefined) continue;
      const refused = await app
        .post('/api/orders', headers, { ...first, store_order_id: null, items: [item] })
        .expect(422);
      expect(refused.body).toEqual({ ...example, request_id: expect.any(String) });
    }
  });
});
