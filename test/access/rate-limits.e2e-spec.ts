import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import request from 'supertest';
import { newToken } from '../../src/auth/tokens/token-format.js';
import { givenTwoApps, type StoreHeaders, TestApp, UNLIMITED } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { givenClient, givenProduct, headersOf, orderBody } from '../support/shop/given.js';
import { freePort, scratchFolder } from '../support/processes/run.js';

/** Sends many calls at once, and counts their answers by status. */
async function statusesOf(calls: PromiseLike<{ status: number }>[]) {
  const counts: Record<number, number> = {};
  for (const { status } of await Promise.all(calls)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

describe('limits on use', () => {
  it("limit a client's requests per minute, and show the remaining ones", async () => {
    const app = await TestApp.start({ RATE_LIMIT_PER_MINUTE: '10' });
    const [one, other] = [await givenClient(app), await givenClient(app)];
    const list = () => app.get('/api/products', one.headers);

    const first = await list().expect(200);
    expect(first.headers['ratelimit-policy']).toBe('"requests";q=10;w=60');
    expect(first.headers.ratelimit).toMatch(/^"requests";r=9;t=(60|59)$/);
    expect(await statusesOf(times(20, list))).toEqual({ 200: 9, 429: 11 });

    const refused = await list().expect(429);
    expect(refused.body).toMatchObject({ success: false, code: 'rate_limited' });
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThan(50);
    expect(seconds).toBeLessThanOrEqual(60);
    await app.get('/api/products', other.headers).expect(200);
    await app.stop();
  });

  it('do not last longer when the clock is set back', async () => {
    const app = await TestApp.start({ RATE_LIMIT_PER_MINUTE: '1' });
    const client = await givenClient(app);
    await app.get('/api/products', client.headers).expect(200);
    const { now } = Date;
    Date.now = () => now() - 3_600_000;
    const { headers } = await app.get('/api/products', client.headers).expect(429);
    Date.now = now;
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
    await app.stop();
  });

  it('also count orders separately', async () => {
    const app = await TestApp.start({ ORDER_RATE_LIMIT_PER_MINUTE: '3' });
    const client = await givenClient(app);
    const { sku } = await givenProduct(app);
    const place = () => app.post('/api/orders', client.headers, orderBody({ sku, quantity: 1 }));
    const { headers } = await place().expect(201);
    expect(headers['ratelimit-policy']).toBe('"requests";q=1200;w=60, "orders";q=3;w=60');
    expect(await statusesOf(times(4, place))).toEqual({ 201: 2, 429: 2 });
    await app.get(`/api/products/${sku}/stock`, client.headers).expect(200);
    await app.expectInvariants();
    await app.stop();
  });

  it('are off at 0', async () => {
    const app = await TestApp.start(UNLIMITED);
    const client = await givenClient(app);
    const { headers } = await app.get('/api/products', client.headers).expect(200);
    expect(headers).not.toHaveProperty('ratelimit');
    await app.stop();
  });

  it('block an address that guesses credentials, but no other address and no valid credentials', async () => {
    const app = await TestApp.start({ TRUST_PROXY: '127.0.0.1' });
    const client = await givenClient(app);
    const from = (address: string, headers: StoreHeaders) =>
      app.get('/api/products', headers).set('X-Forwarded-For', address);
    const guess = (address = '203.0.113.1') => from(address, headersOf(newToken(), client.domain));
    expect(await statusesOf(times(80, guess))).toEqual({ 401: 60, 429: 20 });
    const { headers } = await guess().expect(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    await guess('203.0.113.2').expect(401);
    await from('203.0.113.1', client.headers).expect(200);
    await app.stop();
  });

  it('do not count an ended subscription as a guess', async () => {
    const app = await TestApp.start();
    const client = await givenClient(app, { subscription: null });
    const ask = () => app.get('/api/products', client.headers);
    expect(await statusesOf(times(80, ask))).toEqual({ 403: 80 });
    await app.get('/api/products', headersOf(newToken(), client.domain)).expect(401);
    await app.stop();
  });
});

const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

(hasRedis ? describe : describe.skip)(
  'limits on use in Redis (where redis-server is installed)',
  () => {
    let redis: ChildProcess;
    let url: string;
    let watcher: Redis;
    let folder: string;
    beforeAll(async () => {
      folder = await scratchFolder();
      const port = await freePort();
      url = `redis://127.0.0.1:${port}`;
      redis = spawn('redis-server', ['--port', String(port), '--save', '', '--dir', folder]);
      watcher = new Redis(url, { retryStrategy: () => 50, disconnectTimeout: 50 });
      watcher.on('error', () => undefined);
      await watcher.ping();
    });
    afterAll(() => {
      watcher.disconnect();
      redis.kill();
    });

    /** Counts how many clients have asked whether Redis is ready, which is the last step of connecting. */
    const connectedCount = async (): Promise<number> =>
      String(await watcher.client('LIST')).match(/cmd=info/g)?.length ?? 0;

    it('are exact over two instances, and continue in memory while Redis is unavailable', async () => {
      const { one, two } = await givenTwoApps({ RATE_LIMIT_PER_MINUTE: '10', REDIS_URL: url });
      const instances = [one, two];
      await eventually(async () => (await connectedCount()) === instances.length);
      const client = await givenClient(one);
      const calls = times(15, () =>
        instances.map((app) => app.get('/api/products', client.headers)),
      );
      expect(await statusesOf(calls.flat())).toEqual({ 200: 10, 429: 20 });
      const isShared = async (): Promise<string | undefined> =>
        /^rate_limits_shared (\d)$/m.exec((await request(one.server).get('/metrics')).text)?.[1];
      expect(await isShared()).toBe('1');

      redis.kill();
      await once(redis, 'exit');
      await eventually(async () => (await isShared()) === '0');
      const late = await givenClient(one);
      const alone = times(15, () => one.get('/api/products', late.headers));
      expect(await statusesOf(alone)).toEqual({ 200: 10, 429: 5 });
    });
  },
);
