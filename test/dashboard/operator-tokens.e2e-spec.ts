import { hash } from 'node:crypto';
import type { StoreHeaders } from '../support/app.js';
import { givenProduct, givenClient } from '../support/shop/given.js';
import {
  givenOperator,
  TestBrowser,
  givenMember,
  givenOperatorToken,
  type GivenUser,
} from '../support/shop/people.js';
import { inDays } from '../support/time.js';
import { givenSuite } from '../support/shop/shop.js';

interface Issued {
  id: number;
  token: string;
}

const { app, admin } = await givenSuite();
const owner = await givenOperator(app);
const browser = await TestBrowser.signedIn(app, owner);

describe('an operator token', () => {
  const create = async (permissions: string[], by: TestBrowser = browser, rest: object = {}) =>
    by.call('post', 'admin-tokens', { name: 'Sync', permissions, expires_at: inDays(30), ...rest });
  const given = async (permissions: string[], by: TestBrowser = browser): Promise<Issued> => {
    const { status, body } = await create(permissions, by);
    expect(status).toBe(201);
    return body.data as Issued;
  };
  const headers = ({ token }: Issued): StoreHeaders => ({ Authorization: `Bearer ${token}` });
  const ask = async (issued: Issued, path: string) => (await app.get(path, headers(issued))).status;

  it('has only its own permissions', async () => {
    const issued = await given(['stock:read', 'catalog:read']);
    const { sku } = await givenProduct(app);
    expect(await ask(issued, `/admin/products/${sku}/stock`)).toBe(200);
    const refused = await app.get('/admin/orders', headers(issued));
    expect(refused).toMatchObject({ status: 403, body: { code: 'permission_denied' } });
    expect(await ask(issued, '/api/products')).toBe(401);
    expect(await ask(issued, '/dashboard/api/session')).toBe(401);
  });

  it('shows amounts only with prices:read', async () => {
    const { sku } = await givenProduct(app);
    const read = async (permissions: string[]): Promise<unknown> =>
      (await app.get(`/admin/products/${sku}`, headers(await given(permissions)))).body;
    expect(await read(['catalog:read'])).not.toHaveProperty('data.base_price');
    expect(await read(['catalog:read', 'prices:read'])).toHaveProperty('data.base_price', 100);
  });

  it('is stored as a hash, shown once, and listed with its last use', async () => {
    const issued = await given(['orders:read']);
    expect(issued.token).toMatch(/^wsa_[\w-]{43}$/);
    await app.get('/admin/orders', headers(issued)).expect(200);
    const { text, body } = await browser.call('get', 'admin-tokens?limit=500');
    expect(text).not.toContain(issued.token);
    expect((body.data as { id: number }[]).find(({ id }) => id === issued.id)).toMatchObject({
      name: 'Sync',
      last4: issued.token.slice(-4),
      permissions: ['orders:read'],
      last_used_from: '127.0.0.1',
    });
    const stored =
      await app.sql`SELECT t::text AS text FROM operator_tokens t WHERE token_hash = ${hash('sha256', issued.token, 'buffer')}`;
    expect(stored).toEqual([{ text: expect.not.stringContaining(issued.token) }]);
  });

  it("is limited to its owner's permissions, also later", async () => {
    const person = await givenOperator(app, ['warehouse', 'support']);
    const other = await TestBrowser.signedIn(app, person);
    const refused = await create(['stock:read', 'users:write'], other);
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'permissions', code: 'not_allowed' }] },
    });
    const issued = await given(['stock:write', 'clients:read'], other);
    expect(await ask(issued, '/admin/clients')).toBe(200);
    await browser.admin('patch', `users/${person.id}`, { roles: ['warehouse'] });
    expect(await ask(issued, '/admin/clients')).toBe(403);
    await browser.admin('delete', `users/${person.id}`);
    expect(await ask(issued, '/admin/clients')).toBe(401);
  });

  it('cannot make changes that need a password', async () => {
    const issued = await given(['users:read', 'users:write']);
    expect(await ask(issued, '/admin/users')).toBe(200);
    const answer = await app.post('/admin/users', headers(issued), {
      email: 'friend@people.example',
      roles: ['owner'],
    });
    expect(answer).toMatchObject({ status: 403, body: { code: 'password_required' } });
  });

  it('is named with its owner in the audit log', async () => {
    const issued = await given(['stock:write']);
    const { sku } = await givenProduct(app, { stock: 1 });
    const change = { delta: 2, reason: 'found' };
    await app.post(`/admin/products/${sku}/stock/adjustments`, headers(issued), change).expect(201);
    const { data } = await admin.audit.list({ actor: `user ${owner.id}`, limit: 2 });
    expect(data[0]).toMatchObject({
      actor: `user ${owner.id} <${owner.email}> token ${issued.id}`,
    });
    expect(data[1]).toMatchObject({
      action: 'operator_token.created',
      after: { token: issued.id, name: 'Sync', permissions: ['stock:write'] },
    });
  });

  it('ends when it expires, and when its owner or an owner revokes it', async () => {
    const expired = await given(['orders:read']);
    const own = await given(['orders:read']);
    const others = await given(['orders:read']);
    const past = `UPDATE operator_tokens SET expires_at = now() WHERE id = $1`;
    await app.dataSource.query(past, [expired.id]);
    const stranger = await TestBrowser.ofOperator(app, ['support']);
    const path = `admin-tokens/${own.id}`;
    expect((await stranger.call('delete', path)).body.code).toBe('token_not_found');
    expect((await browser.call('delete', path)).status).toBe(200);
    const second = await TestBrowser.ofOperator(app);
    const { body } = await second.admin('get', 'operator-tokens?limit=500');
    expect(body.data).toContainEqual(
      expect.objectContaining({ id: others.id, user_id: owner.id, user_email: owner.email }),
    );
    expect((await second.admin('delete', `operator-tokens/${others.id}`)).status).toBe(200);
    for (const ended of [expired, own, others]) expect(await ask(ended, '/admin/orders')).toBe(401);
  });

  it.each([
    ['with an end in the past', { expires_at: inDays(-1) }, 'expires_at', 'out_of_range'],
    ['for more than a year', { expires_at: inDays(367) }, 'expires_at', 'out_of_range'],
    ['without permissions', { permissions: [] }, 'permissions', 'unknown_value'],
    ['with unknown permissions', { permissions: ['all'] }, 'permissions', 'unknown_value'],
    [
      'about money without amounts',
      { permissions: ['money:read'] },
      'permissions',
      'prices_needed',
    ],
  ])('is refused %s', async (_, rest, field, code) => {
    const answer = await create(['stock:read'], browser, rest);
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ field, code }] } });
  });
});

