import { ADMIN_TOKEN, OPERATOR, TestApp } from '../support/app.js';
import { AuditService } from '../../src/platform/audit/audit.service.js';
import { Wire } from '../support/documents/wire.js';
import { TestBrowser } from '../support/shop/people.js';

const app = await TestApp.start();

// test/access/matrix tests that every route of operators refuses other tokens.
describe('the admin token', () => {
  const listClients = (headers: Record<string, string>) =>
    app.call('get', '/admin/clients', headers);

  it.each([
    ['a blank header', { Authorization: ' ' }, 'token_missing'],
    ['another scheme', { Authorization: `Basic ${ADMIN_TOKEN}` }, 'token_missing'],
    ['no scheme', { Authorization: ADMIN_TOKEN }, 'token_missing'],
    ['a scheme alone', { Authorization: 'Bearer' }, 'token_missing'],
    ['its beginning', { Authorization: `Bearer ${ADMIN_TOKEN.slice(0, -1)}` }, 'token_invalid'],
    ['a longer token', { Authorization: `Bearer ${ADMIN_TOKEN}x` }, 'token_invalid'],
  ])('is refused: %s', async (_, headers, code) => {
    const { body, headers: answered, text } = await listClients(headers).expect(401);
    expect(body).toMatchObject({ success: false, code });
    expect(answered['www-authenticate']).toBe('Bearer');
    expect(text).not.toContain('operator-token');
  });

  it.each([
    ['the same twice', ADMIN_TOKEN, ADMIN_TOKEN],
    ['another one first', 'another', ADMIN_TOKEN],
    ['another one last', ADMIN_TOKEN, 'another'],
  ])('is refused in two headers: %s', async (_, first, second) => {
    const Authorization = [`Bearer ${first}`, `Bearer ${second}`];
    const ask = { method: 'GET', path: '/admin/clients', headers: { Authorization } };
    const { status, body } = await new Wire(app).ask(ask);
    expect([status, body]).toMatchObject([401, { code: 'token_invalid' }]);
  });

  it('is accepted after the scheme in any case, and more than one space', async () => {
    await listClients({ Authorization: `bEARER  ${ADMIN_TOKEN}` }).expect(200);
  });

  it('is checked before path, query and body', async () => {
    await app.call('get', '/admin/clients/0').expect(401);
    await app.call('get', '/admin/clients?limit=0').expect(401);
    await app.sendRaw('post', '/admin/clients', {}, '{"broken').expect(401);
    await app.sendRaw('post', '/admin/clients', OPERATOR, '{"broken').expect(400);
  });

  it('grants nothing if none is configured', async () => {
    const closed = await TestApp.start({ ADMIN_API_TOKEN: '' });
    for (const token of [ADMIN_TOKEN, 'null', 'undefined']) {
      await closed.call('get', '/admin/clients', { Authorization: `Bearer ${token}` }).expect(401);
    }
    await closed.stop();
  });
});

describe('the use of the admin token', () => {
  const usesIn = (
    app: TestApp,
  ): Promise<{ actor: string; action: string; after: { ip: string } }[]> =>
    app.sql`SELECT actor, action, after FROM audit_entries WHERE subject = 'admin token' ORDER BY id`;

  it('is in the audit log with each address that it came from, once an hour', async () => {
    const app = await TestApp.start({ TRUST_PROXY: '127.0.0.0/8,::1' });
    const use = (ip: string) =>
      app
        .call('get', '/admin/plans', { Authorization: `Bearer ${ADMIN_TOKEN}` })
        .set('X-Forwarded-For', ip)
        .expect(200);
    await use('203.0.113.1');
    await use('203.0.113.1');
    await use('203.0.113.2');
    expect(await usesIn(app)).toEqual(
      ['203.0.113.1', '203.0.113.2'].map((ip) => ({
        actor: 'operator',
        action: 'admin_token.used',
        after: { ip },
      })),
    );
    await app.stop();
  });

  it('is reported on the page Today to those who manage operators, once there is one', async () => {
    const app = await TestApp.start();
    const usedAt = async (browser: TestBrowser | null) => {
      const { body } = await (browser === null
        ? app.admin('get', 'overview')
        : browser.admin('get', 'overview'));
      return (body as { data: { admin_token_used_at: string | null } }).data.admin_token_used_at;
    };
    expect(await usedAt(null)).toBeNull();
    const owner = await TestBrowser.ofOperator(app);
    const support = await TestBrowser.ofOperator(app, ['support']);
    expect(await usedAt(owner)).toMatch(/^\d{4}-/);
    expect(await usedAt(support)).toBeNull();
    const { manager } = app.dataSource;
    const audit = app.service(AuditService);
    expect(await audit.findLatest(manager, { subject: 'admin token', hours: 1 })).toBeInstanceOf(
      Date,
    );
    expect(await audit.findLatest(manager, { subject: 'admin token', hours: 0 })).toBeNull();
    await app.stop();
  });

  it('opens nothing where the token is switched off', async () => {
    const app = await TestApp.start({ ADMIN_API_TOKEN_ENABLED: 'false' });
    const { body } = await app.admin('get', 'plans').expect(401);
    expect(body).toMatchObject({ code: 'token_invalid' });
    expect(await usesIn(app)).toEqual([]);
    await app.stop();
  });
});
