import request from 'supertest';
import { ROUTES } from '../support/access/routes.js';
import { TestApp } from '../support/app.js';
import { problemsOf } from '../support/call.js';
import { givenClient, givenPlan, givenProduct } from '../support/shop/given.js';

interface Refusal {
  status: number;
  code: string;
  errors: { field: string; code: string; message: string }[];
}

const app = await TestApp.start();
const client = await givenClient(app);

type AdminCall = Parameters<TestApp['admin']>;

async function refused(...call: AdminCall): Promise<Refusal> {
  const { status, body } = await app.admin(...call);
  return { status, ...(body as Omit<Refusal, 'status'>) };
}

describe('an unknown field of the Admin API', () => {
  it('is refused, with the closest known name, and nothing is stored', async () => {
    const { sku } = await givenProduct(app);
    const sent = { wholesale_price: 77, wholesale_prise: 78 };
    const refusal = await refused('put', `plans/${client.plan}/prices/${sku}`, sent);
    const message = 'wholesale_prise is not known; did you mean wholesale_price?';
    const error = { field: 'wholesale_prise', code: 'unknown_field', message };
    expect(refusal).toMatchObject({ status: 422, code: 'unknown_field', errors: [error] });
    const product = await app.get(`/api/products/${sku}`, client.headers);
    expect(product.body).toMatchObject({ data: { pricing: { wholesale_price: 100 } } });
  });

  it('is named by its path where it is nested', async () => {
    const product = { sku: 'NESTED-1', name: 'Nested', base_price: 1, delivery_charge: 1 };
    const variations = [{ name: 'Size', values: ['M'], color: 'red' }];
    const call = app.admin('post', 'products', { ...product, stock_qty: 1, variations });
    expect(await problemsOf(call)).toEqual(['variations.0.color unknown_field']);
  });

  it('is reported together with the other errors of the request', async () => {
    const call = app.admin('post', 'plans', { code: 'x', discont_percent: 5 });
    const problems = ['discont_percent unknown_field', 'name required'];
    expect(await problemsOf(call)).toEqual(expect.arrayContaining(problems));
  });

  it('the refusal of an unknown field that resembles no known name lists all names', async () => {
    const { errors } = await refused('post', 'plans', { code: 'y', name: 'Y', zzzzzzzzzz: 1 });
    expect(errors[0]?.message).toBe(
      'zzzzzzzzzz is not known; expected one of: code, name, discount_percent',
    );
  });
});

describe('a field that no route knows', () => {
  /** Routes that take a file, and need its name or plan first. */
  const OF_FILES = ['/admin/price-lists/import', '/admin/catalog-imports'];
  const CHANGES = ROUTES.filter(
    ([method, path, access]) =>
      access === 'operator' &&
      ['post', 'put', 'patch'].includes(method) &&
      !OF_FILES.includes(path),
  );

  it.each(CHANGES)('is refused by %s %s, also as null', async (method, path) => {
    const url = path.replace('/admin/', '').replaceAll(/:\w+/g, '1');
    const { status, errors } = await refused(method, url, { no_such_field: null });
    // Other routes that take a file refuse every JSON.
    if (status === 415) return;
    expect(status).toBe(422);
    const problems = errors.map(({ field, code }) => `${field} ${code}`);
    expect(problems).toContain('no_such_field unknown_field');
  });

  it('is refused on a route that takes no body, which says so', async () => {
    const { errors } = await refused('post', 'bank-accounts/1/default', { is_default: true });
    expect(errors[0]!.message).toBe('is_default is not known; none is expected here');
  });
});

describe('an unknown query parameter of the Admin API', () => {
  it('is refused instead of listing everything', async () => {
    const refusal = await refused('get', 'orders?statuss=pending');
    const error = { field: 'statuss', message: 'statuss is not known; did you mean status?' };
    expect(refusal).toMatchObject({ status: 422, code: 'unknown_field', errors: [error] });
  });

  it('is refused on a route that takes none', async () => {
    const { code } = await givenPlan(app);
    const call = await refused('patch', `plans/${code}?dry_run=true`, { name: 'New' });
    const message = 'dry_run is not known; none is expected here';
    const error = { field: 'dry_run', code: 'unknown_field', message };
    expect([call.status, call.errors]).toEqual([422, [error]]);
  });
});

