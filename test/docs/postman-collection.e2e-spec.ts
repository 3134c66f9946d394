import { readFile, rm } from 'node:fs/promises';
import { provideDemo } from '../../src/demo/demo.js';
import { TestApp } from '../support/app.js';
import { scratchFolder } from '../support/scratch.js';

interface CollectionRequest {
  method: 'GET' | 'POST' | 'PATCH';
  url: { raw: string; variable: { key: string; value: string }[] };
  header: { key: string; value: string; disabled?: boolean }[];
  body?: { raw?: string };
}
interface Item {
  name: string;
  request?: CollectionRequest;
  item?: Item[];
}

describe('the Postman collection, on the demo', () => {
  let app: TestApp;
  let dataDir: string;
  let variables: Record<string, string>;
  beforeAll(async () => {
    app = await TestApp.start();
    dataDir = await scratchFolder();
    const demo = await provideDemo(app.nest, dataDir, { base_url: '', admin_token: null });
    const [client] = demo?.clients ?? [];
    variables = { base_url: '', token: client?.token ?? '', domain: client?.domain ?? '' };
  });
  afterAll(async () => {
    await app.stop();
    await rm(dataDir, { recursive: true });
  });

  const filled = (text: string): string =>
    text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const value = variables[name];
      if (value === undefined) throw new Error(`nothing says what ${name} is`);
      return value;
    });
  const requestsOf = (items: Item[]): CollectionRequest[] =>
    items.flatMap(({ request, item = [] }) => [
      ...(request === undefined ? [] : [request]),
      ...requestsOf(item),
    ]);

  it('has a request for every route for clients, each of which succeeds when sent in order', async () => {
    const text = await readFile('openapi/store-api.postman_collection.json', 'utf8');
    const collection = JSON.parse(text) as {
      auth: { bearer: { value: string }[] };
      variable: { key: string }[];
      item: Item[];
    };
    expect(collection.variable.map(({ key }) => key)).toEqual(Object.keys(variables));
    const [bearer] = collection.auth.bearer;

    const answered: string[] = [];
    for (const { method, url, header, body } of requestsOf(collection.item)) {
      const path = url.variable.reduce(
        (raw, { key, value }) => raw.replace(`:${key}`, value),
        filled(url.raw),
      );
      const headers = Object.fromEntries(
        header.filter(({ disabled }) => !disabled).map(({ key, value }) => [key, filled(value)]),
      );
      const { status } = await app
        .call(({ GET: 'get', POST: 'post', PATCH: 'patch' } as const)[method], path, {
          ...headers,
          Authorization: `Bearer ${filled(bearer?.value ?? '')}`,
        })
        .send(body?.raw);
      answered.push(`${status} ${method} ${url.raw}`);
    }
    expect(answered).toEqual([
      '200 GET {{base_url}}/api/me',
      '200 GET {{base_url}}/api/products',
      '200 GET {{base_url}}/api/products/:sku',
      '200 GET {{base_url}}/api/changes',
      '200 GET {{base_url}}/api/products/:sku/stock',
      '200 GET {{base_url}}/api/stock',
      '201 POST {{base_url}}/api/orders',
      '200 GET {{base_url}}/api/orders',
      '200 POST {{base_url}}/api/orders/quote',
      '200 GET {{base_url}}/api/orders/:order_number/status',
      '200 PATCH {{base_url}}/api/orders/:order_number/shipping',
      '200 POST {{base_url}}/api/orders/:order_number/cancel',
    ]);
  });
});
