import { Admin } from '../support/shop/admin.js';
import { TestApp, type StoreHeaders } from '../support/app.js';
import { givenProduct } from '../support/shop/given.js';
import { givenOperator, TestBrowser } from '../support/shop/people.js';
import { inDays } from '../support/time.js';

const PATH = '/dashboard/api/admin-tokens';

interface Issued {
  id: number;
  token: string;
}

const app = await TestApp.start();
const admin = new Admin(app);
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
    const stored = await app.sql<object>`SELECT t::text FROM operator_tokens t`;
    expect(JSON.stringify(stored)).not.toContain(issued.token);
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
    const stranger = await TestBrowser.signedIn(app, await givenOperator(app, ['support']));
    const path = `admin-tokens/${own.id}`;
    expect((await stranger.call('delete', path)).body.code).toBe('token_not_found');
    expect((await browser.call('delete', path)).status).toBe(200);
    const second = await TestBrowser.signedIn(app, await givenOperator(app));
    const { body } = await second.admin('get', 'operator-tokens?limit=500');
    expect(body.data).toContainEqual(
      expect.objectContaining({ id: others.id, user_id: owner.id, user_email: owner.email }),
    );
    expect((await second.admin('delete', `operator-tokens/${others.id}`)).status).toBe(200);
    for (const ended of [expired, own, others]) expect(await ask(ended, '/admin/orders')).toBe(401);
  });

  it.each([
    ['without an end', { expires_at: undefined }, 'expires_at', 'required'],
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

  it('is for operators, who enter their password', async () => {
    await app.sql`UPDATE sessions SET confirmed_at = now() - interval '1 hour'`;
    expect((await create(['stock:read'])).body.code).toBe('password_required');
    expect(await app.post(PATH, {}, {})).toMatchObject({ status: 401 });
  });
});

it('the sessions of an operator are ended by an owner', async () => {
  const app = await TestApp.start();
  const owner = await TestBrowser.signedIn(app, await givenOperator(app));
  const person = await givenOperator(app, ['warehouse']);
  const browser = await TestBrowser.signedIn(app, person);
  expect((await owner.admin('delete', `users/${person.id}/sessions`)).status).toBe(200);
  expect((await browser.call('get', 'session')).status).toBe(401);
  expect((await owner.call('get', 'session')).status).toBe(200);
  expect((await owner.admin('delete', 'users/999999/sessions')).body.code).toBe('user_not_found');
  await app.stop();
});