describe('an unknown name in a call of the Store API', () => {
  it('is ignored in a query and named in X-Ignored-Parameters', async () => {
    const path = '/api/products?page=2&updated_sicne=x&limit=1';
    const { headers } = await app.get(path, client.headers).expect(200);
    expect(headers['x-ignored-parameters']).toBe('page, updated_sicne');
  });

  it('is also named on a route without parameters', async () => {
    const { sku } = await givenProduct(app);
    const answer = await app.get(`/api/products/${sku}/stock?fresh=1`, client.headers);
    expect([answer.status, answer.headers['x-ignored-parameters']]).toEqual([200, 'fresh']);
  });
});

it('lets probes add parameters to health checks', async () => {
  expect((await request(app.server).get('/health/live?probe=1')).status).toBe(200);
});

interface Operation {
  parameters?: { name: string; in: string }[];
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}
interface Schema {
  required?: string[];
  properties?: Record<string, { type?: string | string[] }>;
}

/**
 * Lists that are read as a whole, because they are short. Examples are bank accounts, receipts of one amount, addresses to choose from, series of a
 * year, stores and second factors.
 */
const WHOLE = new Set([
  '/admin/bank-accounts',
  '/admin/bank-lines/{id}/returnable',
  '/admin/clients/{id}/reached-limits',
  '/admin/clients/{id}/recipients',
  '/admin/courier-accounts',
  '/admin/courier-accounts/kinds',
  '/admin/deliveries/counts',
  '/admin/document-holds',
  '/admin/document-series',
  '/admin/e-way-bills',
  '/admin/factors',
  '/admin/jobs',
  '/admin/order-losses',
  '/admin/approval-limits/today',
  '/admin/other-accounts',
  '/admin/pickups',
  '/admin/products/{sku}/photos',
]);

/** Lists every GET whose data is an array, as the OpenAPI document describes it. A list that PUT replaces is read as a whole. */
const lists = async (): Promise<[string, Operation, Schema][]> => {
  const { body } = await request(app.server).get('/docs/admin-json').expect(200);
  const { paths } = body as { paths: Record<string, { get?: Operation; put?: Operation }> };
  return Object.entries(paths).flatMap(([path, { get, put }]) => {
    const schema = get?.responses['200']?.content?.['application/json']?.schema;
    const isList =
      schema?.properties?.data?.type === 'array' && put === undefined && !WHOLE.has(path);
    return isList ? [[path, get!, schema] satisfies [string, Operation, Schema]] : [];
  });
};

it('the lists of the Admin API all accept limit and cursor, and return next_cursor', async () => {
  const found = await lists();
  expect(found.length).toBeGreaterThanOrEqual(6);
  for (const [path, { parameters = [] }, schema] of found) {
    const names = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
    expect([path, names]).toEqual([path, expect.arrayContaining(['limit', 'cursor'])]);
    expect([path, schema.required]).toEqual([path, expect.arrayContaining(['next_cursor'])]);
    expect([path, schema.properties?.next_cursor?.type]).toEqual([path, ['string', 'null']]);
  }
});

it('no list takes a limit that is written otherwise than in digits', async () => {
  const ofOperators = (await lists()).map(([path]) => path).filter((path) => !path.includes('{'));
  const calls = [
    ...ofOperators.map((path) => (query: string) => app.admin('get', path.slice(7) + query)),
    ...['products', 'stock', 'changes', 'orders'].map(
      (path) => (query: string) => app.get(`/api/${path}${query}`, client.headers),
    ),
  ];
  for (const call of calls) {
    for (const limit of ['1e1', '1e2', '0x10', '10.0', '%2010', '+10', 'ten']) {
      expect([limit, await problemsOf(call(`?limit=${limit}`))]).toEqual([
        limit,
        expect.arrayContaining(['limit integer_expected']),
      ]);
    }
  }
});
