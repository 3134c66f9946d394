import { jest } from '@jest/globals';
import request from 'supertest';
import { TestApp } from '../support/app.js';
import { Admin, type AdminAnswer } from '../support/shop/admin.js';
import { givenClient, givenProduct, headersOf } from '../support/shop/given.js';
import { TestBrowser } from '../support/shop/people.js';

type NewToken = AdminAnswer<'createToken'>;

const app = await TestApp.start();
/** Functions that Jest should not fake; only the time is faked. */
const TIMERS = [
  ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask'] as const),
  ...(['setImmediate', 'clearImmediate', 'setInterval', 'clearInterval'] as const),
  ...(['setTimeout', 'clearTimeout'] as const),
];
const client = await givenClient(app);
const owner = await TestBrowser.ofMember(app, client);
const stranger = await TestBrowser.ofMember(app, await givenClient(app));

describe("a client's API access and prices in the dashboard", () => {
  const create = async (body: object): Promise<NewToken> =>
    (await owner.call('post', 'tokens', body)).body.data as NewToken;
  const statusOf = async (token: string, domain: string): Promise<number> =>
    (await app.get('/api/me', headersOf(token, domain))).status;

  it('creates a token that is shown once, rotates it for another domain, and revokes it', async () => {
    const { id, token, last4 } = await create({ domain: 'https://www.New-Shop.example' });
    expect(await statusOf(token, 'new-shop.example')).toBe(200);
    const { body, text } = await owner.call('get', 'tokens');
    expect(body.data).toContainEqual(
      expect.objectContaining({ id, last4, domain: 'new-shop.example', mode: 'live' }),
    );
    expect(text).not.toContain(token);
    const change = { overlap_seconds: 600, domain: 'new.example' };
    const rotated = await owner.call('post', `tokens/${id}/rotate`, change);
    const replacing = rotated.body.data as NewToken;
    expect(await statusOf(replacing.token, 'new.example')).toBe(200);
    expect(await statusOf(token, 'new-shop.example')).toBe(200);
    expect((await owner.call('delete', `tokens/${replacing.id}`)).status).toBe(200);
    expect(await statusOf(replacing.token, 'new.example')).toBe(401);
    const ended = { permissions: ['wallet:read'] };
    for (const again of [
      await owner.call('post', `tokens/${id}/rotate`, {}),
      await owner.call('patch', `tokens/${replacing.id}`, ended),
    ]) {
      expect([again.status, again.body.code]).toEqual([409, 'token_ended']);
    }
  });

  it('changes a token until it ends by the clock of the database', async () => {
    const { id } = await create({ domain: 'clock.example' });
    const allow = async (...permissions: string[]): Promise<number> =>
      (await owner.call('patch', `tokens/${id}`, { permissions })).status;
    await app.sql`UPDATE api_tokens SET expires_at = now() + interval '1 hour' WHERE id = ${id}`;
    jest.useFakeTimers({ now: Date.now() + 2 * 3_600_000, doNotFake: TIMERS });
    try {
      expect(await allow('wallet:read')).toBe(200);
      await app.sql`UPDATE api_tokens SET expires_at = now() WHERE id = ${id}`;
      expect(await allow()).toBe(409);
    } finally {
      jest.useRealTimers();
    }
  });

  it('cannot change tokens of another client', async () => {
    const { id, token } = await create({ domain: 'mine.example' });
    const answers = [
      await stranger.call('post', `tokens/${id}/rotate`, {}),
      await stranger.call('delete', `tokens/${id}`),
      await stranger.call('patch', `tokens/${id}`, { permissions: ['wallet:read'] }),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      Array(3).fill([404, 'token_not_found']),
    );
    expect(await statusOf(token, 'mine.example')).toBe(200);
  });

  describe('the connection test', () => {
    const test = async (headers: object, browser = owner): Promise<string[]> => {
      const { body } = await browser.call('post', 'connection-test', { headers });
      const checks = body.data as { check: string; result: string; code: string | null }[];
      return checks
        .filter(({ result }) => result !== 'passed')
        .map(({ check, result, code }) => `${check}: ${code ?? result}`);
    };

    it('passes if the Store API accepts the server', async () => {
      const { authorization, domain } = { ...client, authorization: `Bearer ${client.token}` };
      expect(await test({ authorization, 'x-client-domain': domain })).toEqual([]);
      expect(await test({ authorization, 'x-client-domain': `https://www.${domain}` })).toEqual([]);
    });

    it('shows which check fails', async () => {
      const authorization = `Bearer ${client.token}`;
      expect(await test({})).toEqual([
        'token_sent: token_missing',
        'token_known: not_checked',
        'token_active: not_checked',
        'domain_sent: domain_missing',
        'domain_registered: not_checked',
      ]);
      expect(await test({ authorization: client.token, 'x-client-domain': client.domain })).toEqual(
        expect.arrayContaining(['token_sent: token_missing']),
      );
      expect(await test({ authorization, 'x-client-domain': 'other.example' })).toEqual([
        'domain_registered: domain_mismatch',
      ]);
      const { id, token } = await create({ domain: 'ended.example' });
      await owner.call('delete', `tokens/${id}`);
      const ended = { authorization: `Bearer ${token}`, 'x-client-domain': 'ended.example' };
      expect(await test(ended)).toEqual(['token_active: token_invalid']);
    });

    it('reports a token of another client as unknown', async () => {
      const headers = { authorization: `Bearer ${client.token}`, 'x-client-domain': client.domain };
      expect(await test(headers, stranger)).toEqual([
        'token_known: token_invalid',
        'token_active: not_checked',
        'domain_registered: not_checked',
      ]);
    });

    it('detects a subscription without access', async () => {
      const lapsed = await givenClient(app, { subscription: { status: 'cancelled' } });
      const browser = await TestBrowser.ofMember(app, lapsed);
      const headers = { authorization: `Bearer ${lapsed.token}`, 'x-client-domain': lapsed.domain };
      expect(await test(headers, browser)).toEqual(['subscription_active: subscription_inactive']);
    });
  });

  describe('the company', company);

  describe('the wallet', walletOfTokens);

  describe('the prices', prices);
});

