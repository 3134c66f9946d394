import { TestApp } from '../support/app.js';
import { givenClient } from '../support/shop/given.js';
import { givenOperatorToken, TestBrowser } from '../support/shop/people.js';

describe('limits of signed-in people', () => {
  it('count the requests of each person, and show the remaining ones', async () => {
    const app = await TestApp.start({ RATE_LIMIT_PER_MINUTE: '10' });
    const client = await givenClient(app);
    const browser = await TestBrowser.ofMember(app, client);
    const colleague = await TestBrowser.ofMember(app, client);
    const first = await browser.call('get', 'wallet');
    expect(first.headers['ratelimit-policy']).toBe('"people";q=10;w=60');
    expect(first.headers.ratelimit).toMatch(/^"people";r=9;t=(60|59)$/);
    for (let count = 0; count < 9; count += 1) await browser.call('get', 'wallet');
    const refused = await browser.call('get', 'wallet');
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await colleague.call('get', 'wallet')).status).toBe(200);
    // Their store is not slowed down by what they do in the dashboard.
    await app.get('/api/products', client.headers).expect(200);
    await app.stop();
  });

  it('count the requests of an operator, but not those of the admin token', async () => {
    const app = await TestApp.start({ RATE_LIMIT_PER_MINUTE: '3' });
    const browser = await TestBrowser.ofOperator(app);
    const statuses: number[] = [];
    for (let count = 0; count < 4; count += 1) {
      statuses.push((await browser.admin('get', 'plans')).status);
      await app.admin('get', 'plans').expect(200);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
    await app.stop();
  });
});

describe('limits of operator tokens', () => {
  const env = { RATE_LIMIT_PER_MINUTE: '100', OPERATOR_TOKEN_RATE_LIMIT_PER_MINUTE: '3' };

  it('count the requests of each token, also those that are refused', async () => {
    const app = await TestApp.start(env);
    const browser = await TestBrowser.ofOperator(app);
    const [token, other] = [await givenOperatorToken(browser), await givenOperatorToken(browser)];
    const first = await app.get('/admin/stock', token);
    expect([first.status, first.headers.ratelimit]).toEqual([
      ...[200, '"operator-tokens";r=2;t=60'],
    ]);
    expect((await app.get('/admin/orders', token)).status).toBe(403);
    expect((await app.get('/admin/stock', token)).status).toBe(200);
    const refused = await app.get('/admin/stock', token);
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await app.get('/admin/stock', other)).status).toBe(200);
    expect((await browser.admin('get', 'stock')).status).toBe(200);
    await app.stop();
  });
});

const app = await TestApp.start();

describe('limits of invitations', () => {
  const statusesOf = async (count: number, invite: (index: number) => Promise<number>) => {
    const statuses: Record<number, number> = {};
    for (let index = 0; index < count; index += 1) {
      const status = await invite(index);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
    return statuses;
  };
  const givenOwner = async () => TestBrowser.ofMember(app, await givenClient(app));
  const invite = async (browser: TestBrowser, email: string) =>
    (await browser.call('post', 'invitations', { email, role: 'member' })).status;

  it('let a stranger get five mails, from however many clients', async () => {
    const [owner, other] = [await givenOwner(), await givenOwner()];
    const stranger = 'stranger@elsewhere.example';
    expect(await statusesOf(60, () => invite(owner, stranger))).toEqual({ 201: 5, 429: 55 });
    expect(await invite(other, stranger.toUpperCase())).toBe(429);
    expect(await invite(other, 'friend@elsewhere.example')).toBe(201);
    const operator = await TestBrowser.ofOperator(app);
    const body = { email: stranger, roles: ['support'] };
    expect((await operator.admin('post', 'users', body)).status).toBe(429);
  });

  it('let the people of a client invite thirty', async () => {
    const owner = await givenOwner();
    const statuses = await statusesOf(40, (index) =>
      invite(owner, `colleague-${index}@elsewhere.example`),
    );
    expect(statuses).toEqual({ 201: 30, 429: 10 });
    expect(await invite(await givenOwner(), 'colleague@elsewhere.example')).toBe(201);
  });
});
