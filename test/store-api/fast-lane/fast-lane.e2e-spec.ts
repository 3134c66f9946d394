import type { AddressInfo } from 'node:net';
import { HealthService } from '../../../src/platform/observability/health.service.js';
import { TestApp, type StoreHeaders } from '../../support/app.js';
import { tell } from '../../support/documents/byte-stream.js';
import { givenDatabase } from '../../support/database/database.js';
import {
  givenClient,
  givenProduct,
  givenShirt,
  givenTestToken,
  orderBody,
} from '../../support/shop/given.js';
import { givenMember, TestBrowser } from '../../support/shop/people.js';
import { Wire } from '../../support/documents/wire.js';

/** Headers that differ in every request. */
const OF_THE_REQUEST = ['date', 'x-request-id', 'ratelimit', 'retry-after'];

const PATHS = [
  '/api/products',
  '/api/products/TAWA',
  '/api/products/TAWA/stock',
  '/api/orders/SHOP-1/status',
  '/api/products/NONE',
  '/api/products/NONE/stock',
  '/api/orders/NONE/status',
  '/api/orders/SHOP-1/status?include=shipments',
  '/api/orders/SHOP-1/status?include=boxes',
  '/api/orders?include=shipments',
  '/api/products/TAWA/',
  '/API/products/TAWA',
  '/api/products/TAWA/stock?x=1',
  '/api/products/TAW%41',
  '/api/products/..',
  '/api/products//stock',
  '/api/products?limit=1',
  '/api/products?limit=1&include=variations,delivery',
  '/api/products?limit=none',
  '/api/products?limit=1&limit=2',
  '/api/products?in_stock=true&page=2',
  '/api/products?',
  '/api/products/TAWA?include=details',
  '/api/products/TAWA?include=everything',
  '/api/changes',
  '/api/changes?limit=1&include=delivery',
  '/api/changes?include=changed',
  '/api/products?include=changed',
  '/api/changes?since=stale',
  '/api/stock',
  '/api/stock?limit=1',
  '/api/stock?skus=TAWA,%20NONE,T+A',
  '/api/stock?skus=',
  '/api/stock?skus[]=TAWA',
  '/api/stock?skus=%zz',
  '/api/stock?skus=TAWA&%73kus=NONE',
  '/api/stock?__proto__=1',
  `/api/stock?skus=${'TAWA,'.repeat(500)}`,
  '/api/stock?skus=TAWA#part',
  '/api/stock/?skus=TAWA',
  '/api/orders',
  '/api/orders?status=pending,awaiting_payment&limit=5',
  '/api/orders?status=unknown',
  '/api/orders?updated_since=2026-01-01T00:00:00Z',
  '/api/orders?updated_since=2026-01-01T00:00:00%2B05:30',
  '/api/orders?page=2',
];
type HeadersOf = (
  headers: Required<StoreHeaders>,
  testHeaders: Required<StoreHeaders>,
) => Record<string, string>;
const CALLERS: [string, HeadersOf][] = [
  ['its client', (headers) => headers],
  ['its client, with a test token', (_, testHeaders) => testHeaders],
  ['its client, who takes gzip', (headers) => ({ ...headers, 'Accept-Encoding': 'gzip' })],
  [
    'its client, who takes nothing compressed',
    (headers) => ({ ...headers, 'Accept-Encoding': 'identity' }),
  ],
  ['its client, who has all of it', (headers) => ({ ...headers, 'If-None-Match': '*' })],
  ['its client, with a request id', (headers) => ({ ...headers, 'X-Request-Id': 'shop-7' })],
  ['nobody', () => ({})],
  ['a stranger', (headers) => ({ ...headers, Authorization: 'Bearer wso_stranger' })],
  ['its client from elsewhere', (headers) => ({ ...headers, 'X-Client-Domain': 'other.example' })],
];