function company(): void {
  it('stores the billing address and tax number from an owner', async () => {
    const line1 = '14, Lake View Road';
    const billing = { line1, line2: null, place: 'Bengaluru', state: '29', pincode: '560001' };
    const put = async (body: object): Promise<unknown> => owner.call('put', 'company', body);
    const sent = { billing, gstin: '29aapfu0939f1zr' };
    const stored = { billing, gstin: '29AAPFU0939F1ZR', billing_address: null };
    expect(await put(sent)).toMatchObject({ body: { data: stored } });
    for (const rest of [{}, { billing }, { billing_address: null }]) {
      expect(await put(rest)).toMatchObject({ body: { data: stored } });
    }
    const member = await TestBrowser.ofMember(app, client, 'member');
    expect((await member.call('get', 'company')).body.data).toMatchObject(stored);
    expect((await member.call('put', 'company', sent)).body.code).toBe('permission_denied');
    const message = 'gstin is of 27 Maharashtra, the billing address is in 29 Karnataka';
    for (const [body, error] of [
      [{ gstin: '27AAPFU0939F1ZV' }, { field: 'gstin', code: 'gstin_state', message }],
      [{ billing: { ...billing, pincode: '56001' } }, { field: 'billing.pincode' }],
    ] as const) {
      expect(await put(body)).toMatchObject({ status: 422, body: { errors: [error] } });
    }
  });

  it('still takes the billing address as one text, which changes no field', async () => {
    const put = async (body: object) => (await owner.call('put', 'company', body)).body.data;
    const billing = { line1: 'Plot 5', line2: null, place: 'Pune', state: '27', pincode: '411004' };
    const text = { billing_address: '14, Lake View Road\nBengaluru' };
    await put({ billing, gstin: null });
    expect(await put(text)).toMatchObject({ ...text, billing, gstin: null });
    expect(await put({ billing: { ...billing, place: 'Mumbai' } })).toMatchObject(text);
    expect(await put({ billing: null })).toMatchObject({ ...text, billing: null });
    expect(await put({ billing_address: null })).toMatchObject({ billing_address: null });
  });
}

