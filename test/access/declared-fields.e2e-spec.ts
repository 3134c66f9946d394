import type { AnySchemaObject } from 'ajv';
import { badObjects, badQueries, TOO_MANY, type Refused } from '../support/access/bad-values.js';
import { OPERATOR, TestApp, UNLIMITED, type StoreHeaders } from '../support/app.js';
import type { ErrorBody } from '../support/call.js';
import { builtDocument, DOCUMENTS } from '../support/native/contract.js';
import { Wire } from '../support/documents/wire.js';
import { SAME_ORIGIN, TestBrowser } from '../support/shop/people.js';
import { givenProduct } from '../support/shop/given.js';
import { Payer } from '../support/shop/checkouts.js';
import { givenSuite } from '../support/shop/shop.js';

type Method = Parameters<TestApp['call']>[0];

interface Operation {
  method: Method;
  path: string;
  parameters?: (AnySchemaObject & { in: string })[];
  requestBody?: { content: Record<string, { schema: AnySchemaObject }> };
}

const { app, shop } = await givenSuite(UNLIMITED);
const { client } = shop;
const wire = new Wire(app);
const inBrowser = ({ cookie }: TestBrowser): object => ({ ...SAME_ORIGIN, Cookie: cookie });
const member = inBrowser(await TestBrowser.ofMember(app, client));
const operator = inBrowser(await TestBrowser.ofOperator(app));

/** Makes the headers of a caller with access to an operation. */
function headersFor(path: string): StoreHeaders {
  if (path.startsWith('/admin/')) return OPERATOR;
  if (path.startsWith('/api/')) return client.headers;
  return /\/(admin-tokens)\b/.test(path) ? operator : member;
}

/** Operations where another rule comes first: of the GSTIN, of lists in one text, and one that describes the problem itself. */
const OTHERWISE = new Set([
  'put /admin/tax-profile',
  'get /admin/bookings/labels',
  'get /admin/documents/pdf',
  'get /admin/orders/pick-list/pdf',
  'get /admin/slips',
  'post /dashboard/api/connection-test',
]);

describe.each(Object.values(DOCUMENTS))(
  'every declared field of %s refuses what it should',
  (file) => {
    const document = builtDocument(file);
    const { schemas } = document.components as { schemas: Record<string, AnySchemaObject> };
    const resolve = (schema: AnySchemaObject): AnySchemaObject => {
      const { $ref, oneOf, allOf } = schema as { $ref?: string } & Record<
        'oneOf' | 'allOf',
        AnySchemaObject[] | undefined
      >;
      if ($ref !== undefined) return resolve(schemas[$ref.split('/').at(-1)!]!);
      const [only] = oneOf ?? allOf ?? [];
      return only
        ? Object.assign({}, resolve(only), oneOf && { type: ['object', 'null'] })
        : schema;
    };
    const operations = Object.entries(document.paths as Record<string, Record<Method, Operation>>)
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) =>
          Object.assign({}, operation, { method: method as Method, path }),
        ),
      )
      .filter(({ method, path }) => !OTHERWISE.has(`${method} ${path}`));

    /** Sends requests with refused values. Fails unless each answer has exactly these problems. */
    const expectRefusals = async ({ method, path }: Operation, refused: readonly Refused[]) => {
      const url = path.replace(/\{(\w+)\}/g, (_, name) =>
        name === 'order_number' ? 'WO-ABCD234567' : '1',
      );
      const wrong = refused.filter(({ problems }) => problems.length > 0);
      const answers: unknown[] = [];
      for (const { value, problems } of wrong) {
        const isQuery = typeof value === 'string';
        const { body, status } = await wire.ask({
          method: method.toUpperCase(),
          path: isQuery ? `${url}?${value}` : url,
          headers: { ...headersFor(path), 'Content-Type': 'application/json' },
          body: isQuery ? undefined : JSON.stringify(value),
        });
        const errors = ((body as Partial<ErrorBody>).errors ?? []).map(({ field, code }) => {
          const isTooMany =
            problems.includes(`${field} ${TOO_MANY}`) &&
            /^(list_expected|out_of_range|invalid_\w+)$/.test(code);
          return `${field} ${isTooMany ? TOO_MANY : code}`;
        });
        answers.push([status, ...errors.sort()]);
      }
      expect(answers).toEqual(wrong.map(({ problems }) => [422, ...problems.toSorted()]));
    };

    const withBody = operations.filter(
      ({ requestBody }) => requestBody?.content['application/json'],
    );
    it.each(withBody)(
      'every declared field in the body of $method $path refuses what it should',
      async (operation) => {
        const { schema } = operation.requestBody!.content['application/json']!;
        const noObject = { value: [], problems: ['body object_expected'] };
        await expectRefusals(operation, [noObject, ...badObjects(resolve(schema), resolve)]);
      },
    );

    const withQuery = operations.filter(({ parameters }) =>
      parameters?.some((one) => one.in === 'query'),
    );
    it.each(withQuery)(
      'every declared field in the query of $method $path refuses what it should',
      async (operation) => {
        const parameters = operation.parameters!.filter((one) => one.in === 'query');
        await expectRefusals(operation, badQueries(parameters));
      },
    );
  },
);

describe('an optional field that is null counts as absent', () => {
  it.each(['customer', 'shipping'])('%s of a quote', async (field) => {
    const { sku } = await givenProduct(app);
    const body = { items: [{ sku, quantity: 1 }], [field]: null };
    expect((await app.post('/api/orders/quote', shop.client.headers, body)).status).toBe(200);
  });

  it.each(['owner_email', 'subscription'])('%s of a new client', async (field) => {
    const body = { name: 'A', email: `${field}@shop.example`, [field]: null };
    const { status, body: answer } = await app.admin('post', 'clients', body);
    expect([status, answer]).toMatchObject([201, { data: { subscription: null } }]);
    expect((answer as { data: object }).data).not.toHaveProperty('owner_invitation_link');
  });

  it('name and selection of a price list', async () => {
    await givenProduct(app);
    const none = { name: null, category: null, q: null };
    const body = { plan: shop.client.plan, percent: 5, ...none };
    const { status, body: answer } = await app.admin('post', 'price-lists', body);
    expect([status, answer]).toMatchObject([201, { data: { name: '+5 % on all products' } }]);
  });

  it('orders or amount of a checkout', async () => {
    const payer = await Payer.of(app, shop.client);
    const open = (body: object) => payer.browser.call('post', 'checkouts', body);
    expect((await open({ order_numbers: null, amount: 5 })).status).toBe(201);
    for (const body of [{ order_numbers: null }, { amount: null }]) {
      const { status, body: answer } = await open(body);
      expect([status, answer]).toMatchObject([422, { errors: [{ code: 'required' }] }]);
    }
  });
});
