import express from 'express';
import helmet from 'helmet';
import request from 'supertest';
import { OPERATOR, TestApp } from '../support/app.js';
import { givenDatabase } from '../support/database/database.js';
import { Wire, type WireAnswer } from '../support/documents/wire.js';
import { givenClient, givenProduct, givenTestToken, orderBody } from '../support/shop/given.js';
import { SAME_ORIGIN, TestBrowser } from '../support/shop/people.js';

/** Headers of HTTP itself, and of the body. */
const OF_HTTP = [
  ...['allow', 'connection', 'content-length', 'content-type', 'date', 'keep-alive', 'link'],
  ...['retry-after', 'transfer-encoding', 'www-authenticate'],
];
/** Headers that tell a store how good its copy is, when to ask again, how much is left, and which request it was. */
const OF_STORES = [
  ...['cache-control', 'etag', 'vary', 'x-poll-interval', 'x-mode', 'x-request-id'],
  ...['ratelimit', 'ratelimit-policy', 'x-content-type-options'],
];
const HEAD_BYTES_MAX = 450;

const { connection, drop } = await givenDatabase();
const env = { PUBLIC_URL: 'https://orders.example' };
const shipped = await TestApp.startOn(connection, env, drop);
const client = await givenClient(shipped);
await givenProduct(shipped, { sku: 'TAWA' });
const expected = await headersOfHelmet();

/** Lists the headers that helmet sets with the service's intended configuration. */
async function headersOfHelmet(): Promise<Record<string, string>> {
  const contentSecurityPolicy = {
    directives: { upgradeInsecureRequests: null, 'font-src': ["'self'"], 'style-src': ["'self'"] },
  };
  const guarded = express()
    .disable('x-powered-by')
    .use(helmet({ contentSecurityPolicy }), (_, response) => void response.end());
  const bare = express()
    .disable('x-powered-by')
    .use((_, response) => void response.end());
  const { headers } = await request(guarded).get('/');
  const others = Object.keys((await request(bare).get('/')).headers);
  return Object.fromEntries(
    Object.entries(headers as Record<string, string>).filter(([name]) => !others.includes(name)),
  );
}

function headBytes({ status, headers, headerNames }: WireAnswer): number {
  const lines = headerNames.map((name) => `${name}: ${String(headers[name.toLowerCase()])}\r\n`);
  const first = `HTTP/1.1 ${status} ${status === 304 ? 'Not Modified' : 'OK'}\r\n`;
  return Buffer.byteLength(`${first}${lines.join('')}\r\n`);
}

describe('the security headers', () => {
  it.each([
    ['/nowhere', 404],
    ['/docs', 200],
    ['/health/live', 200],
  ])("the security headers of %s are helmet's", async (path, status) => {
    const { headers } = await request(shipped.server).get(path).expect(status);
    expect(Object.keys(expected).length).toBeGreaterThan(10);
    expect(headers).toMatchObject(expected);
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  it('demand https only of browsers that reach the service by it', async () => {
    const plain = await TestApp.start();
    const { 'strict-transport-security': demand, ...others } = expected;
    expect(demand).toBe('max-age=31536000; includeSubDomains');
    const { headers } = await request(plain.server).get('/docs').expect(200);
    expect(headers).toMatchObject(others);
    expect(headers).not.toHaveProperty('strict-transport-security');
    await plain.stop();
  });
});

describe('the answers of the Store API', () => {
  const wire = new Wire(shipped);

  it('have no header that a store does not read', async () => {
    const test = await givenTestToken(shipped, client);
    const order = JSON.stringify(orderBody({ sku: 'TAWA', quantity: 1 }));
    const asked = [
      { method: 'GET', path: '/api/products/TAWA/stock' },
      { method: 'GET', path: '/api/products/NONE/stock' },
      { method: 'GET', path: '/api/products?limit=1' },
      { method: 'GET', path: '/API/me' },
      { method: 'GET', path: '/api/nowhere' },
      { method: 'DELETE', path: '/api/products' },
      { method: 'POST', path: '/api/orders', body: order },
      { method: 'POST', path: '/api/orders', body: '{}' },
    ];
    for (const caller of [client.headers, test.headers, {}]) {
      for (const sent of asked) {
        const headers = { ...caller, 'Content-Type': 'application/json' };
        const answer = await wire.send({ ...sent, headers });
        const names = Object.keys(answer.headers).filter((name) => !OF_HTTP.includes(name));
        expect([sent, names.filter((name) => !OF_STORES.includes(name))]).toEqual([sent, []]);
        expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
      }
    }
  });

  it(`take at most ${HEAD_BYTES_MAX} bytes to say that nothing changed`, async () => {
    const sent = { method: 'GET', path: '/api/products/TAWA/stock' };
    const full = await wire.send({ ...sent, headers: client.headers });
    const known = { ...client.headers, 'If-None-Match': String(full.headers.etag) };
    const same = await wire.send({ ...sent, headers: known });
    expect([full.status, same.status]).toEqual([200, 304]);
    expect(headBytes(same)).toBeLessThanOrEqual(HEAD_BYTES_MAX);
  });
});

it('the answers that pages read stay with their origin, and are neither guessed at nor kept', async () => {
  const member = await TestBrowser.ofMember(shipped, client);
  const guarded = {
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'same-origin',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-content-type-options': 'nosniff',
  };
  const session = { Cookie: member.cookie!, ...SAME_ORIGIN };
  const answers = [
    await request(shipped.server).get('/admin/plans').set(OPERATOR).expect(200),
    await request(shipped.server).get('/admin/nowhere').set(OPERATOR).expect(404),
    await request(shipped.server).get('/dashboard/api/wallet').set(session).expect(200),
    await request(shipped.server).post('/dashboard/api/session').set(SAME_ORIGIN).send({}),
  ];
  for (const { headers } of answers) expect(headers).toMatchObject(guarded);
});
