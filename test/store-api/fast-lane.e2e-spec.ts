import { TestApp, type StoreHeaders } from '../support/app.js';
import { givenDatabase } from '../support/database.js';
import {
  givenClient,
  givenProduct,
  givenShirt,
  orderBody,
  type GivenClient,
} from '../support/given.js';

/** What differs from request to request by its nature. */
const OF_THE_REQUEST = ['date', 'x-request-id', 'ratelimit'];

describe('a polled GET', () => {
  let shipped: TestApp;
  let routed: TestApp;
  let client: GivenClient;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    const database = await givenDatabase();
    ({ drop } = database);
    shipped = await TestApp.startOn(database.connection);
    TestApp.hasFastLane = false;
    routed = await TestApp.startOn(database.connection);
    TestApp.hasFastLane = true;
    client = await givenClient(shipped);
    await givenProduct(shipped, { sku: 'TAWA' });
    await givenShirt(shipped);
    const order = { ...orderBody({ sku: 'TAWA', quantity: 2 }), store_order_id: 'SHOP-1' };
    await shipped.post('/api/orders', client.headers, order).expect(201);
  });
  afterAll(async () => {
    await shipped.stop();
    await routed.stop();
    await drop();
  });

  const PATHS = [
    '/api/products',
    '/api/products/TAWA',
    '/api/products/TAWA/stock',
    '/api/orders/SHOP-1/status',
    '/api/products/NONE',
    '/api/products/NONE/stock',
    '/api/orders/NONE/status',
    '/api/products/TAWA/',
    '/API/products/TAWA',
    '/api/products/TAWA/stock?x=1',
    '/api/products/TAW%41',
    '/api/products/..',
    '/api/products//stock',
  ];
  const CALLERS: [string, (headers: Required<StoreHeaders>) => Record<string, string>][] = [
    ['its client', (headers) => headers],
    ['its client, who takes gzip', (headers) => ({ ...headers, 'Accept-Encoding': 'gzip' })],
    [
      'its client, who takes nothing compressed',
      (headers) => ({ ...headers, 'Accept-Encoding': 'identity' }),
    ],
    ['its client, who has all of it', (headers) => ({ ...headers, 'If-None-Match': '*' })],
    ['its client, with a request id', (headers) => ({ ...headers, 'X-Request-Id': 'shop-7' })],
    ['nobody', () => ({})],
    ['a stranger', (headers) => ({ ...headers, Authorization: 'Bearer wso_stranger' })],
    [
      'its client from elsewhere',
      (headers) => ({ ...headers, 'X-Client-Domain': 'other.example' }),
    ],
  ];

  async function told(app: TestApp, path: string, headers: object): Promise<object> {
    const answer = await app.call('get', path, headers);
    const body: unknown = answer.body;
    const kept = Object.entries(answer.headers as Record<string, string>).filter(
      ([name]) => !OF_THE_REQUEST.includes(name),
    );
    const text = JSON.stringify(body).replaceAll(/"request_id":"[^"]*"/g, '"request_id":"…"');
    return { status: answer.status, headers: Object.fromEntries(kept), body: text };
  }

  it.each(CALLERS)(
    'of %s is answered alike with and without the fast lane',
    async (_, headersFor) => {
      const headers = headersFor(client.headers);
      for (const path of PATHS) {
        expect({ path, ...(await told(shipped, path, headers)) }).toEqual({
          path,
          ...(await told(routed, path, headers)),
        });
      }
    },
  );

  it('counts against the same limits', async () => {
    const left = async (app: TestApp): Promise<number> => {
      const { headers } = await app.get('/api/products/TAWA', client.headers).expect(200);
      return Number(/r=(\d+)/.exec(String(headers.ratelimit))?.[1]);
    };
    const before = await left(shipped);
    expect(await left(shipped)).toBe(before - 1);
  });
});