it('the sessions of an operator are ended by an owner', async () => {
  const person = await givenOperator(app, ['warehouse']);
  const other = await TestBrowser.signedIn(app, person);
  expect((await browser.admin('delete', `users/${person.id}/sessions`)).status).toBe(200);
  expect((await other.call('get', 'session')).status).toBe(401);
  expect((await browser.call('get', 'session')).status).toBe(200);
  expect((await browser.admin('delete', 'users/999999/sessions')).body.code).toBe('user_not_found');
});

describe('the operator tokens of a person', () => {
  const query = (rest: { end_tokens?: boolean }) =>
    rest.end_tokens === false ? '?end_tokens=false' : '';
  const ENDINGS: Record<
    string,
    (user: GivenUser, browser: TestBrowser, rest: { end_tokens?: boolean }) => Promise<unknown>
  > = {
    'changes the password': ({ password: current_password }, browser, rest) =>
      browser.call('put', 'password', {
        current_password,
        new_password: 'nine turtles in a row',
        ...rest,
      }),
    'signs out everywhere': (_, browser, rest) => browser.call('delete', `sessions${query(rest)}`),
    'is signed out by an owner': ({ id }, _, rest) =>
      browser.admin('delete', `users/${id}/sessions${query(rest)}`),
  };

  it.each(Object.keys(ENDINGS))('end when the person %s, unless they are to stay', async (how) => {
    for (const rest of [{}, { end_tokens: false }]) {
      const operator = await givenOperator(app);
      const browser = await TestBrowser.signedIn(app, operator);
      const headers = await givenOperatorToken(browser);
      const ask = () => app.get('/admin/stock', headers);
      await ask().expect(200);
      await ENDINGS[how]!(operator, browser, rest);
      await ask().expect('end_tokens' in rest ? 200 : 401);
    }
  });
});

describe('the API tokens that a member made', () => {
  interface Token {
    id: number;
    made_by: number | null;
    revoked_at: string | null;
  }
  const given = async () => {
    const client = await givenClient(app);
    const own = await givenMember(app, client);
    const removed = await givenMember(app, client, 'member');
    const ownBrowser = await TestBrowser.signedIn(app, own);
    const browser = await TestBrowser.signedIn(app, removed);
    const make = async (by: TestBrowser, mode: string) => {
      const { body } = await by.call('post', 'tokens', { domain: 'shop.example', mode });
      return (body.data as { id: number }).id;
    };
    const made = [await make(browser, 'live'), await make(browser, 'test')];
    const kept = [await make(ownBrowser, 'live')];
    const { id: byAdmin } = await admin.tokens.create(client.id, { domain: 'a.example' });
    const rotated = await ownBrowser.call(
      'post',
      `tokens/${await make(browser, 'live')}/rotate`,
      {},
    );
    kept.push(byAdmin, (rotated.body.data as { id: number }).id);
    const list = async () => (await ownBrowser.call('get', 'tokens')).body.data as Token[];
    return { client, own, removed, ownBrowser, made, kept, list };
  };
  const liveOf = (tokens: Token[], ids: number[]) =>
    tokens.filter(({ id, revoked_at }) => ids.includes(id) && revoked_at === null).length;

  it('are listed, and end when the owner removes the member', async () => {
    const { own, removed, ownBrowser, made, kept, list } = await given();
    const makers = new Map((await list()).map(({ id, made_by }) => [id, made_by]));
    expect(made.map((id) => makers.get(id))).toEqual([removed.id, removed.id]);
    expect(kept.map((id) => makers.get(id))).toEqual([own.id, null, own.id]);
    expect((await ownBrowser.call('delete', `members/${removed.id}`)).status).toBe(200);
    const after = await list();
    expect([liveOf(after, made), liveOf(after, kept)]).toEqual([0, 3]);
  });

  it('stay on request, and end when an operator removes the member', async () => {
    for (const [query, live] of [
      ['?end_tokens=false', 2],
      ['', 0],
    ] as const) {
      const { client, removed, made, list } = await given();
      const path = `clients/${client.id}/members/${removed.id}${query}`;
      expect((await browser.admin('delete', path)).status).toBe(200);
      expect(liveOf(await list(), made)).toBe(live);
    }
  });
});
