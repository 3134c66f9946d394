import { AuditService } from '../../src/platform/audit/audit.service.js';
import { ADMIN_TOKEN, TestApp } from '../support/app.js';
import { givenOperator, TestBrowser } from '../support/shop/people.js';

interface Entry {
  actor: string;
  action: string;
  after: { ip: string };
}

describe('the admin token', () => {
  const usesIn = (app: TestApp): Promise<Entry[]> =>
    app.sql`SELECT actor, action, after FROM audit_entries WHERE subject = 'admin token' ORDER BY id`;

  it('is in the audit log with each address that used it, once an hour', async () => {
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
    const owner = await TestBrowser.signedIn(app, await givenOperator(app));
    const support = await TestBrowser.signedIn(app, await givenOperator(app, ['support']));
    expect(await usedAt(owner)).toMatch(/^\d{4}-/);
    expect(await usedAt(support)).toBeNull();
    const { manager } = app.dataSource;
    const audit = app.service(AuditService);
    expect(await audit.findLatest(manager, 'admin token', 1)).toBeInstanceOf(Date);
    expect(await audit.findLatest(manager, 'admin token', 0)).toBeNull();
    await app.stop();
  });

  it('opens nothing where it is switched off', async () => {
    const app = await TestApp.start({ ADMIN_API_TOKEN_ENABLED: 'false' });
    const { body } = await app.admin('get', 'plans').expect(401);
    expect(body).toMatchObject({ code: 'token_invalid' });
    expect(await usesIn(app)).toEqual([]);
    await app.stop();
  });
});
