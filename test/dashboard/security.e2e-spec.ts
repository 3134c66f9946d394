import { TokenUsesJob } from '../../src/auth/token-use/token-uses.job.js';
import { TokenUsesService } from '../../src/auth/token-use/token-uses.service.js';
import { rowLock, whileQueued } from '../support/database/locks.js';
import { eventually } from '../support/eventually.js';
import { scratchFolder } from '../support/processes/run.js';
import { givenClient } from '../support/shop/given.js';
import { mailsTo } from '../support/shop/mails.js';
import {
  givenMember,
  givenOperator,
  givenOperatorToken,
  SAME_ORIGIN,
  TestBrowser,
  type BrowserAnswer,
  type GivenUser,
} from '../support/shop/people.js';
import { givenSuite } from '../support/shop/shop.js';
import { inDays } from '../support/time.js';

interface ShownSession {
  current: boolean;
  user_id: number;
  user_email: string;
  ip: string;
  country: string | null;
}
let company: { id: number };
let owner: GivenUser;
let ownerBrowser: TestBrowser;
const dataDir = await scratchFolder();
const { app, admin } = await givenSuite({
  DATA_DIR: dataDir,
  TRUST_PROXY: '127.0.0.1,::1',
  COUNTRY_HEADER: 'CF-IPCountry',
});
beforeEach(async () => {
  await app.sql`DELETE FROM sessions`;
  company = await givenClient(app);
  owner = await givenMember(app, company);
  ownerBrowser = await TestBrowser.signedIn(app, owner);
});

const sessionsOf = ({ body }: BrowserAnswer) => body.data as ShownSession[];
/** Signs a person in from an address with a country that the proxy knows. */
const signIn = async ({ email, password }: GivenUser, ip: string, country: string) => {
  const browser = new TestBrowser(app);
  const from = { ...SAME_ORIGIN, 'X-Forwarded-For': ip, 'CF-IPCountry': country };
  expect((await browser.call('post', 'session', { email, password }, from)).status).toBe(200);
  return browser;
};
const isSignedIn = async (browser: TestBrowser) =>
  (await browser.call('get', 'session')).status === 200;
const apiToken = async (mode: 'live' | 'test'): Promise<Record<string, string>> => {
  const { token } = await admin.tokens.create(company.id, { domain: 'shop.example', mode });
  return { Authorization: `Bearer ${token}`, 'X-Client-Domain': 'shop.example' };
};

describe('the security page of a client', () => {
  it('shows its owner where its people are signed in, and no one of another client', async () => {
    const member = await givenMember(app, company, 'member');
    await signIn(member, '203.0.113.7', 'in');
    const stranger = await givenMember(app, await givenClient(app));
    await signIn(stranger, '203.0.113.8', 'DE');
    const shown = sessionsOf(await ownerBrowser.call('get', 'security/sessions'));
    expect(shown).toMatchObject([
      { current: true, user_id: owner.id, country: null },
      { current: false, user_email: member.email, ip: '203.0.113.7', country: 'IN' },
    ]);
    expect(shown).toHaveLength(2);
    const paged = await ownerBrowser.call('get', 'security/sessions?limit=1');
    expect(paged.body.next_cursor).not.toBeNull();
  });

  it('ends all access but that of the browser that asks', async () => {
    const member = await givenMember(app, company, 'member');
    const elsewhere = await TestBrowser.signedIn(app, owner);
    const browser = await TestBrowser.signedIn(app, member);
    const stranger = await TestBrowser.ofMember(app, await givenClient(app));
    const [live, test] = [await apiToken('live'), await apiToken('test')];
    const { cookie } = ownerBrowser;
    const ended = await ownerBrowser.call('delete', 'security/sessions?end_tokens=true');
    expect([ended.status, ended.body.data]).toEqual([200, { people: 2 }]);
    expect(ownerBrowser.cookie).not.toBe(cookie);
    const signedIn = await Promise.all(
      [ownerBrowser, elsewhere, browser, stranger].map(isSignedIn),
    );
    expect(signedIn).toEqual([true, false, false, true]);
    await app.get('/api/me', live).expect(401);
    await app.get('/api/me', test).expect(401);
    const devices = await app.sql`SELECT FROM devices WHERE user_id IN (${owner.id}, ${member.id})`;
    expect(devices).toHaveLength(1);
    const { data } = await admin.audit.list({ subject: `client ${company.id}` });
    expect(data.map(({ action }) => action)).toContain('access.ended');
  });

  it('leaves API tokens of its stores, unless it is asked to end them', async () => {
    const live = await apiToken('live');
    await ownerBrowser.call('delete', 'security/sessions');
    await app.get('/api/me', live).expect(200);
  });

  it('ends the API tokens that are named, and nothing if one is of another company', async () => {
    const [ended, kept] = [await apiToken('live'), await apiToken('live')];
    const other = await givenClient(app);
    const { id: foreign } = await admin.tokens.create(other.id, { domain: 'other.example' });
    const listed = await ownerBrowser.call('get', 'tokens');
    const first = (listed.body.data as { id: number; last4: string }[]).find(({ last4 }) =>
      ended.Authorization!.endsWith(last4),
    )!.id;
    const end = (ids: string) => ownerBrowser.call('delete', `security/sessions?end_tokens=${ids}`);
    const colleague = await TestBrowser.ofMember(app, company, 'member');
    const refused = await end(`${first},${foreign}`);
    expect([refused.status, refused.body.code]).toEqual([404, 'token_not_found']);
    expect((await end(`${first};1`)).body.errors).toMatchObject([{ field: 'end_tokens' }]);
    await app.get('/api/me', ended).expect(200);
    expect(await isSignedIn(colleague)).toBe(true);
    expect((await end(String(first))).status).toBe(200);
    await app.get('/api/me', ended).expect(401);
    await app.get('/api/me', kept).expect(200);
    expect(await isSignedIn(colleague)).toBe(false);
  });
});

