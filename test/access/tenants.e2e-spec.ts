import type { OutgoingHttpHeaders } from 'node:http';
import { TestApp, UNLIMITED } from '../support/app.js';
import { Admin } from '../support/shop/admin.js';
import {
  givenPlan,
  givenProduct,
  orderBody,
  unique,
  type GivenClient,
} from '../support/shop/given.js';
import { givenShop } from '../support/shop/shop.js';
import { answersTo, Wire, type WireAnswer } from '../support/documents/wire.js';

/** A client with an order of its own, and another one with a store order id that other clients use, too. */
interface Tenant extends GivenClient {
  orderNumber: string;
  storeOrderId: string;
  rowId: string;
  sharedOrderNumber: string;
  /** A product that only this client's plan sells. */
  sku: string;
  productId: string;
}

const TENANTS = 5;
const SHARED_ID = 'Shared-1';

/** Writes every letter and digit as `%41`. */
function percentEncoded(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

function swapCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  );
}

/** The ways to try to name another client's thing. `mine`: true if its owner finds it this way. */
const WRITTEN: [name: string, write: (id: string) => string, mine: boolean][] = [
  ['as it is', (id) => id, true],
  ['percent-encoded', percentEncoded, true],
  ['with a query', (id) => id, true],
  ['in the other case', swapCase, false],
  ['percent-encoded twice', (id) => percentEncoded(id).replaceAll('%', '%25'), false],
  ['with a space', (id) => `${id}%20`, true],
  ['with a NUL', (id) => `${id}%00`, false],
  ['with a slash in it', (id) => `x%2F..%2F${id}`, false],
  ['with a wildcard', (id) => `${id.slice(0, -1)}%25`, false],
  ['with a quote', (id) => `${id}'--`, false],
  ['several at once', (id) => `${id},${id}`, false],
];

/** A client's thing that a path names: its id, one of that form that does not exist, and whether its owner finds it by this id. */
type Thing = [
  name: string,
  path: string,
  idOf: (tenant: Tenant) => string,
  unknownId: string,
  isKey: boolean,
];
const STATUS = '/api/orders/:id/status';
const THINGS: Thing[] = [
  ['an order by its number', STATUS, ({ orderNumber }) => orderNumber, 'WO-0000000000', true],
  ['an order by its id at the store', STATUS, ({ storeOrderId }) => storeOrderId, 'Shop-0', true],
  ['an order by the id of its row', STATUS, ({ rowId }) => rowId, '999999', false],
  ...['', '/stock'].flatMap((rest): Thing[] => [
    [`a product${rest}`, `/api/products/:id${rest}`, ({ sku }) => sku, 'Own-0', true],
    [
      ...([`a product${rest} by the id of its row`, `/api/products/:id${rest}`] as const),
      ...([({ productId }: Tenant) => productId, '999999', false] as const),
    ],
  ]),
];

/** Picks the parts of an answer that could show whether something belongs to another client or does not exist. */
function visible({ status, headers, headerNames, body }: WireAnswer): object {
  const { date, ratelimit, 'x-request-id': requestId, ...rest } = headers;
  expect([date, requestId].every((value) => value !== undefined)).toBe(true);
  return {
    status,
    headers: rest,
    headerNames,
    hasLimit: ratelimit !== undefined,
    body: { ...(body as object), request_id: '' },
  };
}

// With limits, so that their headers are there to be compared.
const app = await TestApp.start({ ...UNLIMITED, RATE_LIMIT_PER_MINUTE: '100000' });
const wire = new Wire(app);

describe('data of another client', () => {
  const tenants: Tenant[] = [];
  beforeAll(async () => {
    for (let count = 0; count < TENANTS; count += 1) tenants.push(await givenTenant());
  });
  afterAll(() => app.expectInvariants());

  async function givenTenant(): Promise<Tenant> {
    const plan = await givenPlan(app);
    const shop = await givenShop(app, { plan: plan.code });
    const { id, sku } = await givenProduct(app, { sku: unique('Own'), basePriceMinor: null });
    await new Admin(app).plans.setPrice(plan.code, sku, 12.5);
    const storeOrderId = unique('Shop');
    const place = (key: string) => shop.orders.place({ sku, quantity: 1 }, { store_order_id: key });
    const orderNumber = await place(storeOrderId);
    const [row] = await app.sql<{ id: number }>`
      SELECT id FROM orders WHERE order_number = ${orderNumber}`;
    return {
      ...shop.client,
      orderNumber,
      storeOrderId,
      rowId: String(row?.id),
      sharedOrderNumber: await place(SHARED_ID),
      sku,
      productId: String(id),
    };
  }

  const ask = (path: string, headers: OutgoingHttpHeaders) =>
    wire.ask({ method: 'GET', path, headers });

  describe.each(THINGS)('%s', (_name, path, idOf, unknownId, isKey) => {
    it.each(WRITTEN)('%s', async (name, write, mine) => {
      const query = name === 'with a query' ? '?limit=1' : '';
      const pathTo = (id: string) => path.replace(':id', () => write(id)) + query;
      const pairs = tenants.flatMap((viewer) => tenants.map((owner) => ({ viewer, owner })));
      const found = await answersTo(pairs, async ({ viewer, owner }) => ({
        isOwn: viewer === owner,
        seen: visible(await ask(pathTo(idOf(owner)), viewer.headers)),
        unknown: visible(await ask(pathTo(unknownId), viewer.headers)),
      }));
      expect(found.filter(({ isOwn }) => isOwn)).toHaveLength(TENANTS);
      for (const { isOwn, seen, unknown } of found) {
        expect(unknown).toMatchObject({ status: 404 });
        if (isOwn && mine && isKey) expect(seen).toMatchObject({ status: 200 });
        else expect(seen).toEqual(unknown);
      }
    });
  });

  it('is not revealed by a shared store order id: each sees its own order', async () => {
    const seen = await answersTo(tenants, ({ headers }) =>
      ask(`/api/orders/${SHARED_ID}/status`, headers),
    );
    expect(seen.map(({ body }) => (body as { order_number: string }).order_number)).toEqual(
      tenants.map(({ sharedOrderNumber }) => sharedOrderNumber),
    );
  });

  it('is not in the lists of other clients', async () => {
    const ofClients = new Set(tenants.map(({ sku }) => sku));
    for (const { headers, sku } of tenants) {
      const { body } = await ask('/api/products', headers);
      const listed = (body as { data: { sku: string }[] }).data.map((product) => product.sku);
      expect(listed.filter((one) => ofClients.has(one))).toEqual([sku]);
    }
  });

  it('cannot be ordered, and is refused like a product that does not exist', async () => {
    const [viewer, ...others] = tenants;
    const refusalOf = async (sku: string): Promise<object> => {
      const body = orderBody({ sku, quantity: 1 });
      const answer = await app.post('/api/orders', viewer!.headers, body).expect(422);
      const { errors, ...rest } = answer.body as { errors: { message: string }[] };
      const messages = errors.map(({ message, ...error }) => ({
        ...error,
        message: message.replace(sku, 'SKU'),
      }));
      return { ...rest, errors: messages, request_id: '' };
    };
    const unknown = await refusalOf('Own-0');
    expect(unknown).toMatchObject({ code: 'unknown_sku' });
    for (const { sku, productId } of others) {
      expect(await refusalOf(sku)).toEqual(unknown);
      expect(await refusalOf(productId)).toEqual(unknown);
    }
  });
});
