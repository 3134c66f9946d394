import type { AnySchemaObject } from 'ajv';
import { badObjects, badQueries, TOO_MANY, type Refused } from '../support/access/bad-values.js';
import { OPERATOR, TestApp, UNLIMITED, type StoreHeaders } from '../support/app.js';
import type { ErrorBody } from '../support/call.js';
import { builtDocument, DOCUMENTS } from '../support/native/contract.js';
import { Wire } from '../support/documents/wire.js';
import { SAME_ORIGIN, TestBrowser } from '../support/shop/people.js';
import { givenProduct, orderBody, SHIPPING } from '../support/shop/given.js';
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

/** Operations where another rule comes first: of the GSTIN, of lists in one text, of scans, and one that describes the problem itself. */
const OTHERWISE = new Set([
  'put /admin/tax-profile',
  'get /admin/bookings/labels',
  'get /admin/documents/pdf',
  'get /admin/orders/pick-list/pdf',
  'get /admin/scans',
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

describe('a field of an order with a rule of its own', () => {
  const customer = { name: 'Asha Verma', phone: '9876543210' };
  /** Lists the problems of an order, besides that it has no items. */
  const problemsWith = async (rest: Record<string, unknown>): Promise<string[]> => {
    const problems = await shop.orders.placeBody(orderBody([], rest)).problems();
    return problems.filter((problem) => problem !== 'items out_of_range');
  };

  it.each([
    ['name', ' \t\n', 'required'],
    ['name', '\u200b \ufeff\u2060', 'required'],
    // Characters are counted, not bytes.
    ['name', '🧺'.repeat(120), null],
    ['name', '🧺'.repeat(121), 'too_long'],
    ['phone', '\u200b\u202a', 'required'],
    ['phone', '1234567', null],
    ['phone', '123456', 'invalid_phone'],
    ['phone', '123456789012345', null],
    ['phone', '1234567890123456', 'invalid_phone'],
    ['phone', '+91 (98765) 432.10', null],
    ['phone', '98765\u221243210', null],
    ['phone', '++919876543210', 'invalid_phone'],
    ['phone', '98765x43210', 'invalid_phone'],
    ['phone', '²³⁴⁵⁶⁷⁸⁹', 'invalid_phone'],
    ['email', 'asha@example', 'invalid_email'],
    ['email', 'as\u200bha@example.com', 'invalid_email'],
    ['email', 'asha@example\uff0ecom', 'invalid_email'],
  ])('checks the %s of the customer: %j is %s', async (field, value, code) => {
    const problems = code === null ? [] : [`customer.${field} ${code}`];
    expect(await problemsWith({ customer: { ...customer, [field]: value } })).toEqual(problems);
  });

  it.each([
    ['560 001', 'India', true],
    ['५६०००१', 'Bharat', true],
    ['056001', 'india', false],
    ['5600011', undefined, false],
    ['56000', undefined, false],
    ['SW1A 1AA', 'India', false],
    ['SW1A\u20111AA', 'United Kingdom', true],
    ['12', 'Monaco', false],
  ])(
    'checks a pincode by its country: %p in %p is taken: %p',
    async (pincode, country, isTaken) => {
      const problems = isTaken ? [] : ['shipping.pincode invalid_pincode'];
      const shipping = { ...SHIPPING, pincode, country };
      expect(await problemsWith({ shipping })).toEqual(problems);
    },
  );

  it('holds line breaks in the address and the notes only, and no id that a path cannot name', async () => {
    const address = 'Line one\nLine two';
    const notes = 'First\r\nSecond';
    expect(await problemsWith({ shipping: { ...SHIPPING, address }, notes })).toEqual([]);
    const shipping = { ...SHIPPING, address: '14\tLake View Road', city: 'Pu\r\nne' };
    expect(await problemsWith({ shipping, notes: 'ring\u007f' })).toEqual(
      ['shipping.address', 'shipping.city', 'notes'].map((name) => `${name} invalid_characters`),
    );
    for (const id of ['.', '..', 'WO-0123456789']) {
      expect(await problemsWith({ store_order_id: id })).toEqual(['store_order_id reserved_form']);
    }
  });
});

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