const database = await givenDatabase();
const shipped = await TestApp.startOn(database.connection);
const routed = await TestApp.startOn(database.connection, { FAST_LANE: 'false' });
for (const app of [shipped, routed]) app.allowRefusals();
const client = await givenClient(shipped);
const test = await givenTestToken(shipped, client);
await givenProduct(shipped, { sku: 'TAWA' });
await givenShirt(shipped);
const order = { ...orderBody({ sku: 'TAWA', quantity: 2 }), store_order_id: 'SHOP-1' };
await shipped.post('/api/orders', client.headers, order).expect(201);

describe('the service', () => {
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
    'answers GETs of %s alike with and without the fast lane',
    async (_, headersFor) => {
      const headers = headersFor(client.headers, test.headers);
      for (const path of PATHS) {
        expect({ path, ...(await told(shipped, path, headers)) }).toEqual({
          path,
          ...(await told(routed, path, headers)),
        });
      }
    },
  );

  it('places an order before node:http if its body arrives with the head, and through it otherwise', async () => {
    let readByNode = 0;
    const count = (): void => void (readByNode += 1);
    shipped.server.on('request', count);
    const { port } = shipped.server.address() as AddressInfo;
    const body = JSON.stringify(orderBody({ sku: 'TAWA', quantity: 1 }));
    const sent = {
      ...client.headers,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    };
    const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = `POST /api/orders HTTP/1.1\r\nHost: x\r\n${lines.join('')}\r\n`;
    const placed = async (...chunks: string[]): Promise<number> => {
      const { text } = await tell(port, { chunks }, 20);
      expect(text).toMatch(/^HTTP\/1\.1 201 Created\r\n[^]*\{"success":true,/);
      return readByNode;
    };
    expect(await placed(head + body)).toBe(0);
    expect(await placed(head, body)).toBe(1);
    shipped.server.off('request', count);
  });

  it('answers sign-ins alike with and without the fast lane', async () => {
    const member = await givenMember(shipped, client);
    const signIn = async (app: TestApp, password: string): Promise<object> => {
      const credentials = { email: member.email, password };
      const answer = await new TestBrowser(app).call('post', 'session', credentials);
      const headers = Object.entries(answer.headers as Record<string, string | string[]>)
        .filter(([name]) => !OF_THE_REQUEST.includes(name))
        .map(([name, value]) => [
          name,
          [value].flat().map((one) => one.replace(/=[\w-]{43};/, '=…;')),
        ]);
      return { status: answer.status, headers: Object.fromEntries(headers) as object };
    };
    for (const [password, status] of [
      [member.password, 200],
      ['a wrong password', 401],
    ] as const) {
      const answer = await signIn(shipped, password);
      expect(answer).toMatchObject({ status, headers: { 'cache-control': ['no-store'] } });
      expect(answer).toEqual(await signIn(routed, password));
    }
  });

  it('counts requests against the same limits', async () => {
    const left = async (app: TestApp): Promise<number> => {
      const { headers } = await app.get('/api/products/TAWA', client.headers).expect(200);
      return Number(/r=(\d+)/.exec(String(headers.ratelimit))?.[1]);
    };
    const before = await left(shipped);
    expect(await left(shipped)).toBe(before - 1);
  });

  it.each(['with', 'without'])(
    'closes its connection with any answer once the instance is leaving, %s the fast lane',
    async (lane) => {
      const app = lane === 'with' ? shipped : routed;
      const wire = new Wire(app);
      const { headers } = client;
      const ended = async (): Promise<unknown[]> => {
        const asked = [
          await wire.ask({ method: 'GET', path: '/api/products', headers }),
          await wire.ask({
            method: 'GET',
            path: '/api/products',
            headers: { ...headers, 'If-None-Match': '*' },
          }),
          await wire.ask({ method: 'GET', path: '/api/products/NONE', headers }),
          await wire.ask({ method: 'GET', path: '/api/products' }),
          await wire.ask({ method: 'POST', path: '/api/orders', headers }),
        ];
        return asked.map((answer) => [answer.status, answer.headers.connection]);
      };
      const statuses = [200, 304, 404, 401, 422];
      expect(await ended()).toEqual(statuses.map((status) => [status, 'keep-alive']));
      app.service(HealthService).startLeaving();
      expect(await ended()).toEqual(statuses.map((status) => [status, 'close']));
    },
  );
});