describe('the security page of the installation', () => {
  it('shows where operators are signed in, and ends all of it', async () => {
    const [owns, ships] = [await givenOperator(app), await givenOperator(app, ['warehouse'])];
    const browser = await signIn(owns, '203.0.113.9', 'FR');
    await givenOperatorToken(browser);
    const other = await signIn(ships, '203.0.113.10', 'XX');
    const shown = sessionsOf(await browser.admin('get', 'sessions'));
    expect(shown).toMatchObject([
      { current: true, user_email: owns.email, country: 'FR' },
      { current: false, user_email: ships.email, country: null },
    ]);
    const ended = await browser.admin('delete', 'sessions');
    expect([ended.status, ended.body.data]).toMatchObject([200, { people: expect.any(Number) }]);
    const signedIn = await Promise.all([browser, other, ownerBrowser].map(isSignedIn));
    expect(signedIn).toEqual([true, false, true]);
    expect((await browser.admin('get', 'operator-tokens')).body.data).toEqual([]);
  });

  it('is emptied by the admin token, and not by an operator token', async () => {
    const browser = await TestBrowser.ofOperator(app);
    const headers = await givenOperatorToken(browser, { permissions: ['users:write'] });
    await app.call('delete', '/admin/sessions', headers).expect(403);
    await app.admin('delete', 'sessions?end_tokens=false').expect(200);
    expect(await isSignedIn(browser)).toBe(false);
    expect(await app.sql`SELECT FROM operator_tokens`).toHaveLength(1);
  });
});

it('the country of an address is stored with the last use of tokens', async () => {
  await app.stopJobs(TokenUsesJob);
  const from = { 'X-Forwarded-For': '203.0.113.11', 'CF-IPCountry': 'JP' };
  const token = await apiToken('live');
  await app
    .call('get', '/api/me')
    .set({ ...token, ...from })
    .expect(200);
  await app.service(TokenUsesService).store();
  const { body } = await ownerBrowser.call('get', 'tokens');
  const tokens = body.data as Record<string, unknown>[];
  expect(tokens.at(-1)).toMatchObject({ last_used_from: '203.0.113.11', last_used_country: 'JP' });
});

