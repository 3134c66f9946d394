import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { Agent } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import request from 'supertest';
import { send, statuses, type Answer, type Call } from './faults/support/http.js';
import {
  givenSilentCallers,
  HAS_HAPROXY,
  HAS_NGINX,
  stagedHaproxy,
  stagedNginx,
  WITHOUT_BODY,
} from './faults/support/servers/proxies.js';
import { afterwards } from './faults/support/stage.js';
import { OPERATOR, TestApp } from './support/app.js';
import { codeBlocksOf, markdownPages } from './support/documents/markdown.js';
import { eventually } from './support/eventually.js';
import { itBeforeRelease } from './support/native/gate.js';

const PROXIES = { nginx: stagedNginx, HAProxy: stagedHaproxy };
const NAMES = Object.keys(PROXIES) as (keyof typeof PROXIES)[];
const HAS_BOTH = HAS_NGINX && HAS_HAPROXY;

/** Request as an instance received it, which it answers. */
interface Received {
  instance: string;
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  bytes: number;
}

/** Starts a program in place of an instance, which is ready, and takes as many seconds for an answer as the query says. */
async function givenInstance(name: string, log: Received[]) {
  const server = createServer((message, response) => {
    const { method = '', url = '', headers } = message;
    void buffer(message).then(
      async ({ length: bytes }) => {
        const received = { instance: name, method, url, headers, bytes };
        if (url !== '/health/ready') log.push(received);
        const seconds = Number(/\bdelay=(\d+)/.exec(url)?.[1] ?? 0);
        await sleep(seconds * 1_000, undefined, { ref: false });
        response.end(JSON.stringify(received));
      },
      () => undefined,
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    if (server.listening) await once(server.close(), 'close');
  };
  afterwards(stop);
  return { port, stop };
}

/** Starts a proxy before two instances of a program in place of the service. */
async function givenFront(name: keyof typeof PROXIES, callsLimit?: number) {
  const log: Received[] = [];
  const instances = [await givenInstance('a', log), await givenInstance('b', log)];
  return { log, instances, ...(await PROXIES[name](instances, callsLimit)) };
}

/** Starts a proxy before the service. */
async function givenService(name: keyof typeof PROXIES, env: Record<string, string>) {
  const app = await TestApp.start({ TRUST_PROXY: '127.0.0.1', ...env });
  const { port } = app.server.address() as AddressInfo;
  const proxy = await PROXIES[name]([{ port }, { port }]);
  const ca = await readFile(proxy.certificate);
  const call = (method: 'get' | 'post' | 'options' | 'delete', path: string): request.Test =>
    request(proxy.baseUrl)[method](path).ca(ca);
  return { app, call };
}

/** Sends a GET from an address, over a connection of its own. */
function getFrom(localAddress: string, url: string): Promise<Answer> {
  return send(url, { agent: new Agent({ localAddress, rejectUnauthorized: false }) });
}

/**
 * Tries what others get while a store waits by 500 calls, and an address keeps connections open.
 *
 * @param callsLimit of an address, in place of the shipped one
 */
async function expectOthersServed(
  name: keyof typeof PROXIES,
  connections: number,
  callsLimit?: number,
): Promise<void> {
  const { baseUrl, plainPort, log } = await givenFront(name, callsLimit);
  const ended: Answer[] = [];
  log.length = 0;
  for (let call = 0; call < 500; call += 1) {
    const url = `${baseUrl}/api/changes?since=x&wait=30&delay=60&${call}`;
    void getFrom('127.0.0.3', url).then((answer) => ended.push(answer));
  }
  await eventually(() => log.length === 500);
  // nginx counts requests; HAProxy redirects these, and counts connections.
  const sent = name === 'nginx' ? WITHOUT_BODY('x') : '';
  const url = `${baseUrl}/api/products`;
  await eventually(async () => {
    // Again, because a proxy ends connections that stay silent.
    await givenSilentCallers(connections, { port: plainPort, localAddress: '127.0.0.4', sent });
    return [0, 429].includes((await getFrom('127.0.0.4', url)).status);
  });
  const reads = Array.from({ length: 20 }, () => getFrom('127.0.0.2', url));
  expect(statuses(await Promise.all(reads))).toEqual({ 200: 20 });
  expect(ended).toEqual([]);
}

(HAS_BOTH ? describe : describe.skip).each(NAMES)('the shipped %s', (name) => {
  it('answers others while a store waits by 500 calls, and an address opens more connections than it may', () =>
    expectOthersServed(name, 650, 600));

  itBeforeRelease('answers others while an address opens 9,000 connections', () =>
    expectOthersServed(name, 9_000),
  );

  it('tells the instances who called, although the caller names another address', async () => {
    const { baseUrl, operationsUrl } = await givenFront(name);
    const address = '203.0.113.9';
    const forged = {
      'X-Forwarded-For': address,
      'X-Real-IP': address,
      'True-Client-IP': address,
      Forwarded: `for=${address}`,
    };
    for (const url of [baseUrl, operationsUrl]) {
      const { body } = await send(`${url}/api/stock`, {
        headers: { ...forged, Host: 'x.example' },
      });
      const { headers } = body as unknown as Received;
      expect(headers).toMatchObject({
        host: 'x.example',
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-proto': 'https',
      });
      expect(headers).not.toHaveProperty('forwarded');
    }
  });

  it('passes a file of 2 MB on', async () => {
    const { app, call } = await givenService(name, {});
    const row = `BIG-1,${'Cup '.repeat(49)},1,1\r\n`;
    const content = `sku,name,base_price,delivery_charge\r\n${row.repeat(10_500)}`;
    expect(content.length).toBeGreaterThan(2 * 1024 * 1024);
    const { body } = await call('post', '/admin/products/import?dry_run=true')
      .set(OPERATOR)
      .type('text/csv')
      .send(content)
      .expect(200);
    expect(body).toMatchObject({ data: { rows: 10_500 } });
    await app.stop();
  });

  it('shows no metrics of the main port, also with other methods, but to callers with the token', async () => {
    const token = 'metrics-of-the-wholesaler-0123456789';
    const production = { NODE_ENV: 'production', METRICS_TOKEN: token };
    for (const TRUST_PROXY of ['', '127.0.0.1']) {
      const { app, call } = await givenService(name, { ...production, TRUST_PROXY });
      for (const path of ['/metrics', '/METRICS/', '/metrics?x=1']) {
        for (const method of ['get', 'post', 'options', 'delete'] as const) {
          const { status, headers } = await call(method, path).set('Authorization', 'Bearer no');
          expect([method, status, headers.allow]).toEqual([method, 404, undefined]);
        }
      }
      const { text } = await call('get', '/metrics').set('Authorization', `Bearer ${token}`);
      expect(text).toContain('http_request_duration_seconds');
      const direct = (headers = {}): request.Test =>
        request(app.server).get('/metrics').set(headers);
      await direct().expect(TRUST_PROXY === '' ? 200 : 404);
      for (const header of ['X-Forwarded-For', 'Forwarded', 'Via', 'X-Real-IP']) {
        await direct({ [header]: '10.0.0.1' }).expect(404);
      }
      await app.stop();
    }
  });

  it('waits for slow answers without taking their instance out, and repeats only reads', async () => {
    const { baseUrl, log } = await givenFront(name);
    const ask = (method: string, path: string, call: Call = {}): Promise<Answer> =>
      send(`${baseUrl}${path}`, { method, ...call });
    // Longer than a read may take.
    const slow = await Promise.all(
      ['1', '2'].flatMap((turn) => [
        ask('GET', `/admin/orders/export?delay=4&${turn}`),
        ask('POST', `/admin/products/import?delay=4&${turn}`, { body: 'x'.repeat(100_000) }),
        ask('PUT', `/dashboard/api/company?delay=4&${turn}`, { body: {} }),
        ask('GET', `/api/documents/1/pdf?delay=4&${turn}`),
        ask('GET', `/api/changes?since=x&wait=30&delay=4&${turn}`),
        ask('GET', `/api/orders?wait=5&cursor=y&delay=4&${turn}`),
        ask('GET', `/api/events?delay=4&${turn}`, { headers: { Accept: 'text/event-stream' } }),
        ask('POST', `/api/orders?delay=4&${turn}`, { body: {} }),
      ]),
    );
    expect(slow.map(({ status }) => status)).toEqual(slow.map(() => 200));
    const polls = [];
    for (let count = 0; count < 8; count += 1) polls.push(await ask('GET', '/api/stock'));
    const answered = polls.map(({ body }) => body.instance);
    expect(new Set(answered)).toEqual(new Set(['a', 'b']));

    log.length = 0;
    const unanswered = [
      ask('POST', '/api/orders?delay=9', { body: {} }),
      ask('PATCH', '/api/orders/1?delay=9', { body: {} }),
      ask('GET', '/api/products?delay=9'),
    ];
    const late = { status: 504, headers: { 'retry-after': '5' } };
    expect(await Promise.all(unanswered)).toMatchObject([late, late, late]);
    const times = log.map(({ method, instance }) => `${method} ${instance}`).sort();
    expect(times).toEqual([
      'GET a',
      'GET b',
      expect.stringMatching(/^PATCH /),
      expect.stringMatching(/^POST /),
    ]);
  });

  it('sends what one instance does not take to the other, and says when to retry if none takes it', async () => {
    const { baseUrl, instances } = await givenFront(name);
    const place = (): Promise<Answer> =>
      send(`${baseUrl}/api/orders`, { method: 'POST', body: { text: 'x'.repeat(100_000) } });
    await instances[0]!.stop();
    const answers = await Promise.all(Array.from({ length: 20 }, place));
    expect(statuses(answers)).toEqual({ 200: 20 });
    await instances[1]!.stop();
    const { status, headers } = await place();
    expect([status, headers['retry-after']]).toEqual([name === 'nginx' ? 502 : 503, '5']);
  });
});

it('the documentation and the wholesalers have no other rules for nginx', async () => {
  for (const page of await markdownPages()) {
    const blocks = await codeBlocksOf(page);
    expect([page, blocks.filter(({ language }) => language === 'nginx')]).toEqual([page, []]);
  }
  const kindsIn = async (path: string): Promise<string | undefined> =>
    /map "\$request_method[^}]+}\s+map \$http_accept[^}]+}/.exec(await readFile(path, 'utf8'))?.[0];
  const shipped = await kindsIn('deploy/proxy/nginx.conf');
  expect(shipped).toContain('feed;');
  expect(await kindsIn('deploy/wholesalers/nginx.conf')).toBe(shipped);
});