function walletOfTokens(): void {
  it('lets a token read the wallet, and the one that replaces it, until it may no longer', async () => {
    const { id, token } = (await owner.call('post', 'tokens', { domain: 'wallet.example' })).body
      .data as NewToken;
    const allow = async (...permissions: string[]) =>
      owner.call('patch', `tokens/${id}`, { permissions });
    const walletOf = (text: string) => app.get('/api/wallet', headersOf(text, 'wallet.example'));
    expect((await walletOf(token).expect(403)).body).toMatchObject({ code: 'not_allowed' });
    expect((await allow('wallet:write')).body.errors).toMatchObject([{ code: 'unknown_value' }]);
    expect((await allow('wallet:read')).body.data).toMatchObject({ permissions: ['wallet:read'] });
    await new Admin(app).receipts.record(client.id, 75.5);
    await owner.call('put', 'auto-pay', { enabled: true });
    expect((await walletOf(token).expect(200)).body).toEqual({
      success: true,
      data: {
        balance: 75.5,
        debt: 0,
        credit_limit: 0,
        credit_used: 0,
        currency: 'INR',
        auto_pay: true,
      },
    });
    const { body: me } = await app.get('/api/me', headersOf(token, 'wallet.example')).expect(200);
    expect(me).toMatchObject({ data: { auto_pay: true } });
    const rotated = await owner.call('post', `tokens/${id}/rotate`, { overlap_seconds: 60 });
    await walletOf((rotated.body.data as NewToken).token).expect(200);
    expect((await allow()).body.data).toMatchObject({ permissions: [] });
    await walletOf(token).expect(403);
    const { data } = await new Admin(app).audit.list({ subject: `token ${id}`, limit: 1 });
    expect(data).toMatchObject([
      {
        action: 'token.permissions_changed',
        before: { permissions: ['wallet:read'] },
        after: { permissions: [] },
      },
    ]);
  });
}

function prices(): void {
  it('are those of the plan, searched by words', async () => {
    await givenProduct(app, { sku: 'PRICE-1', name: 'Steel bottle', category: 'Kitchen' });
    await givenProduct(app, { sku: 'PRICE-2', name: 'Glass bottle', basePriceMinor: 25_050 });
    await givenProduct(app, { sku: 'PRICE-3', name: 'Hidden bottle', active: false });
    const { body } = await owner.call('get', 'prices?q=BOTTLE');
    expect(body.data).toMatchObject([
      { sku: 'PRICE-1', price: 100, delivery_charge: 10, stock: 100 },
      { sku: 'PRICE-2', price: 250.5 },
    ]);
    expect((await owner.call('get', 'prices?q=bottle%20kitchen')).body.data).toHaveLength(1);
    const plan = await owner.call('get', 'plan');
    expect(plan.body.data).toMatchObject({ subscription: { plan: client.plan, live: true } });
  });

  it('are a file whose cells no spreadsheet runs as formulas', async () => {
    await givenProduct(app, { sku: 'PRICE-4', name: '=HYPERLINK("http://evil.example")' });
    const { text, headers } = await request(app.server)
      .get('/dashboard/api/prices/export?q=price-4')
      .set('Cookie', owner.cookie!)
      .expect(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(text.split('\r\n')).toEqual([
      'sku,name,category,price,delivery_charge,in_stock',
      'PRICE-4,"\'=HYPERLINK(""http://evil.example"")",,100.00,10.00,100',
      '',
    ]);
  });
}