describe('passkeys and one-time codes, which outlive the end of sessions', () => {
  interface Factor {
    kind: string;
    passkey_id: number | null;
    recent: boolean;
    user_id: number;
  }
  const factorsIn = ({ body }: { body: { data?: unknown } }) => body.data as Factor[];
  /** Gives a person a passkey that is older than 30 days, a new one, and one-time codes. @returns the id of the new one */
  const givenFactors = async ({ id }: { id: number }) => {
    await app.sql`UPDATE users SET totp_secret = 'x', totp_enabled_at = now() - interval '29 days' WHERE id = ${id}`;
    const rows = await app.sql<{ id: number }>`
      INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, name, created_at)
        SELECT ${id}::integer, 'c' || ${id}::integer || n, '', 0, '{}', n, now() - make_interval(days => n::integer)
          FROM unnest(ARRAY['31', '1']) n RETURNING id`;
    return rows[1]!.id;
  };
  const recent = (factors: Factor[]) => factors.map((factor) => [factor.kind, factor.recent]);
  const ALL = [
    ['passkey', false],
    ['totp', true],
    ['passkey', true],
  ];
  const remove = (id: number) => ownerBrowser.call('delete', `security/passkeys/${id}`);

  it('are listed for the person, and for the owner, who removes passkeys of colleagues', async () => {
    const member = await givenMember(app, company, 'member');
    const memberBrowser = await TestBrowser.signedIn(app, member);
    const added = await givenFactors(member);
    const foreign = await givenFactors(await givenMember(app, await givenClient(app)));
    const own = await givenFactors(owner);
    expect(recent(factorsIn(await memberBrowser.call('get', 'factors')))).toEqual(ALL);
    const listed = factorsIn(await ownerBrowser.call('get', 'security/factors'));
    expect(recent(listed)).toEqual([...ALL, ...ALL]);
    expect((await remove(foreign)).body.code).toBe('passkey_not_found');
    expect((await remove(own)).body.code).toBe('permission_denied');
    expect((await remove(added)).status).toBe(200);
    expect(await isSignedIn(memberBrowser)).toBe(false);
    const after = factorsIn(await ownerBrowser.call('get', 'security/factors'));
    expect(recent(after.filter(({ user_id: id }) => id === member.id))).toEqual(ALL.slice(0, 2));
  });

  it('are removed by an operator who may change users, and not their own', async () => {
    const member = await givenMember(app, company, 'member');
    let memberBrowser = await TestBrowser.signedIn(app, member);
    const added = await givenFactors(member);
    const operator = await givenOperator(app);
    const browser = await TestBrowser.signedIn(app, operator);
    const own = await givenFactors(operator);
    const listed = await browser.admin('get', `factors?client_id=${company.id}`);
    expect(recent(factorsIn(listed))).toEqual(ALL);
    const path = (id: number, rest: string) => `users/${id}/${rest}`;
    for (const rest of ['totp', `passkeys/${own}`]) {
      const refused = await browser.admin('delete', path(operator.id, rest));
      expect([refused.status, refused.body.code]).toEqual([403, 'permission_denied']);
    }
    const gone = {
      totp: [409, 'totp_not_enrolled'],
      [`passkeys/${added}`]: [404, 'passkey_not_found'],
    };
    for (const [rest, refusal] of Object.entries(gone)) {
      const remove = () => browser.admin('delete', path(member.id, rest));
      expect(await isSignedIn(memberBrowser)).toBe(true);
      expect((await remove()).status).toBe(200);
      expect(await isSignedIn(memberBrowser)).toBe(false);
      memberBrowser = await TestBrowser.signedIn(app, member);
      const { status, body } = await remove();
      expect([status, body.code]).toEqual(refusal);
    }
    await eventually(async () => (await mailsTo(dataDir, member.email)).length === 2);
    const mails = (await mailsTo(dataDir, member.email)).join('\n');
    expect(mails).toContain('Your one-time codes were turned off');
    expect(mails).toContain('A passkey of yours was removed');
    const left = await browser.admin('get', `factors?client_id=${company.id}`);
    expect(recent(factorsIn(left))).toEqual(ALL.slice(0, 1));
    expect(factorsIn(await browser.admin('get', 'factors')).map((one) => one.user_id)).toContain(
      operator.id,
    );
  });
});

describe('signing out everywhere else', () => {
  it('does nothing for a browser that another one signs out at the same time', async () => {
    const other = await TestBrowser.signedIn(app, owner);
    const end = (browser: TestBrowser) => () => browser.call('delete', 'sessions');
    const ends = [end(ownerBrowser), end(other)] as const;
    const answers = await whileQueued(app, rowLock('users', owner.id), ends);
    expect(answers.map(({ status }) => status)).toEqual([200, 401]);
    expect(await isSignedIn(ownerBrowser)).toBe(true);
  });

  it('neither counts as entering the password nor prolongs the session', async () => {
    await app.sql`UPDATE sessions SET confirmed_at = now() - interval '1 hour', created_at = created_at - interval '29 days'`;
    expect((await ownerBrowser.call('delete', 'sessions')).status).toBe(200);
    const refused = await ownerBrowser.call('post', 'tokens', { domain: 'thief.example' });
    expect([refused.status, refused.body.code]).toEqual([403, 'password_required']);
    const { days } = await app.row<{ days: number }>`
      SELECT extract(day FROM now() - created_at)::integer AS days FROM sessions WHERE user_id = ${owner.id}`;
    expect(days).toBe(29);
  });
});

it('nothing that outlives a session is made while it ends', async () => {
  const removed = await givenMember(app, company);
  const maker = await TestBrowser.signedIn(app, removed);
  const inviter = await TestBrowser.ofMember(app, company);
  const [ender, operator] = [await TestBrowser.ofOperator(app), await TestBrowser.ofOperator(app)];
  const token = { name: 'Sync', permissions: ['stock:read'], expires_at: inDays(30) };
  const invitation = { email: 'x@x.example', role: 'owner' };
  const races = [
    [
      () => ownerBrowser.call('delete', `members/${removed.id}?end_tokens=true`),
      () => maker.call('post', 'tokens', { domain: 'x.example' }),
      () => maker.call('post', 'views', { list: 'orders', name: 'Mine', query: 'status=paid' }),
      () => maker.call('put', 'mails', { kind: 'wallet_low', on: false }),
    ],
    [
      () => ownerBrowser.call('delete', 'security/sessions'),
      () => inviter.call('post', 'invitations', invitation),
    ],
    [
      () => ender.admin('delete', 'sessions?end_tokens=true'),
      () => operator.call('post', 'admin-tokens', token),
    ],
  ] as const;
  for (const works of races) {
    const answers = await whileQueued(app, 'LOCK TABLE audit_entries IN SHARE MODE', works);
    const [ended, ...late] = answers.map(({ status }) => status);
    expect([ended, ...new Set(late)]).toEqual([200, 401]);
  }
});
